import { decodeHeader } from '@stillhere/receipt'
import {
  buildReceipt,
  computeReceiptHash,
  createIssuerIdentity,
  encodeHeader,
  engineEvidenceToBlock,
  generateKeyPair,
  type Receipt,
  signReceipt,
  type VerifyOptions,
  verifyReceipt,
} from '../../src/receipt/index.ts'
import type { Cases } from './cases.ts'
import { equal, holds } from './check.ts'

// The first test key of RFC 8032.
const KEYS = {
  secretKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
}
const END = Date.UTC(2026, 0, 1, 12)
const NOW = { now: END + 1000 }

function issue(keys = KEYS): Receipt {
  const evidence = { engineId: 'EE-001', engineVersion: '1.0.0', value: 0.83, confidence: 0.83 }
  const unsigned = buildReceipt({
    evidence: [engineEvidenceToBlock({ ...evidence, components: [], diagnostics: { note: 'é € 😀', small: 1e-7 } })],
    interval: { start: END - 8000, end: END },
    subject: { id: `sha256:${'5e'.repeat(32)}` },
    issuer: createIssuerIdentity(keys),
    verdict: 'PASS',
    receiptId: '019b76da-a800-7000-8000-000000000000',
    ...NOW,
  })
  return signReceipt(unsigned, keys.secretKey, NOW)
}

function findReason(receipt: unknown, options: VerifyOptions = NOW): string | null {
  const result = verifyReceipt(receipt, options)
  return result.status === 'INVALID' ? result.reason : null
}

export const cases: Cases = {
  'a receipt has the same bytes everywhere': () => {
    equal(computeReceiptHash(issue()), '18bb6ed959ec86048fc17ac1cb26e8a5a9577b04242510f65061c1f5d272f2b9')
  },
  'a receipt is accepted, and so it is after its travel in a header': () => {
    const receipt = issue()
    equal(verifyReceipt(receipt, { ...NOW, trustedIssuers: [KEYS.publicKey] }).status, 'VALID')
    equal(decodeHeader(encodeHeader(receipt)), receipt)
  },
  'a changed receipt is refused, whatever was changed': () => {
    const receipt = issue()
    const [block] = receipt.evidence
    equal(findReason({ ...receipt, verdict: 'FAIL' }), 'INVALID_SIGNATURE')
    equal(findReason({ ...receipt, evidence: [{ ...block, confidence: 1 }] }), 'INVALID_SIGNATURE')
    equal(findReason({ ...receipt, protocolVersion: '9' }), 'INVALID_SCHEMA')
    equal(findReason(null), 'INVALID_SCHEMA')
    equal(findReason(receipt, { now: END + 3_600_000 }), 'EXPIRED')
  },
  'a stranger’s receipt is genuine and not trusted': () => {
    const keys = generateKeyPair()
    holds(keys.secretKey !== generateKeyPair().secretKey, 'two key pairs are one')
    const receipt = issue(keys)
    equal(
      [findReason(receipt), findReason(receipt, { ...NOW, trustedIssuers: [KEYS.publicKey] })],
      [null, 'UNTRUSTED_ISSUER'],
    )
  },
}
