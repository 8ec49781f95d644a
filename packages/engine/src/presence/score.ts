import {
  type Capture,
  type CaptureStreams,
  type ImuSample,
  type ImuStream,
  insufficient,
  readCapture,
  readImu,
} from '../capture.ts'
import type { Landmarks } from '../signature/landmarks.ts'
import { FEATURES, presenceVector, scaleFeatures } from './features.ts'
import { evenLandmarks, LANDMARK_FEATURES, landmarkVector } from './landmark-features.ts'
import {
  detectorAnswers,
  humanness,
  type PartName,
  type Population,
  populationFor,
  PRESENCE,
  scaleVector,
  scoreOfShare,
  shareOfPeople,
} from './model.ts'
import { type MotionWindow, presenceMotion, windowsOfMotion } from './motion-windows.ts'

/** Live feedback looks at this much of the newest motion. */
const NEWEST_MS = 3000
// A hundred points of the grid, the fewest that the features can be taken of.
const MIN_BRIEF_MS = 1980

/**
 * Returns the presence score of the newest three seconds, ranked among three seconds of people; null while two are not there.
 * In between people score a little lower than they will.
 */
export function getEntropyScore(samples: readonly ImuSample[]): number | null {
  if (!Array.isArray(samples) || samples.length === 0) return null
  const newest: unknown = samples.at(-1)?.t
  if (typeof newest !== 'number') return null
  const before = samples.findLastIndex((sample) => !(sample?.t >= newest - NEWEST_MS))
  const motion = presenceMotion(readImu(samples.slice(before + 1)), MIN_BRIEF_MS)
  return motion.status === 'insufficient' ? null : windowScore(motion, PRESENCE.briefPeople)
}

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

const MIN_LANDMARK_MS = 1400

/** The presence score of camera landmarks alone. They carry less than sensors: no gravity, no rotation, no fine noise. */
export function landmarkPresence(landmarks: Landmarks): PresenceScore {
  const even = evenLandmarks(landmarks, MIN_LANDMARK_MS)
  if (even.status === 'insufficient') return toInsufficient(even.reason)
  const { detectors, people } = PRESENCE.landmarks
  const u = scaleVector(landmarkVector(even), people.spreads)
  const share = shareOfPeople(people.humanness, humanness(detectorAnswers(u, detectors)))
  return { score: scoreOfShare(share), ...partScores(u, LANDMARK_FEATURES, people), status: 'ok', reason: null }
}

export type PresenceScore = Record<PartName, number> & {
  score: number
  status: 'ok' | 'insufficient'
  /** Why nothing could be said, null where something was. */
  reason: string | null
}

/** The answer where nothing can be said. */
function toInsufficient(reason: string): PresenceScore {
  return { score: 0, microTiming: 0, noiseResidual: 0, freqEntropy: 0, bioPerturb: 0, ...insufficient(reason) }
}

// Browsers round their clocks to a millisecond or so; what lies within that is nobody's play.
const ROUNDING_MS = 0.6

/**
 * The samples in their order on an even clock of the same beginning, end and number, or null where they are on it
 * already. Whoever moves single times about gains nothing if both clocks must convince.
 */
export function onEvenClock(samples: readonly ImuSample[]): ImuSample[] | null {
  const last = samples.length - 1
  const start = samples[0]?.t
  const step = (samples[last]?.t - start) / last
  if (!(step > 0)) return null
  const isEven = samples.every((sample, i) => Math.abs(sample?.t - start - i * step) <= ROUNDING_MS)
  return isEven ? null : samples.map((sample, i) => ({ ...sample, t: start + i * step }))
}

export const PARTS = ['microTiming', 'noiseResidual', 'freqEntropy', 'bioPerturb'] as const

/** Mean squared distance of a part's features from people's median. */
export function oddness(u: Float64Array, part: PartName, features: readonly { part: PartName }[]): number {
  let total = 0
  let count = 0
  for (const [i, info] of features.entries()) {
    if (info.part !== part) continue
    total += u[i] * u[i]
    count++
  }
  return count > 0 ? total / count : 0
}

/** Typicality of each part, 0.5 where 5 % of people are odder: too little and too much both count against it. */
export function partScores(
  u: Float64Array,
  features: readonly { part: PartName }[],
  people: Population,
): Record<PartName, number> {
  const typical = (part: PartName): number =>
    scoreOfShare(shareOfPeople(people.parts[part], -oddness(u, part, features)))
  return {
    microTiming: typical('microTiming'),
    noiseResidual: typical('noiseResidual'),
    freqEntropy: typical('freqEntropy'),
    bioPerturb: typical('bioPerturb'),
  }
}
