import { describe, expect, it } from 'vitest'
import { ADA, approvalReceipt, BOB, EDDSA, payloadOf, RSA, WEAK_RSA } from '../../scripts/cases/approvals.ts'
import type { Receipt } from '../receipt.ts'
import {
  type ApproverBlock,
  type ApproverKey,
  approverToBlock,
  computeThumbprint,
  findApprover,
  isThumbprint,
} from './block.ts'

const thumbprintOf = (key: object) => computeThumbprint(key as ApproverKey)

describe('computeThumbprint', () => {
  it('is that of RFC 7638, section 3.1, for RSA', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    expect(thumbprintOf({ kty: 'RSA', n, e: 'AQAB' })).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
  })

  it('is that of RFC 8037, section A.3, for Ed25519, in whatever order the members come', () => {
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    expect(thumbprintOf({ x, kty: 'OKP', crv: 'Ed25519' })).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  it.each([ADA, BOB, EDDSA, RSA])('is the one that another program computes, case %#', ({ key, thumbprint }) => {
    expect(thumbprintOf(key)).toBe(thumbprint)
    expect(isThumbprint(thumbprint)).toBe(true)
  })

  it.each([
    ['a weak key', WEAK_RSA.key],
    ['a private key', { ...ADA.key, d: 'A'.repeat(43) }],
    ['a further member', { ...ADA.key, alg: 'ES256' }],
    ['a coordinate with stray bits', { ...ADA.key, x: `${'A'.repeat(42)}B` }],
    ['a key of another curve', { ...ADA.key, crv: 'P-384' }],
    ['an even modulus', { kty: 'RSA', n: Buffer.alloc(256, 0xfe).toString('base64url'), e: 'AQAB' }],
    ['a modulus of 2041 bits', { kty: 'RSA', n: Buffer.alloc(256, 0x01).toString('base64url'), e: 'AQAB' }],
    [
      'a modulus behind a zero byte',
      { kty: 'RSA', n: Buffer.concat([Buffer.alloc(1), Buffer.alloc(256, 0xff)]).toString('base64url'), e: 'AQAB' },
    ],
    ['a modulus of 4104 bits', { kty: 'RSA', n: Buffer.alloc(513, 0xff).toString('base64url'), e: 'AQAB' }],
    ['nothing', null],
  ])('throws for %s', (_, key) => {
    expect(() => computeThumbprint(key as ApproverKey)).toThrow(TypeError)
  })
})

describe('isThumbprint', () => {
  it.each([[''], ['A'.repeat(42)], ['A'.repeat(44)], [`${'A'.repeat(42)}B`], [`${'A'.repeat(42)}=`], [7], [null]])(
    'refuses %j',
    (value) => {
      expect(isThumbprint(value)).toBe(false)
    },
  )
})

describe('the block', () => {
  it('is found as it was wrapped', () => {
    const payload = payloadOf(approvalReceipt(), 'APPROVER-KEY') as unknown as ApproverBlock
    const block = approverToBlock(payload)
    expect(block).toMatchObject({ engineId: 'APPROVER-KEY', engineVersion: '1.0.0', confidence: 1 })
    expect(findApprover({ evidence: [block] })).toEqual(payload)
  })

  it('has the digest that a receipt needs', () => {
    const receipt = approvalReceipt() as unknown as Receipt
    const [found] = receipt.evidence.filter(({ engineId }) => engineId === 'APPROVER-KEY')
    expect(approverToBlock(found!.payload as ApproverBlock).payloadDigest).toBe(found!.payloadDigest)
  })
})
