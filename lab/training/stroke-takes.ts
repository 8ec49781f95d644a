import { type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { generateChallenge } from '../../packages/engine/src/challenge/challenge.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { type StrokeMotion, cutStrokeMotion, strokeMotions } from '../../packages/engine/src/strokes/series.ts'
import { strokesOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'
import { type EvenMotion, toEvenMotion } from '../../packages/engine/src/timeline.ts'
import { imuSamples, type Recording, recordings } from './recordings.ts'

/** One movement of a person, and how to see it again in samples that were altered. */
export type PersonStroke = {
  source: string
  person: string
  motion: StrokeMotion
  altered: (change: Change) => StrokeMotion
  /** The same if the onset isn't given and must be detected. */
  shownAgain: (change: Change) => StrokeMotion
}

/** Samples changed and played `speed` times as slowly. */
type Change = { speed: number; alter: (imu: readonly ImuSample[]) => ImuSample[] }

/** Takes of single movements, most of them of the same kind again and again. */
const SETS = ['directional-strokes', 'air-letters', 'forearm-gestures', 'android-digits']
const LEAST_AFTER_ONSET_MS = 1000
const LEAST_MS = 500

/** Movements of recorded people; the whole take is taken for the answer to one cue. */
export function readStrokes(motionFolder: string): PersonStroke[] {
  return SETS.flatMap((set) =>
    recordings(motionFolder, set).flatMap((recording) => {
      const samples = imuSamples(recording, set)
      const imu = set === 'directional-strokes' ? withRotation(samples, recording) : samples
      const motion = toEvenMotion(readImu(imu), LEAST_MS)
      if (motion.status !== 'ok') return []
      const onsetMs = findOnset(motion)
      if (imu[imu.length - 1].t - onsetMs < LEAST_AFTER_ONSET_MS) return []
      const altered = ({ speed, alter }: Change) => motionAt(alter(slowDown(imu, speed)), () => onsetMs * speed)
      const shownAgain = ({ speed, alter }: Change) => motionAt(alter(slowDown(imu, speed)), findOnset)
      const person = `${set}/${recording.subject ?? 'one'}`
      return [{ source: set, person, motion: cutStrokeMotion(motion, onsetMs), altered, shownAgain }]
    }),
  )
}

/** Strokes that synthetic people answer challenges with. */
export function syntheticStrokes(people: readonly number[], captures: number): PersonStroke[] {
  return people.flatMap((seed) => {
    const random = seededRandom(seed + 77)
    return Array.from({ length: captures }, () => {
      const challenge = generateChallenge(random)
      const imu = strokesOf(syntheticPerson(seed), challenge.strokes, random)
      return strokeMotions(imu, challenge).map((motion, i) => {
        const altered = ({ speed, alter }: Change) => {
          const strokes = challenge.strokes.map(({ direction, atMs }) => ({ direction, atMs: atMs * speed }))
          const slower = { ...challenge, strokes, durationMs: challenge.durationMs * speed }
          return strokeMotions(alter(slowDown(imu, speed)), slower)[i] ?? motion
        }
        return { source: 'synthetic', person: `synthetic/${seed}`, motion, altered, shownAgain: altered }
      })
    }).flat()
  })
}

function motionAt(imu: readonly ImuSample[], onset: (motion: EvenMotion) => number): StrokeMotion {
  const motion = toEvenMotion(readImu(imu), LEAST_MS)
  if (motion.status !== 'ok') throw new Error(motion.reason)
  return cutStrokeMotion(motion, onset(motion))
}

function slowDown(imu: readonly ImuSample[], speed: number): ImuSample[] {
  return imu.map((sample) => {
    const { rx, ry = 0, rz = 0 } = sample
    const turning = rx === undefined ? {} : { rx: rx / speed, ry: ry / speed, rz: rz / speed }
    return { ...sample, ...turning, t: sample.t * speed }
  })
}

/** Rates of turning from the attitude, which these recordings have instead of a gyroscope. */
function withRotation(imu: readonly ImuSample[], { att }: Recording): ImuSample[] {
  const [alpha, beta, gamma] = att?.channels ?? [[], [], []]
  return imu.map((sample, i) => {
    const [a, b] = [Math.max(0, i - 1), Math.min(imu.length - 1, i + 1)]
    const seconds = (imu[b].t - imu[a].t) / 1000 || 1
    const rate = (angle: readonly number[]) => (((((angle[b] - angle[a]) % 360) + 540) % 360) - 180) / seconds
    return { ...sample, rx: rate(beta), ry: rate(gamma), rz: rate(alpha) }
  })
}

/** Returns the time at which the acceleration leaves its mean. */
function findOnset({ channels, n, startMs }: EvenMotion): number {
  const mean = [0, 1, 2].map((c) => channels.subarray(c * n, (c + 1) * n).reduce((a, b) => a + b, 0) / n)
  const away = Array.from({ length: n }, (_, i) =>
    Math.hypot(channels[i] - mean[0], channels[n + i] - mean[1], channels[2 * n + i] - mean[2]),
  )
  const most = Math.max(...away)
  let onset = away.findIndex((value) => value > 0.35 * most)
  while (onset > 0 && away[onset] > 0.15 * most) onset--
  return startMs + onset * 20
}
