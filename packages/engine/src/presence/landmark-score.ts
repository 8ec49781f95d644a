import type { Landmarks } from '../signature/landmark-tracks.ts'
import { toInsufficient, type PresenceScore } from './answer.ts'
import { scoreOfShare, shareOfPeople } from './conformal.ts'
import { detectorAnswers, humanness, scaleVector } from './detectors.ts'
import { LANDMARK_FEATURES, landmarkVector } from './landmark-features.ts'
import { evenLandmarks } from './landmark-grid.ts'
import { PRESENCE } from './parameters.ts'
import { partScores } from './parts.ts'

const MIN_MS = 1400

/** The presence score of camera landmarks alone. They carry less than sensors: no gravity, no rotation, no fine noise. */
export function landmarkPresence(landmarks: Landmarks): PresenceScore {
  const even = evenLandmarks(landmarks, MIN_MS)
  if (even.status === 'insufficient') return toInsufficient(even.reason)
  const { detectors, people } = PRESENCE.landmarks
  const u = scaleVector(landmarkVector(even), people.spreads)
  const share = shareOfPeople(people.humanness, humanness(detectorAnswers(u, detectors)))
  return { score: scoreOfShare(share), ...partScores(u, LANDMARK_FEATURES, people), status: 'ok', reason: null }
}
