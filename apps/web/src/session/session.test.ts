import { afterEach, expect, it, vi } from 'vitest'
import { watchOtherTabs, saveWaitingPage, saveSession, parseSession, session, spendWaitingPage } from './session.ts'

const SESSION = { email: 'ada@example.org', nodeHandle: 'quiet-river' }

afterEach(() => {
  saveSession(null)
  vi.unstubAllGlobals()
})

it('reads back what was kept, and drops what does not belong there', () => {
  expect(parseSession(JSON.stringify({ ...SESSION, token: 'sh_x' }))).toEqual(SESSION)
})

it.each(['null', '1', '"text"', '[]', '{}', JSON.stringify({ ...SESSION, email: 1 })])(
  'takes %s for nobody',
  (text) => {
    expect(parseSession(text)).toBeNull()
  },
)

it('takes nothing for nobody', () => {
  expect(parseSession(null)).toBeNull()
})

function storeInMemory() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

it('hears of a sign-in and a sign-out in another tab, and removes tokens that versions before kept', () => {
  const storage = storeInMemory()
  storage.setItem('stillhere-session', '{"token":"sh_x"}')
  let hear: ((event: { key: string | null }) => void) | undefined
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storeInMemory())
  vi.stubGlobal('addEventListener', (_name: string, listener: typeof hear) => void (hear = listener))
  watchOtherTabs()
  expect(storage.kept.size).toBe(0)
  storage.setItem('stillhere-who', JSON.stringify(SESSION))
  hear?.({ key: 'stillhere-who' })
  expect(session.value).toEqual(SESSION)
  storage.kept.clear()
  hear?.({ key: null })
  expect(session.value).toBeNull()
})

it('works without storage, as long as the page lives', () => {
  saveSession(SESSION)
  expect(session.value).toEqual(SESSION)
  saveSession(null)
  expect(session.value).toBeNull()
})

function storeWaitingPages(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}

afterEach(() => vi.unstubAllGlobals())

const ID = '8d0f3a52-7c1e-4b9a-9f64-1c2d3e4f5a6b'

it.each([`/check/${ID}`, `/approve/${ID}`, '/node?allow=agent%3Adeployer%40example.org', '/node?view=receipts'])(
  'leads back to %s, once',
  (path) => {
    storeWaitingPages()
    saveWaitingPage(path)
    expect([spendWaitingPage(), spendWaitingPage()]).toEqual([path, null])
  },
)

it.each([
  '//evil.example',
  'https://evil.example/approve/1',
  `/approve/${ID}/../../x`,
  '/admin',
  '/\\evil.example',
  '/\t/evil.example',
  '/join?way=sign-in',
  'javascript:1',
])('leads nowhere for %s, and keeps the page that waited before', (path) => {
  storeWaitingPages()
  localStorage.setItem('stillhere-waiting-page', JSON.stringify({ path, until: Date.now() + 1000 }))
  expect(spendWaitingPage()).toBeNull()
  saveWaitingPage('/node?view=access')
  saveWaitingPage(path)
  expect(spendWaitingPage()).toBe('/node?view=access')
})

it('leads nowhere ten minutes later, or by a clock that was set back', () => {
  for (const later of [600_000, -1]) {
    storeWaitingPages()
    saveWaitingPage('/node?view=receipts', 1_000_000)
    expect(spendWaitingPage(1_000_000 + later)).toBeNull()
  }
})

it('leads nowhere in a browser that stores nothing', () => {
  saveWaitingPage(`/approve/${ID}`)
  expect(spendWaitingPage()).toBeNull()
})
