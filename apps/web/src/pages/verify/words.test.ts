import { presencePolicyToBlock } from '@stillhere/client'
import { describe, expect, it } from 'vitest'
import { assuranceWords } from './assurance-words.ts'
import { chainWords, inChainOrder } from './chain-words.ts'
import { untilNextExpiryMs } from './times.ts'
import { type AnyReceipt, keyIn } from './trust.ts'

describe('assuranceWords', () => {
  const POLICY = {
    assurance: 1,
    pace: 'batch',
    device: 'none',
    registered: false,
    risk_level: 'medium',
    threshold: 0.5,
    threshold_source: 'default',
    action: null,
    action_digest: null,
    nonce: null,
    test: false,
  } as const

  it('F1: says of level 1, and of a receipt that states none, that simulation is not excluded', () => {
    expect(assuranceWords({ evidence: [] })).toMatch(/no level.*Simulation is not excluded\.$/)
    const words = assuranceWords({ evidence: [presencePolicyToBlock(POLICY)] })
    expect(words).toMatch(/^Level 1.*Simulation is not excluded\. No registered node/)
  })

  it('says what a higher level rests on', () => {
    const evidence = [presencePolicyToBlock({ ...POLICY, assurance: 2, registered: true })]
    expect(assuranceWords({ evidence })).toMatch(/^Level 2.*passkey.*A registered node/)
  })
})

describe('chainWords', () => {
  it('counts what is missing and where it forks', () => {
    const gaps = [{ index: 0, missing: 'x' }]
    const forks = [{ after: null, indices: [0, 1] }]
    const broken = {
      status: 'INVALID',
      reason: 'CHAIN_BROKEN',
      detail: 'it broke',
      results: [],
      order: [],
      gaps,
      forks,
    } as const
    const words = chainWords({ ...broken, results: [], order: [] })
    expect(words).toBe('0 receipts, judged together. It broke. Missing receipts: 1. Places where it forks: 1.')
  })

  it('shows every paper once, those of the chain first', () => {
    expect(inChainOrder({ order: [2, 0] }, 4)).toEqual([2, 0, 1, 3])
  })
})

describe('untilNextExpiryMs', () => {
  const endingAt = (end: number) => ({ interval: { end: new Date(end).toISOString() } }) as unknown as AnyReceipt

  it('waits for the first that expires, not for those that have, and never too long for a timer', () => {
    expect(untilNextExpiryMs([], 0)).toBeNull()
    expect(untilNextExpiryMs([endingAt(0)], 330_000)).toBeNull()
    expect(untilNextExpiryMs([endingAt(0), endingAt(1000)], 0)).toBe(330_000)
    expect(untilNextExpiryMs([endingAt(1e14)], 0)).toBe(2 ** 31 - 1)
  })
})

describe('keyIn', () => {
  it('takes 64 hex digits however they are written, and nothing else', () => {
    expect(keyIn(` ${'AB:'.repeat(31)}AB `)).toBe('ab'.repeat(32))
    for (const text of ['', 'ab', 'zz'.repeat(32), 'ab'.repeat(33)]) expect(keyIn(text)).toBeNull()
  })
})
