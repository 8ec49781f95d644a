import { expect, it } from 'vitest'
import { deleteCode, deleteNote, parseDeleteCode } from './delete-code.ts'

const GIVEN = { sessionId: '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40', deleteToken: 'sd_Ab-c_9' }

it('is found again in the line, in the saved file, and amid other words', () => {
  expect(parseDeleteCode(deleteCode(GIVEN))).toEqual(GIVEN)
  expect(parseDeleteCode(deleteNote(GIVEN, 'https://stillhere.example/research'))).toEqual(GIVEN)
  expect(parseDeleteCode(`  ${GIVEN.deleteToken}\n\nid: ${GIVEN.sessionId.toUpperCase()}  `)).toEqual({
    ...GIVEN,
    sessionId: GIVEN.sessionId.toUpperCase(),
  })
})

it.each(['', 'hello', GIVEN.sessionId, GIVEN.deleteToken, '0f8a3c52 sd_x', 'ünïcode ☃'])(
  'is not found in %j',
  (text) => {
    expect(parseDeleteCode(text)).toBeNull()
  },
)
