import { expect, it } from 'vitest'
import { parseSession, session, signIn, signOut } from './session.ts'

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

it('works without storage, as long as the page lives', () => {
  signIn(SESSION)
  expect(session.value).toEqual(SESSION)
  signOut()
  expect(session.value).toBeNull()
})
