import { expect, it } from 'vitest'
import { keepPending, readPending, parsePending, createPending } from './pending.ts'

const NOW = 1_800_000_000_000
const WHO = { email: 'ada@example.org', invite: '', isMember: true, delivery: 'smtp', mailFolder: '' } as const
const PENDING = createPending(WHO, 600, NOW)

it('is good for as long as the service says, with five tries', () => {
  expect(PENDING).toMatchObject({ expiresAt: NOW + 600_000, triesLeft: 5 })
})

it('is read back until its code is over', () => {
  const text = JSON.stringify(PENDING)
  expect(parsePending(text, NOW + 599_999)).toEqual(PENDING)
  expect(parsePending(text, NOW + 600_000)).toBeNull()
})

it.each([null, 'null', '1', '[]', '{}', JSON.stringify({ ...PENDING, triesLeft: '5' })])(
  'takes %s for nothing',
  (text) => {
    expect(parsePending(text, NOW)).toBeNull()
  },
)

it('does without storage', () => {
  keepPending(PENDING)
  expect(readPending(NOW)).toBeNull()
})
