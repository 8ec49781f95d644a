import { randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Invite, isInviteCode, createInviteCode, judgeRefusal, judgeState } from './rules.ts'

const NOON = new Date('2026-03-10T12:00:00.000Z')
const BEFORE = new Date('2026-03-10T11:59:59.999Z')
const AFTER = new Date('2026-03-10T12:00:00.001Z')

const FRESH: Invite = {
  id: 1,
  note: '',
  hint: 'XZ',
  createdAt: BEFORE,
  usedAt: null,
  revokedAt: null,
  reservedFor: null,
  reservedUntil: null,
  reservedOn: null,
  reservations: 0,
}

describe('createInviteCode', () => {
  it('writes the prefix and twice four characters', () => {
    expect(createInviteCode('SERVICE', () => 0)).toBe('SERVICE-2222-2222')
    expect(createInviteCode('X', (below) => below - 1)).toBe('X-ZZZZ-ZZZZ')
  })

  it('makes codes that it recognizes', () => {
    for (let index = 0; index < 1000; index++)
      expect(isInviteCode(createInviteCode('SERVICE', randomInt), 'SERVICE')).toBe(true)
  })
})

describe('isInviteCode', () => {
  it.each([
    ['SERVICE-7F3K-9QXZ', true],
    ['SERVICE-0O1I-0O1I', true],
    ['SERVICE-7F3K-9QX', false],
    ['SERVICE-7F3K-9QXZ1', false],
    ['SERVICE-7F3K-9QXZ\n', false],
    [' SERVICE-7F3K-9QXZ', false],
    ['service-7f3k-9qxz', false],
    ['SERVICE-7f3k-9qxz', false],
    ['SERVICES-7F3K-9QXZ', false],
    ['OTHER-7F3K-9QXZ', false],
    ['7F3K-9QXZ', false],
    ['', false],
  ])('%j: %s', (text, expected) => {
    expect(isInviteCode(text, 'SERVICE')).toBe(expected)
  })

  it('takes the prefix as it is', () => {
    expect(isInviteCode('SERVICE-7F3K-9QXZ', 'S')).toBe(false)
    expect(isInviteCode('S2-7F3K-9QXZ', 'S2')).toBe(true)
  })
})

describe('judgeState and judgeRefusal', () => {
  it.each([
    ['unused', 'reserved', {}],
    ['reserved', 'reserved', { reservedUntil: AFTER }],
    ['unused', 'reserved', { reservedUntil: NOON }],
    ['used', 'used', { usedAt: BEFORE, reservedUntil: AFTER }],
    ['revoked', 'revoked', { revokedAt: BEFORE, reservedUntil: AFTER }],
    ['unused', 'tooManyReservations', { reservedUntil: BEFORE, reservedOn: '2026-03-10', reservations: 5 }],
    ['reserved', 'reserved', { reservedUntil: AFTER, reservedOn: '2026-03-10', reservations: 5 }],
    ['unused', 'reserved', { reservedUntil: BEFORE, reservedOn: '2026-03-09', reservations: 5 }],
  ] as const)('is %s and refused as %s: %o', (state, refusal, changes) => {
    expect(judgeState({ ...FRESH, ...changes }, NOON)).toBe(state)
    expect(judgeRefusal({ ...FRESH, ...changes }, NOON)).toBe(refusal)
  })

  it('is refused as unknown when there is none', () => {
    expect(judgeRefusal(undefined, NOON)).toBe('unknown')
  })
})
