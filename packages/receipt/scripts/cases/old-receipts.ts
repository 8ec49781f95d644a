import { type Edits, edit, type JsonObject, memberAt, sha256 } from './json.ts'
import { ISSUER, type Key, signText, withSignature } from './signing.ts'

/** The members of oldDraft that the old profile does not sign. */
export const UNSIGNED = [
  '/subject/type',
  '/previousReceiptHash',
  '/signature/algorithm',
  '/signature/signedAt',
  '/evidence/0/engineId',
  '/evidence/0/engineVersion',
  '/evidence/0/confidence',
]

/** An evidence block with the digest of the old profile. */
export function oldBlock(payload: JsonObject): JsonObject {
  return {
    engineId: 'com.example.simulation',
    engineVersion: '1.0.0',
    confidence: 0.85,
    payload,
    payloadDigest: sha256(JSON.stringify(payload)),
  }
}

/** A receipt of release candidate 1: free ids, times without milliseconds, no canonicalization. */
export function oldDraft(edits: Edits = {}, key: Key = ISSUER): JsonObject {
  const made: JsonObject = {
    protocolVersion: '1.0',
    receiptId: 'rc1-receipt-1',
    subject: { id: 'sha256:subject-1', type: 'embodied' },
    interval: { start: '2026-03-01T11:59:00Z', end: '2026-03-01T11:59:30Z', coverageMs: 30_000 },
    evidence: [oldBlock({ score: 0.85, frames: 60 })],
    assertions: {
      observationOccurred: { value: true, confidence: 0.95 },
      continuityMaintained: { value: true, confidence: 0.85 },
      receiptIntegrity: { value: true, confidence: 1 },
    },
    verdict: 'PASS',
    expiresAt: '2026-03-01T12:04:30Z',
    previousReceiptHash: null,
    references: [],
    issuer: { id: 'issuer-1', publicKey: key.publicKey },
    signature: { algorithm: 'Ed25519', signedAt: '2026-03-01T11:59:31.250Z' },
  }
  return edit(made, edits)
}

export function oldSigned(receipt: JsonObject, key: Key = ISSUER): JsonObject {
  return withSignature(receipt, signText(oldSignedText(receipt), key))
}

function oldSignedText(receipt: JsonObject): string {
  const slot = (pointer: string) => String((memberAt(receipt, pointer) as string | number | boolean | undefined) ?? '')
  const digests = (receipt.evidence as JsonObject[]).map((block) => block.payloadDigest as string).join(':')
  const references = ((receipt.references ?? []) as string[]).join(':')
  const head = ['/receiptId', '/interval/start', '/interval/end', '/interval/coverageMs', '/subject/id']
  const issuer = ['/issuer/id', '/issuer/publicKey', '/protocolVersion', '/expiresAt']
  const assertions = ['observationOccurred', 'continuityMaintained', 'receiptIntegrity'].flatMap((name) => [
    `/assertions/${name}/value`,
    `/assertions/${name}/confidence`,
  ])
  return [...head.map(slot), digests, ...issuer.map(slot), ...assertions.map(slot), slot('/verdict'), references].join(
    ':',
  )
}
