import { describe, expect, it } from 'vitest'
import { createLink } from './issue.ts'
import { listTrustedKeys, describeKeyStatus, computeValidUntil } from './issuer.ts'
import type { ChainEnd } from './store.ts'

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 2, 10, 12, 0, second, ms))
const NOTHING: ChainEnd = { issuerId: null, position: 0, hash: null, endsAt: null }
const endingAt = (endsAt: Date, issuerId = 'k1'): ChainEnd => ({ issuerId, position: 7, hash: 'h7', endsAt })

describe('linkTo', () => {
  const interval = { start: at(20), end: at(28) }

  it.each<[string, ChainEnd, { position: number; previousReceiptHash: string | null; start: Date; end: Date }]>([
    ['begins a chain', NOTHING, { position: 1, previousReceiptHash: null, start: at(20), end: at(28) }],
    [
      'follows an earlier interval',
      endingAt(at(19)),
      { position: 8, previousReceiptHash: 'h7', start: at(20), end: at(28) },
    ],
    ['follows at once', endingAt(at(20)), { position: 8, previousReceiptHash: 'h7', start: at(20), end: at(28) }],
    [
      'cuts off what the predecessor covers',
      endingAt(at(25)),
      { position: 8, previousReceiptHash: 'h7', start: at(25), end: at(28) },
    ],
    [
      'keeps a millisecond behind an equal end',
      endingAt(at(28)),
      { position: 8, previousReceiptHash: 'h7', start: at(28), end: at(28, 1) },
    ],
    [
      'moves behind an end ten seconds ahead',
      endingAt(at(38)),
      { position: 8, previousReceiptHash: 'h7', start: at(38), end: at(38, 1) },
    ],
    [
      'begins anew behind an end further ahead',
      endingAt(at(38, 1)),
      { position: 8, previousReceiptHash: null, start: at(20), end: at(28) },
    ],
    [
      'begins anew under another key',
      endingAt(at(19), 'k2'),
      { position: 8, previousReceiptHash: null, start: at(20), end: at(28) },
    ],
  ])('%s', (_name, before, { start, end, ...link }) => {
    expect(createLink(before, 'k1', interval)).toEqual({ ...link, interval: { start, end } })
  })
})

describe('keysTrustedAt', () => {
  const key = (publicKey: string, from: number, retired: number | null, compromised = false) => ({
    publicKey,
    activeFrom: at(from),
    retiredAt: retired === null ? null : at(retired),
    compromised,
  })
  const keys = [key('now', 100, null), key('before', 0, 100), key('stolen', 0, 200, true)]

  it.each<[number, string[]]>([
    [at(0).getTime() - 1, []],
    [at(0).getTime(), ['before']],
    [at(100).getTime() - 1, ['before']],
    [at(100).getTime(), ['now', 'before']],
    [at(160).getTime(), ['now', 'before']],
    [at(160).getTime() + 1, ['now']],
    [at(1e6).getTime(), ['now']],
    [Number.NaN, []],
    [Number.POSITIVE_INFINITY, ['now']],
    [Number.NEGATIVE_INFINITY, []],
  ])('at %s it trusts %j', (moment, expected) => {
    expect(listTrustedKeys(keys, moment)).toEqual(expected)
  })

  it('names what a key is, and until when it may have signed', () => {
    expect(keys.map(describeKeyStatus)).toEqual(['active', 'retired', 'compromised'])
    expect(keys.map(computeValidUntil)).toEqual([null, at(160), at(260)])
  })
})
