import { expect, it, vi } from 'vitest'
import {
  createPendingCode,
  describeMissingMail,
  describeSentCode,
  isCodeClosed,
  savePendingCode,
  parsePendingCode,
  readPendingCode,
} from './steps.ts'

const NOW = 1_800_000_000_000
const WHO = { email: 'ada@example.org', invite: '', isMember: true, delivery: 'smtp', mailFolder: '' } as const
const PENDING = createPendingCode(WHO, 600, NOW)

it('is valid for as long as the service says, with five tries', () => {
  expect(PENDING).toMatchObject({ expiresAt: NOW + 600_000, triesLeft: 5 })
})

it('is read back until its code expires', () => {
  const text = JSON.stringify(PENDING)
  expect(parsePendingCode(text, NOW + 599_999)).toEqual(PENDING)
  expect(parsePendingCode(text, NOW + 600_000)).toBeNull()
})

it.each([null, 'null', '1', '[]', '{}', JSON.stringify({ ...PENDING, triesLeft: '5' })])(
  'takes %s for nothing',
  (text) => {
    expect(parsePendingCode(text, NOW)).toBeNull()
  },
)

it('works without storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  savePendingCode(PENDING)
  expect(readPendingCode(NOW)).toBeNull()
  vi.unstubAllGlobals()
})

const PERSON = { email: 'ada@example.org', invite: '', isMember: true }
const MAILED = createPendingCode({ ...PERSON, delivery: 'smtp', mailFolder: '' }, 600, 0)
const WRITTEN = createPendingCode({ ...PERSON, delivery: 'file', mailFolder: 'data/outbox' }, 600, 0)

it('says that a mail was sent, and where to look', () => {
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
    expect(isCodeClosed(pending)).toBe(false)
    expect(isCodeClosed({ ...pending, triesLeft: 0 })).toBe(true)
    expect(describeSentCode({ ...pending, triesLeft: 0 }, '09:56')).toBe('The code for ada@example.org is closed.')
  }
})
