import { computePayloadDigest } from './digest.ts'
import type { EvidenceBlock, Payload } from './receipt.ts'

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
