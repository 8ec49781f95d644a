import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA, approvalReceipt, BY_PASSKEY, EDDSA, payloadOf, RSA } from '../../scripts/cases/approvals.ts'
import { editMember, oldReceipt, sampleReceipt } from '../../test/sample-receipts.ts'
import type { ApproverBlock } from './block.ts'
import { computeStatementDigest } from './statement.ts'
import { verifyApprover } from './verify.ts'

const GOOD = approvalReceipt()

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('verifyApprover', () => {
  it.each([ADA, EDDSA, RSA])('says whose key signed what, and where, case %#', async (signer) => {
    const receipt = approvalReceipt({ signer })
    const { digests } = payloadOf(receipt, 'APPROVER-KEY') as unknown as ApproverBlock
    const verified = await verifyApprover(receipt)
    expect(verified).toMatchObject({
      outcome: 'PASS',
      approver: { thumbprint: signer.thumbprint, rpId: 'id.example', origin: 'https://id.example' },
    })
    expect(verified.outcome === 'PASS' && computeStatementDigest(verified.approver.statement)).toBe(digests[0])
  })

  it('passes a signature without motion', async () => {
    expect(await verifyApprover(approvalReceipt(BY_PASSKEY))).toMatchObject({ outcome: 'PASS' })
  })

  it('looks at no signature of the issuer', async () => {
    expect(await verifyApprover(editMember(GOOD, '/verdict', 'FAIL'))).toMatchObject({ outcome: 'PASS' })
  })

  it.each<[string, unknown]>([
    ['a receipt without the block', sampleReceipt()],
    ['a receipt of the old profile, which signs no names', { ...oldReceipt(), evidence: GOOD.evidence }],
    ['no receipt', {}],
    ['nothing', undefined],
    ['text', JSON.stringify(GOOD)],
    [
      'a value that throws',
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no')
          },
        },
      ),
    ],
  ])('is not made of %s', async (_, receipt) => {
    expect(await verifyApprover(receipt)).toEqual({ outcome: 'SKIPPED', detail: 'no key of a person is in it' })
  })

  it.each([
    ['/evidence/3/payload/signature', 'APPROVER_SIGNATURE', 'the signature does not fit the person’s key'],
    [
      '/evidence/2/payload/nonce',
      'APPROVER_MISMATCH',
      'the person’s key signed another statement than that of this receipt',
    ],
  ])('fails with a code and a sentence when %s is changed', async (pointer, code, detail) => {
    const other = payloadOf(approvalReceipt({ policy: { '/nonce': 'other' } }), 'APPROVER-KEY')
    const value = pointer.endsWith('signature') ? other.signature : 'other'
    expect(await verifyApprover(editMember(GOOD, pointer, value))).toEqual({ outcome: 'FAIL', code, detail })
  })

  it('fails without WebCrypto, except for EdDSA, which needs none', async () => {
    vi.stubGlobal('crypto', {})
    const detail = 'WebCrypto is missing here, so the signature of the person’s key cannot be checked'
    expect(await verifyApprover(GOOD)).toEqual({ outcome: 'FAIL', code: 'APPROVER_SIGNATURE', detail })
    expect(await verifyApprover(approvalReceipt({ signer: EDDSA }))).toMatchObject({ outcome: 'PASS' })
  })

  it('fails where WebCrypto does not have the algorithm', async () => {
    vi.stubGlobal('crypto', { subtle: { importKey: () => Promise.reject(new Error('unknown')) } })
    expect(await verifyApprover(GOOD)).toMatchObject({ outcome: 'FAIL', code: 'APPROVER_SIGNATURE' })
  })
})
