import type { Challenge } from '../challenge/challenge.ts'
import { scoreChallenge } from '../challenge/score.ts'
import { challengeEvidence, couplingEvidence, presenceEvidence } from '../continuity/evidence.ts'
import { cameraTrackOf } from '../coupling/camera-track.ts'
import { type CouplingScore, couplingScore } from '../coupling/score.ts'
import type { EngineEvidence } from '../evidence.ts'
import { presenceScore } from '../presence/score.ts'
import { replayDigest } from '../replay/digest.ts'
import { isReplay, replaySimilarity } from '../replay/similarity.ts'
import { threatReport } from '../threat/report.ts'
import type { Capture } from '../types.ts'
import type { Factors } from './fusion.ts'

/** What the samples of one response say, before anything about the person is known. */
export type Evidence = {
  factors: Pick<Factors, 'liveness' | 'challenge' | 'coupling' | 'replay'>
  /** The presence or the challenge could not be judged at all. */
  unjudged: boolean
  synthetic: boolean
  replayed: boolean
  /** The same for a receipt: EE-001, EE-002 where a camera looked on, EE-003. */
  blocks: EngineEvidence[]
}

/** What the replay memory knows: the digests to compare with, or the outcome of a comparison that was made already. */
export type Memory = { earlier?: readonly Uint8Array[]; nearest?: number }

const HUMAN_FROM = 0.5

export function gatherEvidence(capture: Capture, challenge: Challenge, memory: Memory): Evidence {
  const presence = presenceScore(capture)
  const answered = scoreChallenge(challenge, capture.imu ?? [])
  const coupling = scoreCoupling(capture)
  const report = threatReport(capture, { presence })
  const replay = compareWithMemory(capture, memory)
  const coupled = coupling?.status === 'ok' ? coupling.score : null
  return {
    factors: { liveness: presence.score, challenge: answered.value, coupling: coupled, replay: replay.factor },
    unjudged: presence.status !== 'ok' || answered.status !== 'ok',
    synthetic: presence.score < HUMAN_FROM || report.overallVerdict === 'likely_synthetic',
    replayed: replay.found,
    blocks: [
      presenceEvidence(presence),
      ...(coupling ? [couplingEvidence(coupling)] : []),
      challengeEvidence(answered),
    ],
  }
}

function scoreCoupling({ imu, frames, camera }: Capture): CouplingScore | null {
  const track = camera ?? (frames && cameraTrackOf(frames))
  return imu && track ? couplingScore(imu, track) : null
}

function compareWithMemory(
  capture: Capture,
  { earlier, nearest: known }: Memory,
): { factor: number | null; found: boolean } {
  if (known !== undefined && Number.isFinite(known)) return { factor: 1 - known, found: isReplay(known) }
  if (earlier === undefined) return { factor: null, found: false }
  const digest = replayDigest(capture)
  if ('reason' in digest) return { factor: null, found: false }
  const nearest = Math.max(0, ...earlier.map((other) => replaySimilarity(digest.bytes, other).similarity))
  return { factor: 1 - nearest, found: isReplay(nearest) }
}
