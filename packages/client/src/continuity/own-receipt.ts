import type { Continuity } from '@stillhere/engine'
import {
  type Assertions,
  type BuildParams,
  buildReceipt,
  bytesToHex,
  createIssuerIdentity,
  type EngineEvidence,
  engineEvidenceToBlock,
  type Receipt,
  type Signer,
  signReceipt,
  type Subject,
} from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-source.ts'
import { findPointerStroke } from '../capture/pointer-motion.ts'

/** Signer, subject, audience and time of a receipt. */
export type ReceiptInput = { signer: Signer; subject?: Subject | undefined; audience?: string | undefined; now: number }

/**
 * Builds the receipt of a scan that the engine judged on this page, and signs it with the given key. Without a subject in `signing`, the subject is
 * a hash of the public key.
 */
export async function signContinuity(
  { startedAt, endedAt }: Pick<MotionCapture, 'startedAt' | 'endedAt'>,
  { verdict, confidence, evidence }: Continuity,
  signing: ReceiptInput,
): Promise<Receipt> {
  return signWith(
    {
      evidence: evidence.map(engineEvidenceToBlock),
      interval: { start: startedAt, end: endedAt },
      assertions: createAssertions(verdict === 'PASS', confidence),
      verdict,
    },
    signing,
  )
}

/** Builds and signs the receipt of practice with a pointer. Its verdict is INSUFFICIENT_EVIDENCE and its confidence 0: it never proves presence. */
export async function signPractice(capture: MotionCapture, signing: ReceiptInput): Promise<Receipt> {
  return signWith(
    {
      evidence: [engineEvidenceToBlock(createPracticeEvidence(capture))],
      interval: { start: capture.startedAt, end: capture.endedAt },
      assertions: createAssertions(false, 0),
      verdict: 'INSUFFICIENT_EVIDENCE',
    },
    signing,
  )
}

const PRACTICE_VERSION = '1.0.0'

/** Creates evidence of how many strokes the pointer followed. Its confidence is 0, because a pointer shows nothing of a hand. */
function createPracticeEvidence({ challenge, imu }: Pick<MotionCapture, 'challenge' | 'imu'>): EngineEvidence {
  const components = challenge.strokes.map(({ direction, atMs }, i) => {
    const seen = findPointerStroke(imu, atMs, challenge.strokes[i + 1]?.atMs ?? Number.POSITIVE_INFINITY)
    const followed = seen === direction
    const explanation = seen === null ? `${direction}: nothing was seen` : `${direction}: went ${seen}`
    return {
      metric: `stroke${i + 1}`,
      value: followed ? 1 : 0,
      threshold: 1,
      status: followed ? 'pass' : 'fail',
      explanation,
    }
  })
  const followed = components.filter(({ status }) => status === 'pass').length
  return {
    engineId: 'PRACTICE-POINTER',
    engineVersion: PRACTICE_VERSION,
    value: followed / Math.max(1, components.length),
    confidence: 0,
    components,
    diagnostics: { mode: 'pointer', strokes: components.length, followed },
  }
}

function createAssertions(continuity: boolean, confidence: number): Assertions {
  return {
    observationOccurred: { value: true, confidence: 1 },
    continuityMaintained: { value: continuity, confidence },
    receiptIntegrity: { value: true, confidence: 1 },
  }
}

type Content = Pick<BuildParams, 'evidence' | 'interval' | 'assertions' | 'verdict'>

async function signWith(content: Content, { signer, subject, audience, now }: ReceiptInput): Promise<Receipt> {
  const { publicKey } = signer
  const unsigned = buildReceipt({
    ...content,
    subject: subject ?? { id: await computeKeyHash(publicKey), type: 'embodied' },
    issuer: createIssuerIdentity({ publicKey }),
    ...(audience !== undefined && { audience }),
    now,
  })
  return signReceipt(unsigned, signer, { now })
}

/** Computes the subject of a receipt from a public key: it distinguishes people without naming them. */
async function computeKeyHash(publicKey: string): Promise<string> {
  const bytes = Uint8Array.from(publicKey.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `sha256:${bytesToHex(digest)}`
}
