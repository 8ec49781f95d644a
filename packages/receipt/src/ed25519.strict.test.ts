import { beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyRaw } from '#crypto'
import { NON_CANONICAL_ENCODINGS, SCALARS, SMALL_ORDER_ENCODINGS } from '../test/ed25519-cases.ts'
import { verifyEd25519 } from './ed25519.ts'

// A backend that believes everything: what is refused here is refused before any native call.
vi.mock('#crypto', () => ({ verifyRaw: vi.fn(() => true) }))

const POINT = '58'.padEnd(64, '6')
const MESSAGE = new Uint8Array(1)

const WEAK = [...SMALL_ORDER_ENCODINGS, ...NON_CANONICAL_ENCODINGS]
const FF = 'f'.repeat(58)
const STRONG = [
  ['the prime minus 2', `eb${FF}ff7f`],
  ['the prime minus 2, negative', `eb${FF}ffff`],
  ['not the prime by one middle bit', `ed${FF}fe7f`],
  ['not the prime by one low bit', `edfe${FF}7f`],
  ['not the prime by the top', `ed${FF}ff7e`],
  ['not the prime by the top, negative', `ff${FF}fffe`],
  ['2', `02${'0'.repeat(62)}`],
  ['1 plus a high bit', `01${'0'.repeat(60)}01`],
  ['a small top byte', `58${'6'.repeat(60)}05`],
]

beforeEach(() => {
  vi.mocked(verifyRaw).mockReset().mockReturnValue(true)
})

describe('verifyEd25519, whatever the backend would say', () => {
  it.each(WEAK)('refuses the key %s', (point) => {
    expect(verifyEd25519(POINT + SCALARS.zero, MESSAGE, point)).toBe(false)
    expect(verifyRaw).not.toHaveBeenCalled()
  })

  it.each(WEAK)('refuses the R %s', (point) => {
    expect(verifyEd25519(point + SCALARS.zero, MESSAGE, POINT)).toBe(false)
    expect(verifyRaw).not.toHaveBeenCalled()
  })

  it.each(['order', 'orderPlusOne', 'twiceOrder', 'largest'] as const)('refuses an S of %s', (name) => {
    expect(verifyEd25519(POINT + SCALARS[name], MESSAGE, POINT)).toBe(false)
    expect(verifyRaw).not.toHaveBeenCalled()
  })

  it.each(['zero', 'orderMinusOne'] as const)('leaves an S of %s to the backend', (name) => {
    expect(verifyEd25519(POINT + SCALARS[name], MESSAGE, POINT)).toBe(true)
    expect(verifyRaw).toHaveBeenCalledOnce()
  })

  it.each(STRONG)('leaves a y of %s to the backend', (_, point) => {
    expect(verifyEd25519(POINT + SCALARS.zero, MESSAGE, point)).toBe(true)
    expect(verifyEd25519(point + SCALARS.zero, MESSAGE, POINT)).toBe(true)
  })

  it.each([
    ['signature', 'A8'.padEnd(128, '0'), POINT, MESSAGE],
    ['key', POINT + SCALARS.zero, POINT.replace('5', 'A'), MESSAGE],
    ['length of signature', POINT + SCALARS.zero.slice(1), POINT, MESSAGE],
    ['length of key', POINT + SCALARS.zero, `${POINT}6`, MESSAGE],
    ['message', POINT + SCALARS.zero, POINT, 'text' as unknown as Uint8Array],
  ])('refuses a malformed %s', (_, signature, publicKey, message) => {
    expect(verifyEd25519(signature, message, publicKey)).toBe(false)
    expect(verifyRaw).not.toHaveBeenCalled()
  })

  it.each([
    ['says no', () => false],
    [
      'throws',
      () => {
        throw new Error('no such point')
      },
    ],
  ])('answers false when the backend %s', (_, backend) => {
    vi.mocked(verifyRaw).mockImplementation(backend)
    expect(verifyEd25519(POINT + SCALARS.zero, MESSAGE, POINT)).toBe(false)
    expect(verifyRaw).toHaveBeenCalledOnce()
  })
})
