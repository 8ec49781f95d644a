import { createHash } from 'node:crypto'
import canonicalizeByReference from 'canonicalize'
import { describe, expect, it } from 'vitest'
import { approvalReceipt, BY_PASSKEY, payloadOf } from '../../scripts/cases/approvals.ts'
import { ABSENT } from '../../scripts/cases/drafts.ts'
import type { Receipt } from '../receipt.ts'
import type { ApproverBlock } from './block.ts'
import {
  type ApproverStatement,
  computeApproverChallenge,
  computeStatementDigest,
  rebuildStatement,
} from './statement.ts'

const STATEMENT: ApproverStatement = {
  action: 'Pay Bob',
  action_digest: 'ab'.repeat(32),
  audience: 'https://asker.example',
  nonce: 'request-7',
  challenge_id: 'challenge-1',
  chain: 'c0'.repeat(32),
  issuer: '03'.repeat(32),
  method: 'hand',
  level: 2,
  not_after: '2026-03-01T12:05:00.000Z',
}
const DIGESTS = Array.from({ length: 11 }, (_, index) => index.toString(16).padStart(2, '0').repeat(32))

function sha256(...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function rebuild(receipt: object) {
  const read = receipt as unknown as Receipt
  return rebuildStatement(read, payloadOf(receipt as never, 'APPROVER-KEY') as unknown as ApproverBlock)
}

describe('computeStatementDigest', () => {
  it('is SHA-256 of the RFC 8785 text', () => {
    expect(computeStatementDigest(STATEMENT)).toBe(sha256(canonicalizeByReference(STATEMENT) ?? '').toString('hex'))
  })

  it('changes with every member', () => {
    const names = Object.keys(STATEMENT) as (keyof ApproverStatement)[]
    const digests = names.map((name) => computeStatementDigest({ ...STATEMENT, [name]: `other ${STATEMENT[name]}` }))
    expect(new Set([...digests, computeStatementDigest(STATEMENT)]).size).toBe(names.length + 1)
  })

  it('covers ten members, no more and no fewer', () => {
    expect(computeStatementDigest({ ...STATEMENT, extra: 1 } as ApproverStatement)).toBe(
      computeStatementDigest(STATEMENT),
    )
    const { nonce: _, ...without } = STATEMENT
    expect(() => computeStatementDigest(without as ApproverStatement)).toThrow('/nonce')
  })
})

describe('computeApproverChallenge', () => {
  it.each([1, 2, 10])('is SHA-256 of the context, a zero byte and %i digests of 32 bytes', (count) => {
    const digests = DIGESTS.slice(0, count)
    const bytes = digests.map((digest) => Buffer.from(digest, 'hex'))
    expect(Buffer.from(computeApproverChallenge(digests))).toEqual(sha256('stillhere/approver/1', '\0', ...bytes))
  })

  it.each([
    ['no digest', []],
    ['eleven digests', DIGESTS],
    ['a digest in upper case', ['AB'.repeat(32)]],
    ['a digest of 31 bytes', ['ab'.repeat(31)]],
    ['a digest with a line feed', [`${'ab'.repeat(32)}\n`]],
  ])('throws for %s', (_, digests) => {
    expect(() => computeApproverChallenge(digests)).toThrow(RangeError)
  })
})

describe('rebuildStatement', () => {
  it('takes everything from the receipt but the scan, which its block names', () => {
    const receipt = approvalReceipt()
    expect(rebuild(receipt)).toEqual({
      action: 'Pay Bob',
      action_digest: payloadOf(receipt, 'PRESENCE-POLICY').action_digest,
      audience: 'https://asker.example',
      nonce: 'request-7',
      challenge_id: 'challenge-1',
      chain: 'c0'.repeat(32),
      issuer: (receipt.issuer as { publicKey: string }).publicKey,
      method: 'hand',
      level: 2,
      not_after: receipt.expiresAt,
    })
  })

  it('is at level 0 and without a chain where a passkey signed alone', () => {
    expect(rebuild(approvalReceipt(BY_PASSKEY))).toMatchObject({ method: 'passkey', level: 0, chain: null })
  })

  it('names no audience where the receipt has none', () => {
    expect(rebuild(approvalReceipt({ receipt: { '/audience': ABSENT } }))?.audience).toBeNull()
  })

  it('takes nothing from a polluted prototype', () => {
    const value = '2030-01-01T00:00:00.000Z'
    Reflect.defineProperty(Object.prototype, 'expiresAt', { value, configurable: true })
    try {
      expect(rebuild(approvalReceipt({ receipt: { '/expiresAt': ABSENT } }))).toBeNull()
    } finally {
      Reflect.deleteProperty(Object.prototype, 'expiresAt')
    }
  })
})
