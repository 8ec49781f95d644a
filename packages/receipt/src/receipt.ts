import { computePayloadDigest } from './digest.ts'
import type { Json } from './json.ts'

/** The version of CPS-0001 that every receipt of this library has in `protocolVersion`. */
export const PROTOCOL_VERSION = '1.0'

/** The issuer's own verdict on the observation. Failed scans are signed too, so a valid signature isn't enough. */
export type Verdict = 'PASS' | 'FAIL' | 'INSUFFICIENT_EVIDENCE'

/** The measurements of an engine, as JSON. The receipt has its digest, which V5 compares. */
export type Payload = { [member: string]: Json }

/** The evidence of one engine. */
export type EvidenceBlock = {
  /** The engine, for example `EE-001` for presence. */
  engineId: string
  engineVersion: string
  /** From 0 to 1. */
  confidence: number
  payload: Payload
  /** `computePayloadDigest(payload)`. */
  payloadDigest: string
}

/** An assertion of the issuer. `confidence` is a number from 0 to 1. */
export type Assertion = { value: boolean; confidence: number }

/** The three assertions of every receipt. V3 refuses assertions that contradict each other or the verdict. */
export type Assertions = {
  /** Something was observed. */
  observationOccurred: Assertion
  /** The observation was continuous. It can't be true without an observation. */
  continuityMaintained: Assertion
  /** The evidence is complete and unchanged. */
  receiptIntegrity: Assertion
}

/** The time of the observation: two RFC 3339 times in UTC with milliseconds, and the number of milliseconds between them. */
export type Interval = { start: string; end: string; coverageMs: number }

/** The subject of the observation: `sha256:` and 64 hex digits that mean nothing outside the audience, and optionally its kind. */
export type Subject = { id: string; type?: string }

/** The issuer's public key, and the id that is derived from it. Anyone can make a key, so compare it with the keys that you trust. */
export type Issuer = { id: string; publicKey: string }

/** A receipt before it is signed, as `buildReceipt` returns it. */
export type UnsignedReceipt = {
  protocolVersion: string
  /** A UUID of version 7. */
  receiptId: string
  subject: Subject
  interval: Interval
  /** 1 to 16 blocks. */
  evidence: EvidenceBlock[]
  assertions: Assertions
  verdict?: Verdict
  /** Five minutes after the end of the interval if absent. */
  expiresAt?: string
  /** The hash (`computeReceiptHash`) of the previous receipt in the chain; null for the first receipt. */
  previousReceiptHash: string | null
  /** Up to 256 texts of the issuer's choice. */
  references: string[]
  issuer: Issuer
  /** The site that the receipt is for. Refuse a receipt that names another audience than you, or no audience. */
  audience?: string
}

/** The issuer's signature. It covers every member of the receipt except `value`. */
export type Signature = {
  algorithm: 'Ed25519'
  canonicalization: 'JCS'
  signedAt: string
  /** 128 lower-case hex digits. */
  value: string
}

/** A CPS-0001 receipt. Having this type says nothing about the signature: verify it with `verifyReceipt` or `acceptReceipt`. */
export type Receipt = UnsignedReceipt & { signature: Signature }

/** A receipt of release candidate 1 of the public reference. It has no canonicalization, and its signature leaves several members out. */
export type OldReceipt = Omit<UnsignedReceipt, 'previousReceiptHash' | 'references' | 'audience'> & {
  previousReceiptHash?: string | null
  references?: string[]
  signature: Omit<Signature, 'canonicalization'>
}

/** One measurement of an engine, in numbers and in words. */
export type EvidenceComponent = {
  metric: string
  value: number | null
  threshold: number | null
  status: string
  explanation: string
}

/** The result of an engine. Any engine can make evidence, as long as JSON can hold it. */
export type EngineEvidence = {
  engineId: string
  engineVersion: string
  value: number | null
  confidence: number
  components: EvidenceComponent[]
  diagnostics: Payload
}

/**
 * Wraps an engine's result as an evidence block of a receipt. Engine id, version and confidence become members of the block; everything else becomes
 * its payload.
 *
 * @returns the block, with the digest of its payload.
 * @throws {NotJsonError} if the payload isn't plain JSON data.
 * @example
 * const block = engineEvidenceToBlock({ engineId: 'EE-001', engineVersion: '1.0.0', value: 0.8, confidence: 0.8, components: [], diagnostics: {} })
 */
export function engineEvidenceToBlock(evidence: EngineEvidence): EvidenceBlock {
  const { engineId, engineVersion, confidence, ...payload } = evidence
  return { engineId, engineVersion, confidence, payload, payloadDigest: computePayloadDigest(payload) }
}
