import { createHash } from 'node:crypto'
import { type Capture, type Challenge, replayDigest, replayProbes } from '@stillhere/engine'
import { rememberStroke, type StrokeMotion, strokeMotions, strokeProbes } from '@stillhere/engine/strokes'
import type { Secrets } from '../../platform/secrets.ts'

/** Texts are padded to a multiple of this, or their length would reveal which digests they hold. */
const STEP = 4096

/** Computes the id under which a stream waits. Without the key it can't be linked to the digest that is remembered later. */
export function computeWaitingId(secrets: Secrets, { whole }: Trace): Buffer {
  return secrets.hash('memory', Buffer.from(whole.digest))
}

/** Seals the digests and hashes of a stream; the whole comes first. */
export function sealWaiting(secrets: Secrets, { whole, strokes }: Trace): Buffer {
  const motions = [whole, ...strokes]
  const text = JSON.stringify(motions.map(({ digest, hashes }) => [Buffer.from(digest).toString('base64'), hashes]))
  return secrets.seal('memory', text.padEnd(Math.ceil(text.length / STEP) * STEP))
}

/** Opens a sealed stream; null if the key has changed since, so that it can never be read. */
export function openWaiting(secrets: Secrets, sealed: Buffer): RememberedStream | null {
  let text: string
  try {
    text = secrets.open('memory', sealed)
  } catch {
    return null
  }
  const motions = (JSON.parse(text) as [digest: string, hashes: number[]][]).map(([digest, hashes]): MotionTrace => {
    const bytes = new Uint8Array(Buffer.from(digest, 'base64'))
    return { id: computeMotionId(bytes), digest: bytes, hashes }
  })
  const [whole, ...strokes] = motions as [MotionTrace, ...MotionTrace[]]
  return { whole, strokes }
}

/** What is remembered of a stream: the whole of it, and its strokes. */
export type RememberedStream = { whole: MotionTrace; strokes: MotionTrace[] }

/** What is remembered of some motion: a digest, an id computed from it, and the hashes that lead to it. */
export type MotionTrace = { id: number; digest: Uint8Array; hashes: number[] }

/** Motion with the hashes under which its original may be found, and the weight of each. */
export type SearchedMotion = MotionTrace & { probes: number[]; weights: number[] }

/** A stroke with its motion, which is compared at many speeds. */
export type SearchedStroke = SearchedMotion & { motion: StrokeMotion }

/** All that the memory needs of one stream of a capture: the whole of it, and each stroke that answers the challenge. */
export type Trace = { whole: SearchedMotion; strokes: SearchedStroke[] }

/** In a thread: traces each stream of a capture. They are apart, since old sensors could be sent with new landmarks, and the reverse. */
export function computeTraces({ imu, frames }: Capture, challenge?: Challenge): Trace[] {
  const streams: Capture[] = [...(imu ? [{ imu }] : []), ...(frames ? [{ frames }] : [])]
  return streams.flatMap((stream): Trace[] => {
    const digest = replayDigest(stream)
    if (digest.status !== 'ok') return []
    const motions = challenge && stream.imu ? strokeMotions(stream.imu, challenge) : []
    const strokes = motions.map((motion) => ({
      ...computeMotionTrace(rememberStroke(motion), strokeProbes(motion)),
      motion,
    }))
    return [{ whole: computeMotionTrace(digest, replayProbes(digest.bytes)), strokes }]
  })
}

function computeMotionTrace(
  { bytes, hashes }: { bytes: Uint8Array; hashes: number[] },
  probes: readonly { hash: number; weight: number }[],
): SearchedMotion {
  const weights = new Map<number, number>()
  for (const { hash, weight } of probes) weights.set(hash, (weights.get(hash) ?? 0) + weight)
  return {
    id: computeMotionId(bytes),
    digest: bytes,
    hashes,
    probes: [...weights.keys()],
    // Sums of 1 and 0.7 need one digit only; 2.0999999999999996 would go to the database otherwise.
    weights: [...weights.values()].map((weight) => Math.round(weight * 10) / 10),
  }
}

const ID_BITS = 52n

/** Computes the first 52 bits of the digest's SHA-256. The same motion has the same id, and ids reveal no order. */
function computeMotionId(digest: Uint8Array): number {
  const bits = createHash('sha256').update(digest).digest().readBigUInt64BE()
  return Number(bits >> (64n - ID_BITS))
}
