import { describe, expect, it } from 'vitest'
import { PRESENCE_POLICY, sampleReceipt } from '../../test/sample-receipts.ts'
import { presencePolicyToBlock, type PresencePolicy } from '../presence-policy.ts'
import type { Receipt } from '../receipt.ts'
import { describeScan } from './scan-words.ts'

const BARE: Receipt = { ...sampleReceipt(), audience: undefined } as unknown as Receipt
const INTERVAL = { start: '2026-11-16T09:06:30.000Z', end: '2026-11-16T09:06:41.000Z', coverageMs: 11_000 }

/** A receipt with these arrows, true for those that were followed, and this policy. */
function receiptWith(
  arrows: readonly boolean[],
  policy: Partial<PresencePolicy> | null = {},
  more: Partial<Receipt> = {},
) {
  const components = arrows.map((followed, index) => ({ metric: `stroke${index}`, status: followed ? 'pass' : 'fail' }))
  const strokes = { ...BARE.evidence[0]!, engineId: 'EE-003', payload: { components } }
  const stated = policy === null ? [] : [presencePolicyToBlock({ ...PRESENCE_POLICY, ...NO_ACTION, ...policy })]
  return { ...BARE, interval: INTERVAL, evidence: [strokes, ...stated], ...more }
}

const NO_ACTION = { assurance: 1, pace: 'batch', action: null, action_digest: null, nonce: null, test: false } as const
const SIX = [true, true, true, true, true, true]
const WHEN = 'On 16 Nov 2026 at 09:06 UTC,'

describe('one sentence on what happened', () => {
  it.each([
    ['level 1', receiptWith(SIX), 'motion like a person’s followed six arrows for 11 seconds, at level 1'],
    [
      'a missed arrow',
      receiptWith([false, ...SIX.slice(1)]),
      'motion like a person’s followed five of six arrows for 11 seconds, at level 1',
    ],
    [
      'level 2',
      receiptWith(SIX, { assurance: 2, pace: 'live', device: 'passkey' }),
      'motion like a person’s followed six arrows live for 11 seconds, and a passkey signed it, at level 2',
    ],
    [
      'an action of a site, without signs that nobody sees',
      receiptWith(SIX, { action: 'Pay \u202E7 €' }, { audience: 'https://shop.example' }),
      'motion like a person’s followed six arrows for 11 seconds, at level 1, for “Pay 7 €”, for https://shop.example',
    ],
    ['no level', receiptWith([true], null), 'motion like a person’s followed one arrow for 11 seconds'],
    ['no arrows', receiptWith([], null), 'something was observed for 11 seconds'],
    [
      'a test',
      receiptWith(SIX, { test: true }),
      'a test, which says nothing about a person, ran for 11 seconds, at level 1',
    ],
    [
      'a failed scan',
      receiptWith(SIX, {}, { verdict: 'FAIL' }),
      'motion like a person’s followed six arrows for 11 seconds, at level 1, and it was not accepted',
    ],
  ])('tells %s', (_, receipt, words) => {
    expect(describeScan(receipt, 'id.example.org')).toBe(`${WHEN} ${words}; signed by id.example.org.`)
  })

  it('tells what a receipt of another profile holds', () => {
    expect(describeScan(sampleReceipt(), 'Ada')).toMatch(
      /^On 1 Mar 2026 at 11:59 UTC, something was observed for 2 seconds/,
    )
  })
})
