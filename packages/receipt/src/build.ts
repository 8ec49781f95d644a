import { readSystemTime, createRandomBytes } from './ambient.ts'
import { DEFAULT_LIFETIME_MS } from './checks.ts'
import { computePayloadDigest } from './digest.ts'
import type { Random } from './ed25519.ts'
import { bytesToHex } from './encoding.ts'
import {
  type Assertions,
  type EvidenceBlock,
  type Issuer,
  PROTOCOL_VERSION,
  type Subject,
  type UnsignedReceipt,
  type Verdict,
} from './receipt.ts'
import { requireTime, formatTime, type TimeLike } from './time.ts'

/** The content of a receipt. `buildReceipt` computes members that are absent, or uses their default. */
export type BuildParams = {
  evidence: (Omit<EvidenceBlock, 'payloadDigest'> & { payloadDigest?: string })[]
  interval: { start: TimeLike; end: TimeLike; coverageMs?: number }
  subject: Subject
  issuer: Issuer
  assertions?: Assertions
  verdict?: Verdict
  /** Five minutes after the end of the interval by default. */
  expiresAt?: TimeLike
  previousReceiptHash?: string | null
  references?: string[]
  audience?: string
  receiptId?: string
  now?: TimeLike
  random?: Random
}

/**
 * Builds an unsigned receipt, and computes the members that the caller leaves out: id, digests, assertions and expiry. It checks only the times;
 * `signReceipt` checks the content.
 *
 * @returns the receipt without a signature, for `signReceipt`.
 * @throws {ReceiptError} if a time can't be read.
 * @throws {NotJsonError} if a payload isn't plain JSON data.
 * @example
 * const built = buildReceipt({ evidence, interval: { start, end }, subject, issuer: createIssuerIdentity(keyPair) })
 */
export function buildReceipt(params: BuildParams): UnsignedReceipt {
  const { evidence, subject, issuer, verdict, audience, now = readSystemTime(), random = createRandomBytes } = params
  const start = requireTime(params.interval.start, 'interval.start')
  const end = requireTime(params.interval.end, 'interval.end')
  const expiresAt = requireTime(params.expiresAt ?? end + DEFAULT_LIFETIME_MS, 'expiresAt')
  return {
    protocolVersion: PROTOCOL_VERSION,
    receiptId: params.receiptId ?? createUuidV7(requireTime(now, 'now'), random),
    subject,
    interval: {
      start: formatTime(start),
      end: formatTime(end),
      coverageMs: params.interval.coverageMs ?? end - start,
    },
    evidence: evidence.map(addDigest),
    assertions: params.assertions ?? computeAssertions(evidence),
    ...(verdict === undefined ? {} : { verdict }),
    expiresAt: formatTime(expiresAt),
    previousReceiptHash: params.previousReceiptHash ?? null,
    references: params.references ?? [],
    issuer,
    ...(audience === undefined ? {} : { audience }),
  }
}

function addDigest(block: BuildParams['evidence'][number]): EvidenceBlock {
  return { ...block, payloadDigest: block.payloadDigest ?? computePayloadDigest(block.payload) }
}

function computeAssertions(evidence: BuildParams['evidence']): Assertions {
  const mean = evidence.reduce((sum, block) => sum + block.confidence, 0) / Math.max(1, evidence.length)
  return {
    observationOccurred: { value: true, confidence: 0.95 },
    continuityMaintained: { value: mean >= 0.5, confidence: mean },
    receiptIntegrity: { value: true, confidence: 1 },
  }
}

/** Creates a UUID of version 7 (RFC 9562, section 5.7): 48 bits of `now`, in milliseconds since 1970, then random bits from `random`. */
export function createUuidV7(now: number, random: Random): string {
  const time = Math.trunc(now).toString(16).padStart(12, '0')
  const noise = Uint8Array.from(random(10))
  noise[0] = ((noise[0] as number) & 0x0f) | 0x70
  noise[2] = ((noise[2] as number) & 0x3f) | 0x80
  const hex = time + bytesToHex(noise)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
