import { afterEach, expect, it, vi } from 'vitest'
import { followOtherTabs, noteSession, parseSession, session } from './session.ts'

const SESSION = { email: 'ada@example.org', nodeHandle: 'quiet-river' }

afterEach(() => {
  noteSession(null)
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
  followOtherTabs()
  expect(storage.kept.size).toBe(0)
  storage.setItem('stillhere-who', JSON.stringify(SESSION))
  hear?.({ key: 'stillhere-who' })
  expect(session.value).toEqual(SESSION)
  storage.kept.clear()
  hear?.({ key: null })
  expect(session.value).toBeNull()
})

it('works without storage, as long as the page lives', () => {
  noteSession(SESSION)
  expect(session.value).toEqual(SESSION)
  noteSession(null)
  expect(session.value).toBeNull()
})
