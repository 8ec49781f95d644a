import { describe, expect, it } from 'vitest'
import { EVIDENCE, NOW, PRESENCE_POLICY, sampleReceipt } from '../test/sample-receipts.ts'
import { presencePolicyToBlock } from './presence-policy.ts'
import { refuseTestReceipt, verifyReceipt } from './verify.ts'

const stating = (test: boolean) =>
  sampleReceipt({ evidence: [...EVIDENCE, presencePolicyToBlock({ ...PRESENCE_POLICY, test })] })
const TEST = stating(true)

describe('refuseTestReceipt', () => {
  it('refuses a valid test by name', () => {
    const result = verifyReceipt(TEST, { now: NOW })
    expect(result.status).toBe('VALID')
    expect(refuseTestReceipt(result, TEST)).toMatchObject({
      status: 'INVALID',
      reason: 'TEST_RECEIPT',
      failures: [{ check: 'test', code: 'TEST_RECEIPT' }],
      checks: result.checks,
    })
  })

  it('keeps the reason of a test that fails otherwise, and adds its own', () => {
    const refused = refuseTestReceipt(verifyReceipt(TEST, { now: NOW, audience: 'x' }), TEST)
    expect(refused).toMatchObject({ status: 'INVALID', reason: 'AUDIENCE_MISMATCH' })
    expect(refused.failures.map(({ code }) => code)).toEqual(['AUDIENCE_MISMATCH', 'TEST_RECEIPT'])
  })

  it.each([
    ['a receipt that is no test', stating(false)],
    ['a receipt that states no policy', sampleReceipt()],
    ['what is no receipt', { evidence: 'x' }],
    ['nothing', null],
  ])('leaves the result of %s as it is', (_, receipt) => {
    const result = verifyReceipt(receipt, { now: NOW })
    expect(refuseTestReceipt(result, receipt)).toBe(result)
  })
})
