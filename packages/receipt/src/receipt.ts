import { computePayloadDigest } from './digest.ts'
import type { Json } from './json.ts'

/** One measured part of an engine's evidence, in numbers and in words. */
export type EvidenceComponent = {
  metric: string
  value: number | null
  threshold: number | null
  status: string
  explanation: string
}

/** What an engine returns; receipts do not care which engine it was. */
export type EngineEvidence = {
  engineId: string
  engineVersion: string
  value: number | null
  confidence: number
  components: EvidenceComponent[]
  diagnostics: Payload
}

/**
 * Wraps an engine's evidence for a receipt: id, version and confidence stand outside, the payload is the rest.
 *
 * @returns the block, with the digest of its payload.
 * @throws {NotJsonError} for a payload that JSON cannot hold exactly.
 */
export function engineEvidenceToBlock(evidence: EngineEvidence): EvidenceBlock {
  const { engineId, engineVersion, confidence, ...payload } = evidence
  return { engineId, engineVersion, confidence, payload, payloadDigest: computePayloadDigest(payload) }
}

/** The version that every CPS-0001 receipt of this library carries. */
export const PROTOCOL_VERSION = '1.0'

export type Verdict = 'PASS' | 'FAIL' | 'INSUFFICIENT_EVIDENCE'

export type Payload = { [member: string]: Json }

export type EvidenceBlock = {
  engineId: string
  engineVersion: string
  confidence: number
  payload: Payload
  payloadDigest: string
}

export type Assertion = { value: boolean; confidence: number }

export type Assertions = {
  observationOccurred: Assertion
  continuityMaintained: Assertion
  receiptIntegrity: Assertion
}

export type Interval = { start: string; end: string; coverageMs: number }

export type Subject = { id: string; type?: string }

export type Issuer = { id: string; publicKey: string }

export type UnsignedReceipt = {
  protocolVersion: string
  receiptId: string
  subject: Subject
  interval: Interval
  evidence: EvidenceBlock[]
  assertions: Assertions
  verdict?: Verdict
  expiresAt?: string
  previousReceiptHash: string | null
  references: string[]
  issuer: Issuer
  audience?: string
}

export type Signature = {
  algorithm: 'Ed25519'
  canonicalization: 'JCS'
  signedAt: string
  value: string
}

export type Receipt = UnsignedReceipt & { signature: Signature }

/** A receipt of release candidate 1 of the public reference: no canonicalization, and several members that nobody signed. */
export type OldReceipt = Omit<UnsignedReceipt, 'previousReceiptHash' | 'references' | 'audience'> & {
  previousReceiptHash?: string | null
  references?: string[]
  signature: Omit<Signature, 'canonicalization'>
}
