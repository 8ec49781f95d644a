import type { Capture } from '../types.ts'
import { nothingToSay, type PresenceScore } from './answer.ts'
import { scoreOfShare, shareOfPeople } from './conformal.ts'
import { detectorAnswers, humanness } from './detectors.ts'
import { onEvenClock } from './even-clock.ts'
import { FEATURES, presenceVector, scaledFeatures } from './features.ts'
import { landmarkPresence } from './landmark-score.ts'
import { type MotionWindow, presenceMotion, windowsOfMotion } from './motion-windows.ts'
import { type PartName, type Population, PRESENCE } from './parameters.ts'
import { PARTS, partScores } from './parts.ts'

export type { PresenceScore } from './answer.ts'

type Judged = Record<PartName, number> & { score: number }

/** Shorter captures than this say too little. */
export const MIN_CAPTURE_MS = 4000
// Between the lengths that the two populations were measured on.
const BRIEF_UNDER = 275

/** Evidence EE-001: how much this motion is like people's, 0.5 where at most 5 % of people fall below. */
export function presenceScore(capture: Capture): PresenceScore {
  if ((capture?.imu ?? []).length === 0 && capture?.frames !== undefined) return landmarkPresence(capture.frames)
  const given = motionPresence(capture)
  const even = given.status === 'ok' && capture.imu !== undefined ? onEvenClock(capture.imu) : null
  return even === null ? given : lower(given, motionPresence({ imu: even }))
}

function motionPresence(capture: Capture): PresenceScore {
  const motion = presenceMotion(capture, MIN_CAPTURE_MS)
  if (motion.status === 'insufficient') return nothingToSay(motion.reason)
  const judged = windowsOfMotion(motion).map((window) => judgedWindow(window, populationFor(window.n)))
  return { ...mean(judged), status: 'ok', reason: null }
}

function lower(one: PresenceScore, other: PresenceScore): PresenceScore {
  return other.status === 'insufficient' || other.score < one.score ? other : one
}

export function populationFor(n: number): Population {
  return n < BRIEF_UNDER ? PRESENCE.briefPeople : PRESENCE.people
}

export function judgedWindow({ channels, n, hasGravity }: MotionWindow, people: Population): Judged {
  const u = scaledFeatures(presenceVector(channels, n), hasGravity, people.spreads)
  const share = shareOfPeople(people.humanness, humanness(detectorAnswers(u, PRESENCE.detectors)))
  return { score: scoreOfShare(share), ...partScores(u, FEATURES, people) }
}

/** A capture of several windows is as human as they are on average. */
function mean(judged: readonly Judged[]): Judged {
  const of = (name: keyof Judged): number => judged.reduce((sum, one) => sum + one[name], 0) / judged.length
  const [microTiming, noiseResidual, freqEntropy, bioPerturb] = PARTS.map(of)
  return { score: of('score'), microTiming, noiseResidual, freqEntropy, bioPerturb }
}
