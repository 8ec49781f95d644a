import { expect, it } from 'vitest'
import { createPending } from './pending.ts'
import { isClosed, describeMissingMail, describeSentCode } from './sent-words.ts'

const WHO = { email: 'ada@example.org', invite: '', isMember: true }
const MAILED = createPending({ ...WHO, delivery: 'smtp', mailFolder: '' }, 600, 0)
const WRITTEN = createPending({ ...WHO, delivery: 'file', mailFolder: 'data/outbox' }, 600, 0)

it('says that a mail was sent, and where to look for it', () => {
  expect(describeSentCode(MAILED, '09:56')).toBe('We emailed a 6-digit code to ada@example.org. It works until 09:56.')
  expect(describeMissingMail(MAILED)).toContain('spam')
})

it('E13: without SMTP it says where the code is, and nothing of a mail or of spam', () => {
  expect(describeSentCode(WRITTEN, '09:56')).toBe(
    'This server has no mail set up. The code for ada@example.org is in the newest file in data/outbox. It works until 09:56.',
  )
  expect(describeSentCode({ ...WRITTEN, mailFolder: '' }, '09:56')).toContain('The operator has the code')
  expect(describeMissingMail(WRITTEN)).toBe('')
})

it('E20: a code without tries left is closed, and works until no time', () => {
  for (const pending of [MAILED, WRITTEN]) {
    expect(isClosed(pending)).toBe(false)
    expect(isClosed({ ...pending, triesLeft: 0 })).toBe(true)
    expect(describeSentCode({ ...pending, triesLeft: 0 }, '09:56')).toBe('The code for ada@example.org is closed.')
  }
})
