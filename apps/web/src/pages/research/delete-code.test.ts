import { NetworkError, ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { deleteSessions, formatDeleteCode, formatDeleteNote, parseDeleteCode } from './delete-code.ts'

const GIVEN = { sessionId: '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40', deleteToken: 'sd_Ab-c_9' }

it('is found in the line, in the saved file, and within other text', () => {
  expect(parseDeleteCode(formatDeleteCode(GIVEN))).toEqual(GIVEN)
  expect(parseDeleteCode(formatDeleteNote(GIVEN, 'https://stillhere.example/research'))).toEqual(GIVEN)
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

const SESSIONS = ['a', 'b', 'c'].map((sessionId) => ({ sessionId, deleteToken: `sd_${sessionId}` }))
const GONE = new ProblemError('deleteResearchSession', {
  status: 404,
  code: 'NOT_FOUND',
  title: '',
  detail: '',
  errors: [],
  requestId: undefined,
  retryAfterMs: undefined,
})

async function deleteWhere(failures: Readonly<Record<string, Error>>) {
  const gone: string[] = []
  const remove = async ({ sessionId, deleteToken }: (typeof SESSIONS)[number]) => {
    expect(deleteToken).toBe(`sd_${sessionId}`)
    if (failures[sessionId]) throw failures[sessionId]
  }
  const error = await deleteSessions(SESSIONS, { remove, onGone: (id) => gone.push(id) }).catch(
    (thrown: unknown) => thrown,
  )
  return { gone, error }
}

it('deletes every session; one that no longer exists counts as deleted', async () => {
  expect(await deleteWhere({ b: GONE })).toEqual({ gone: ['a', 'b', 'c'], error: undefined })
})

it('stops at the first failure, and keeps the rest for another try', async () => {
  const broken = new NetworkError('deleteResearchSession', 'gone')
  expect(await deleteWhere({ b: broken })).toEqual({ gone: ['a'], error: broken })
})
