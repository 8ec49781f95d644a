import { type CaptureStreams, readCapture } from '../streams/capture.ts'
import { type ImuStream, readImu } from '../streams/imu.ts'
import type { Capture } from '../types.ts'
import { toInsufficient, type PresenceScore } from './answer.ts'
import { scoreOfShare, shareOfPeople } from './conformal.ts'
import { detectorAnswers, humanness } from './detectors.ts'
import { onEvenClock } from './even-clock.ts'
import { FEATURES, presenceVector, scaleFeatures } from './features.ts'
import { landmarkPresence } from './landmark-score.ts'
import { type MotionWindow, presenceMotion, windowsOfMotion } from './motion-windows.ts'
import { type PartName, type Population, PRESENCE } from './parameters.ts'
import { PARTS, partScores } from './parts.ts'
import { populationFor } from './population.ts'

export type { PresenceScore } from './answer.ts'

type Judged = Record<PartName, number> & { score: number }

/** Shorter captures than this say too little. */
export const MIN_CAPTURE_MS = 4000

/**
 * Evidence EE-001: returns how much this motion is like people's, 0..1, with 0.5 where at most 5 % of people fall below.
 * Never throws: of too little motion `status` is 'insufficient' and `reason` says what is missing.
 *
 * @example
 * const { score, status, reason } = presenceScore({ imu: samples })
 */
export function presenceScore(capture: Capture): PresenceScore {
  return judgePresence(readCapture(capture))
}

/** The same of a capture that was read. */
export function judgePresence({ imu, frames }: Pick<CaptureStreams, 'imu' | 'frames'>): PresenceScore {
  if (imu.isEmpty && frames.isGiven) return landmarkPresence(frames)
  const given = motionPresence(imu)
  const even = given.status === 'ok' ? onEvenClock(imu.given) : null
  return even === null ? given : lower(given, motionPresence(readImu(even)))
}

function motionPresence(imu: ImuStream): PresenceScore {
  const motion = presenceMotion(imu, MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return toInsufficient(motion.reason)
  const judged = windowsOfMotion(motion).map(judgeWindow)
  return { ...mean(judged), status: 'ok', reason: null }
}

function lower(one: PresenceScore, other: PresenceScore): PresenceScore {
  return other.status === 'insufficient' || other.score < one.score ? other : one
}

function judgeWindow(window: MotionWindow): Judged {
  const people = populationFor(window.n)
  const u = scaleWindow(window, people)
  return { score: scoreAmong(people, u), ...partScores(u, FEATURES, people) }
}

/** The score of one window among these people, without its parts. */
export function windowScore(window: MotionWindow, people: Population): number {
  return scoreAmong(people, scaleWindow(window, people))
}

/** The features of a window, scaled by these people. */
export function scaleWindow({ channels, n, hasGravity }: MotionWindow, { spreads }: Population): Float64Array {
  return scaleFeatures(presenceVector(channels, n), hasGravity, spreads)
}

function scoreAmong(people: Population, u: Float64Array): number {
  return scoreOfShare(shareOfPeople(people.humanness, humanness(detectorAnswers(u, PRESENCE.detectors))))
}

/** A capture of several windows is as human as they are on average. */
function mean(judged: readonly Judged[]): Judged {
  const of = (name: keyof Judged): number => judged.reduce((sum, one) => sum + one[name], 0) / judged.length
  const [microTiming, noiseResidual, freqEntropy, bioPerturb] = PARTS.map(of)
  return { score: of('score'), microTiming, noiseResidual, freqEntropy, bioPerturb }
}
