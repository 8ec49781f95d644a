import { ProblemError } from '@stillhere/client/http'
import { expect, it } from 'vitest'
import { retryWords } from './retry-words.ts'

const CONTENT = { title: '', detail: '', errors: [], retryAfterMs: undefined, requestId: undefined }

it('knows only the one refusal that means an expired mail', () => {
  const gone = new ProblemError('retryMail', { ...CONTENT, status: 404, code: 'NOT_FOUND' })
  expect(retryWords(gone)?.title).toBe('Nobody needs this mail any more.')
  expect(retryWords(new ProblemError('retryMail', { ...CONTENT, status: 401, code: 'UNAUTHORIZED' }))).toBeNull()
  expect(retryWords(new Error('NOT_FOUND'))).toBeNull()
})
