import {
  type Challenge,
  type ImuSample,
  nearestReplay,
  replayDigest,
  replayProbes,
} from '../../../packages/engine/src/index.ts'
import {
  isSameStroke,
  KNOWN_STROKES_OF_A_REPLAY,
  rememberStroke,
  type StrokeMotion,
  strokeComparer,
  strokeMotions,
  strokeProbes,
} from '../../../packages/engine/src/strokes/index.ts'

type Kept = { digest: Uint8Array; hashes: readonly number[] }
type Probes = readonly { hash: number; weight: number }[]
type KeptStroke = Kept & { motion: StrokeMotion }

/** The service's memory of a capture: the whole capture, and each stroke that answers the challenge. */
export type Trace = { whole: Kept; strokes: KeptStroke[] }

// As in the service's store: so many votes of hashes make a candidate.
export const LEAST_VOTES = { capture: 5, stroke: 1.4 }

/** The trace of a capture; null where there is nothing to remember. */
export function traceCapture(imu: readonly ImuSample[], challenge: Challenge): Trace | null {
  const digest = replayDigest({ imu })
  if (digest.status !== 'ok') return null
  const strokes = strokeMotions(imu, challenge).map((motion) => {
    const { bytes, hashes } = rememberStroke(motion)
    return { digest: bytes, hashes, motion }
  })
  return { whole: { digest: digest.bytes, hashes: digest.hashes }, strokes }
}

/** Returns the similarity to the nearest earlier capture, 0..1; null if the capture can't be remembered. */
export function compareWithMemory(trace: Trace | null, memory: readonly Trace[]): number | null {
  if (trace === null) return null
  const earlier = memory.flatMap(({ strokes }) => strokes)
  const known = trace.strokes.filter((stroke) => isKnownStroke(stroke, earlier))
  if (known.length >= KNOWN_STROKES_OF_A_REPLAY) return 1
  const wholes = memory.map(({ whole }) => whole)
  const alike = listCandidates(replayProbes(trace.whole.digest), wholes, LEAST_VOTES.capture)
  return nearestReplay(trace.whole.digest, alike)?.similarity ?? 0
}

function isKnownStroke({ motion }: KeptStroke, earlier: readonly Kept[]): boolean {
  const alike = listCandidates(strokeProbes(motion), earlier, LEAST_VOTES.stroke)
  if (alike.length === 0) return false
  const similarityTo = strokeComparer(motion)
  return alike.some((digest) => isSameStroke(similarityTo(digest)))
}

function listCandidates(probes: Probes, earlier: readonly Kept[], leastVotes: number): Uint8Array[] {
  const weights = new Map<number, number>()
  for (const { hash, weight } of probes) weights.set(hash, (weights.get(hash) ?? 0) + weight)
  const countVotes = ({ hashes }: Kept) => hashes.reduce((votes, hash) => votes + (weights.get(hash) ?? 0), 0)
  return earlier.filter((kept) => countVotes(kept) >= leastVotes - 1e-9).map(({ digest }) => digest)
}
