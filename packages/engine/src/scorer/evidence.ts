import type { SeenAnswer } from '../challenge/answer.ts'
import { CHALLENGE } from '../challenge/parameters.ts'
import { isLaterThan, type ReactionTimes } from '../challenge/reaction.ts'
import { judgeSeen } from '../challenge/score.ts'
import { challengeEvidence, couplingEvidence, presenceEvidence } from '../continuity/evidence.ts'
import { coupleStreams } from '../coupling/score.ts'
import type { EngineEvidence } from '../evidence.ts'
import { isFiniteNumber } from '../members.ts'
import { judgePresence } from '../presence/score.ts'
import { digestStreams } from '../replay/digest.ts'
import { isReplay, replaySimilarity } from '../replay/similarity.ts'
import type { CaptureStreams } from '../streams/capture.ts'
import { reportThreats } from '../threat/report.ts'
import type { Insufficient } from '../types.ts'
import type { Factors } from './fusion.ts'

/** What the samples of one response say, before anything about the person is known. */
export type Evidence = {
  factors: Pick<Factors, 'liveness' | 'challenge' | 'coupling' | 'replay'>
  /** The presence or the challenge could not be judged at all. */
  unjudged: boolean
  /** Why the presence could not be judged. */
  signal: string | null
  synthetic: boolean
  replayed: boolean
  /** The strokes came later after their cues than the enrolled person's. */
  late: boolean
  /** The same for a receipt: EE-001, EE-002 where a camera looked on, EE-003. */
  blocks: EngineEvidence[]
}

/** What the replay memory knows: the digests to compare with, or the outcome of a comparison that was made already. */
type Memory = { earlier?: readonly Uint8Array[]; nearest?: number }

/** What a caller knows beside the samples. */
type Known = Memory & { simulated?: boolean; reaction: ReactionTimes | null }

const HUMAN_FROM = 0.5

export function gatherEvidence(streams: CaptureStreams, seen: SeenAnswer | Insufficient, known: Known): Evidence {
  const presence = judgePresence(streams)
  const answered = judgeSeen(CHALLENGE, seen)
  const coupling = coupleStreams(streams)
  const report = reportThreats(streams, { presence })
  const replay = compareWithMemory(streams, known)
  const coupled = coupling?.status === 'ok' ? coupling.score : null
  return {
    factors: { liveness: presence.score, challenge: answered.value, coupling: coupled, replay: replay.factor },
    unjudged: presence.status !== 'ok' || answered.status !== 'ok',
    signal: presence.reason,
    synthetic: known.simulated === true || presence.score < HUMAN_FROM || report.overallVerdict === 'likely_synthetic',
    replayed: replay.found,
    late: known.reaction !== null && isLaterThan(known.reaction, answered.strokes),
    blocks: [
      presenceEvidence(presence),
      ...(coupling ? [couplingEvidence(coupling)] : []),
      challengeEvidence(answered),
    ],
  }
}

function compareWithMemory(
  streams: CaptureStreams,
  { earlier, nearest: known }: Memory,
): { factor: number | null; found: boolean } {
  if (isFiniteNumber(known)) return { factor: 1 - known, found: isReplay(known) }
  if (earlier === undefined) return { factor: null, found: false }
  const digest = digestStreams(streams)
  if ('reason' in digest) return { factor: null, found: false }
  const nearest = Math.max(0, ...earlier.map((other) => replaySimilarity(digest.bytes, other).similarity))
  return { factor: 1 - nearest, found: isReplay(nearest) }
}
