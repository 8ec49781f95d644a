import {
  type Capture,
  type CaptureStreams,
  type ImuSample,
  type ImuStream,
  createInsufficient,
  readCapture,
  readImu,
} from '../capture.ts'
import type { Landmarks } from '../signature/landmarks.ts'
import { FEATURES, computePresenceVector, scaleFeatures } from './features.ts'
import { toEvenLandmarks, LANDMARK_FEATURES, computeLandmarkVector } from './landmark-features.ts'
import {
  computeDetectorAnswers,
  computeHumanness,
  type PartName,
  type Population,
  findPopulation,
  PRESENCE,
  scaleVector,
  scoreOfShare,
  estimateShareOfPeople,
} from './model.ts'
import { type MotionWindow, selectPresenceMotion, splitWindows } from './motion-windows.ts'

/** Live feedback uses this much of the newest motion. */
const NEWEST_MS = 3000
// A hundred points of the grid, the fewest for which the features are defined.
const MIN_BRIEF_MS = 1980

/**
 * Returns the presence score of the newest three seconds for live feedback, 0..1; null if less than two seconds can be
 * judged. With two to three seconds the score is slightly too low.
 *
 * @example
 * const score = getEntropyScore(samples)
 */
export function getEntropyScore(samples: readonly ImuSample[]): number | null {
  if (!Array.isArray(samples) || samples.length === 0) return null
  const newest: unknown = samples.at(-1)?.t
  if (typeof newest !== 'number') return null
  const before = samples.findLastIndex((sample) => !(sample?.t >= newest - NEWEST_MS))
  const motion = selectPresenceMotion(readImu(samples.slice(before + 1)), MIN_BRIEF_MS)
  return motion.status === 'insufficient' ? null : scoreWindow(motion, PRESENCE.briefPeople)
}

type WindowScore = Record<PartName, number> & { score: number }

/** Shorter captures cannot be judged. */
export const MIN_CAPTURE_MS = 4000

/**
 * Scores how much the motion of a capture looks like a person's (evidence EE-001), 0..1; 5 % of people score below 0.5.
 * Uses the motion sensors, or the landmarks if there are no sensor samples. Never throws: for too little motion
 * `status` is 'insufficient' and `reason` says what is missing.
 *
 * @returns the score with its parts, and whether there was enough motion.
 * @example
 * const { score, status, reason } = presenceScore({ imu: samples })
 */
export function presenceScore(capture: Capture): PresenceScore {
  return judgePresence(readCapture(capture))
}

/** Scores the presence like `presenceScore`, for a capture that has been read. */
export function judgePresence({ imu, frames }: Pick<CaptureStreams, 'imu' | 'frames'>): PresenceScore {
  if (imu.isEmpty && frames.isGiven) return scoreLandmarks(frames)
  const given = scoreMotionPresence(imu)
  const even = given.status === 'ok' ? toEvenClock(imu.given) : null
  return even === null ? given : selectLower(given, scoreMotionPresence(readImu(even)))
}

function scoreMotionPresence(imu: ImuStream): PresenceScore {
  const motion = selectPresenceMotion(imu, MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return toInsufficient(motion.reason)
  const judged = splitWindows(motion).map(judgeWindow)
  return { ...computeMeanScore(judged), status: 'ok', reason: null }
}

function selectLower(one: PresenceScore, other: PresenceScore): PresenceScore {
  return other.status === 'insufficient' || other.score < one.score ? other : one
}

function judgeWindow(window: MotionWindow): WindowScore {
  const people = findPopulation(window.n)
  const u = scaleWindow(window, people)
  return { score: scoreAmong(people, u), ...scoreParts(u, FEATURES, people) }
}

/** Returns the presence score of one window, 0..1, compared with the population `people`; its parts aren't computed. */
export function scoreWindow(window: MotionWindow, people: Population): number {
  return scoreAmong(people, scaleWindow(window, people))
}

/** Computes the presence features of a window, scaled by the spreads of a population. */
export function scaleWindow({ channels, n, hasGravity }: MotionWindow, { spreads }: Population): Float64Array {
  return scaleFeatures(computePresenceVector(channels, n), hasGravity, spreads)
}

function scoreAmong(people: Population, u: Float64Array): number {
  return scoreOfShare(
    estimateShareOfPeople(people.humanness, computeHumanness(computeDetectorAnswers(u, PRESENCE.detectors))),
  )
}

/** Returns the mean over the windows of a capture. */
function computeMeanScore(judged: readonly WindowScore[]): WindowScore {
  const of = (name: keyof WindowScore): number => judged.reduce((sum, one) => sum + one[name], 0) / judged.length
  const [microTiming, noiseResidual, freqEntropy, bioPerturb] = PARTS.map(of)
  return { score: of('score'), microTiming, noiseResidual, freqEntropy, bioPerturb }
}

const MIN_LANDMARK_MS = 1400

/**
 * Scores the presence of camera landmarks alone, which carry less than sensors: no gravity, no rotation, no fine noise.
 * For too little motion `status` is 'insufficient' and `reason` says what is missing.
 */
export function scoreLandmarks(landmarks: Landmarks): PresenceScore {
  const even = toEvenLandmarks(landmarks, MIN_LANDMARK_MS)
  if (even.status === 'insufficient') return toInsufficient(even.reason)
  const { detectors, people } = PRESENCE.landmarks
  const u = scaleVector(computeLandmarkVector(even), people.spreads)
  const share = estimateShareOfPeople(people.humanness, computeHumanness(computeDetectorAnswers(u, detectors)))
  return { score: scoreOfShare(share), ...scoreParts(u, LANDMARK_FEATURES, people), status: 'ok', reason: null }
}

/** The presence score of a capture with its parts, each from 0 to 1. */
export type PresenceScore = Record<PartName, number> & {
  score: number
  status: 'ok' | 'insufficient'
  /** Why the capture couldn't be judged, or null. */
  reason: string | null
}

/** Returns the score of a capture that is too short or too poor to be judged. */
function toInsufficient(reason: string): PresenceScore {
  return { score: 0, microTiming: 0, noiseResidual: 0, freqEntropy: 0, bioPerturb: 0, ...createInsufficient(reason) }
}

// Browsers round their clocks to about a millisecond. Smaller deviations are not manipulation.
const ROUNDING_MS = 0.6

/**
 * Returns the samples with evenly spaced times between the same start and end, or null if they already are or there is
 * no usable time. The score with the given times and the score with even times must both be high, so moving single
 * timestamps gains nothing.
 */
export function toEvenClock(samples: readonly ImuSample[]): ImuSample[] | null {
  const last = samples.length - 1
  const start = samples[0]?.t
  const step = (samples[last]?.t - start) / last
  if (!(step > 0)) return null
  const isEven = samples.every((sample, i) => Math.abs(sample?.t - start - i * step) <= ROUNDING_MS)
  return isEven ? null : samples.map((sample, i) => ({ ...sample, t: start + i * step }))
}

export const PARTS = ['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'] as const

/**
 * Returns the mean square of those scaled features that belong to one part of the score; 0 if there are none.
 * `features[i]` names the part of `u[i]`.
 */
export function measureOddness(u: Float64Array, part: PartName, features: readonly { part: PartName }[]): number {
  let total = 0
  let count = 0
  for (const [i, info] of features.entries()) {
    if (info.part !== part) continue
    total += u[i] * u[i]
    count++
  }
  return count > 0 ? total / count : 0
}

/**
 * Scores how typical each part of the motion is among people; 0.5 if 5 % of people are less typical. Too little and too
 * much both count against it. `features[i]` names the part of the scaled feature `u[i]`.
 */
export function scoreParts(
  u: Float64Array,
  features: readonly { part: PartName }[],
  people: Population,
): Record<PartName, number> {
  const typical = (part: PartName): number =>
    scoreOfShare(estimateShareOfPeople(people.parts[part], -measureOddness(u, part, features)))
  return {
    microTiming: typical('microTiming'),
    noiseResidual: typical('noiseResidual'),
    freqEntropy: typical('freqEntropy'),
    bioPerturb: typical('bioPerturb'),
  }
}
