import { expect, it, vi } from 'vitest'
import { endWithTab, parseSession, session, signIn, signOut, stayOnDevice } from './session.ts'

const SESSION = { email: 'ada@example.org', nodeHandle: 'quiet-river', token: 'sh_x' }

it('reads back what was kept, and drops what does not belong there', () => {
  expect(parseSession(JSON.stringify({ ...SESSION, extra: 1 }))).toEqual(SESSION)
})

it.each(['null', '1', '"text"', '[]', '{}', JSON.stringify({ ...SESSION, token: 1 })])(
  'takes %s for nobody',
  (text) => {
    expect(parseSession(text)).toBeNull()
  },
)

it('takes nothing for nobody', () => {
  expect(parseSession(null)).toBeNull()
})

it('stays on a device where its owner wants that, until they sign out', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  signIn(SESSION)
  expect(kept.size).toBe(0)
  stayOnDevice()
  expect([...kept.values()].join()).toContain(SESSION.token)
  signIn({ ...SESSION, token: 'sh_y' })
  expect([...kept.values()].join()).toContain('sh_y')
  signOut()
  expect([...kept.values()].join()).not.toContain('sh_')
  signIn(SESSION)
  endWithTab()
  signIn(SESSION)
  expect(kept.size).toBe(0)
  signOut()
  vi.unstubAllGlobals()
})

it('works without storage, as long as the page lives', () => {
  signIn(SESSION)
  expect(session.value).toEqual(SESSION)
  signOut()
  expect(session.value).toBeNull()
})
