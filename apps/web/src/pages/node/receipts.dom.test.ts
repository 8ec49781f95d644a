import { expect, it } from 'vitest'
import { findReceiptState } from './receipts.tsx'

const EXPIRES = '2026-11-15T12:05:00.000Z'
const AT = Date.parse(EXPIRES)

it.each([
  [null, AT - 1, 'good'],
  [null, AT, 'expired'],
  ['2026-11-15T12:01:00.000Z', AT - 1, 'revoked'],
  ['2026-11-15T12:01:00.000Z', AT + 1, 'revoked'],
])('revoked at %s and looked at at %d it is %s', (revoked_at, now, state) => {
  expect(findReceiptState({ revoked_at, expires_at: EXPIRES }, now)).toBe(state)
})
