import { createHash } from 'node:crypto'
import { type Capture, type Challenge, replayDigest, replayProbes } from '@stillhere/engine'
import { rememberStroke, type StrokeMotion, strokeMotions, strokeProbes } from '@stillhere/engine/strokes'
import type { Secrets } from '../../platform/secrets.ts'

/** Sealed texts are padded to a multiple of this length, which otherwise would reveal which digests they contain. */
const STEP = 4096

/**
 * Computes the id of a stream in the replay queue: a keyed hash of its digest. Without the key, the id can't be linked to the digest that is stored
 * in the replay memory later.
 */
export function computeWaitingId(secrets: Secrets, { whole }: Trace): Buffer {
  return secrets.hash('memory', Buffer.from(whole.digest))
}

/** Encrypts the digests and hashes of a stream for the replay queue: those of the whole stream first, then those of its strokes. */
export function sealWaiting(secrets: Secrets, { whole, strokes }: Trace): Buffer {
  const motions = [whole, ...strokes]
  const text = JSON.stringify(motions.map(({ digest, hashes }) => [Buffer.from(digest).toString('base64'), hashes]))
  return secrets.seal('memory', text.padEnd(Math.ceil(text.length / STEP) * STEP))
}

/** Decrypts a stream from the replay queue. Returns null if it was sealed under another key, so that it can't be read. */
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

/** The stored traces of a stream: of the whole stream, and of its strokes. */
export type RememberedStream = { whole: MotionTrace; strokes: MotionTrace[] }

/** The stored trace of a motion: a digest, an id computed from the digest, and the hashes under which the digest is found. */
export type MotionTrace = { id: number; digest: Uint8Array; hashes: number[] }

/** A motion trace with the hashes under which its original may be found, and the weight of each hash. */
export type SearchedMotion = MotionTrace & { probes: number[]; weights: number[] }

/** A stroke with its motion, which is compared at many speeds. */
export type SearchedStroke = SearchedMotion & { motion: StrokeMotion }

/** Everything that the replay memory needs of one stream of a capture: the whole stream, and each stroke that answers the challenge. */
export type Trace = { whole: SearchedMotion; strokes: SearchedStroke[] }

/**
 * Computes a trace of each stream of a capture (sensor samples, landmarks), by which the replay memory recognizes it. Streams with too little
 * signal have none. They are traced separately, since old sensor samples could be sent with new landmarks. Strokes are traced only in sensor
 * samples, and only if `challenge` is given. Runs in a worker thread.
 */
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
