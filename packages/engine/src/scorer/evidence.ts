import type { Challenge } from '../challenge/challenge.ts'
import { scoreChallenge } from '../challenge/score.ts'
import { cameraTrackOf } from '../coupling/camera-track.ts'
import { couplingScore } from '../coupling/score.ts'
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
}

const HUMAN_FROM = 0.5

export function evidenceOf(
  capture: Capture,
  challenge: Challenge,
  earlier: readonly Uint8Array[] | undefined,
): Evidence {
  const presence = presenceScore(capture)
  const answered = scoreChallenge(challenge, capture.imu ?? [])
  const coupling = couplingOf(capture)
  const report = threatReport(capture, { presence })
  const replay = replayOf(capture, earlier)
  return {
    factors: { liveness: presence.score, challenge: answered.value, coupling, replay: replay.factor },
    unjudged: presence.status !== 'ok' || answered.status !== 'ok',
    synthetic: presence.score < HUMAN_FROM || report.overallVerdict === 'likely_synthetic',
    replayed: replay.found,
  }
}

function couplingOf({ imu, frames, camera }: Capture): number | null {
  const track = camera ?? (frames && cameraTrackOf(frames))
  if (!imu || !track) return null
  const coupling = couplingScore(imu, track)
  return coupling.status === 'ok' ? coupling.score : null
}

function replayOf(
  capture: Capture,
  earlier: readonly Uint8Array[] | undefined,
): { factor: number | null; found: boolean } {
  const digest = replayDigest(capture)
  if (earlier === undefined || 'reason' in digest) return { factor: null, found: false }
  const nearest = Math.max(0, ...earlier.map((other) => replaySimilarity(digest.bytes, other).similarity))
  return { factor: 1 - nearest, found: isReplay(nearest) }
}
