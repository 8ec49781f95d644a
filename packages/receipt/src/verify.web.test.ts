import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import * as crypto from '#crypto'
import {
  EXPIRY,
  editMember,
  hashReceipt,
  NOW,
  OTHER_KEYS,
  oldReceipt,
  resign,
  sampleReceipt,
  makeSuccessor,
} from '../test/sample-receipts.ts'
import * as web from './crypto-web.ts'
import { createIssuerIdentity } from './ed25519.ts'
import { type VerifyOptions, verifyEvidenceIntegrity, verifyReceipt } from './verify.ts'

vi.mock('#crypto', () => import('./crypto-web.ts'))

const SAMPLE = sampleReceipt()
const AFTER = makeSuccessor(SAMPLE)

describe('verifyReceipt in browsers', () => {
  it('runs on the web backend in this file', () => {
    expect(crypto.verifyRaw).toBe(web.verifyRaw)
  })

  it.each<[string, unknown, VerifyOptions, string]>([
    ['the sample', SAMPLE, {}, 'VALID'],
    ['a receipt that Node signed', resign(SAMPLE), {}, 'VALID'],
    ['a successor', AFTER, { predecessor: SAMPLE }, 'VALID'],
    ['an old receipt', oldReceipt(), { legacy: true }, 'VALID'],
    ['an old receipt, unasked', oldReceipt(), {}, 'INVALID_SIGNATURE'],
    ['a changed member', editMember(SAMPLE, '/audience', 'me'), {}, 'INVALID_SIGNATURE'],
    ['another key', resign(SAMPLE, OTHER_KEYS), {}, 'INVALID_SIGNATURE'],
    ['a changed payload', resign(editMember(SAMPLE, '/evidence/0/payload', {})), {}, 'EVIDENCE_TAMPERED'],
    ['an unknown member', { ...SAMPLE, note: 1 }, {}, 'INVALID_SCHEMA'],
    ['an expired receipt', SAMPLE, { now: Date.parse(EXPIRY) + 30_000 }, 'EXPIRED'],
    ['a foreign predecessor', AFTER, { predecessor: AFTER }, 'CHAIN_BROKEN'],
    ['an untrusted issuer', SAMPLE, { trustedIssuers: [OTHER_KEYS.publicKey] }, 'UNTRUSTED_ISSUER'],
    [
      'a key of small order',
      editMember(
        { ...SAMPLE, issuer: createIssuerIdentity({ publicKey: `01${'00'.repeat(31)}` }) },
        '/signature/value',
        `01${'00'.repeat(63)}`,
      ),
      {},
      'INVALID_SIGNATURE',
    ],
  ])('judges %s', (_, receipt, options, expected) => {
    const result = verifyReceipt(receipt, { now: NOW, ...options })
    expect(result.status === 'INVALID' ? result.reason : result.status).toBe(expected)
    expect(result.receiptHash).toBe(hashReceipt(receipt as object))
  })

  it('judges a vector of the public reference', () => {
    const file = join(import.meta.dirname, '../vectors/public/cps-0001/valid/single-engine.json')
    const receipt: unknown = JSON.parse(readFileSync(file, 'utf8'))
    expect(verifyReceipt(receipt, { now: '2026-09-20T00:00:00Z', legacy: true }).status).toBe('VALID')
    expect(verifyEvidenceIntegrity(receipt)).toBeNull()
  })
})
