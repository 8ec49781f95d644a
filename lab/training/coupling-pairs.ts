import type { CameraSample, ImuSample } from '../../packages/engine/src/capture.ts'
import { integer, type Random } from '../../packages/engine/src/random.ts'
import { imuSamples, type Recording, recordings } from './recordings.ts'

/** The relation of two takes; the sensor's take comes first. */
export type PairKind = 'matched' | 'other-take' | 'other-person' | 'other-action'

/** A sensor's take and a camera's take that may or may not be of the same moment. */
export type TakePair = { imu: Recording; camera: Recording; kind: PairKind }

const SET = 'utd-mhad'
const WRIST = 10
const KNEE = 17

/** All takes with a sensor on one limb and a depth camera. */
export function readCoupledTakes(motionFolder: string): Recording[] {
  return recordings(motionFolder, SET)
}

/** The sensor's samples of a take. */
export function toSensorSamples(take: Recording): ImuSample[] {
  return imuSamples(take, SET)
}

/** The joint next to the sensor, stretched to the sensor's duration: the camera has no clock of its own. */
export function toCameraSamples(take: Recording, durationMs: number): CameraSample[] {
  const joint = isOnWrist(take) ? WRIST : KNEE
  const [x, y, z] = [0, 1, 2].map((axis) => (take.skel?.channels ?? [])[3 * joint + axis])
  return x.map((_, k) => ({ t: (k * durationMs) / (x.length - 1), x: x[k], y: y[k], z: z[k] }))
}

function isOnWrist({ label }: Recording): boolean {
  return Number((label ?? '').slice(1)) <= 21
}

type Drawing = { random: Random; others: number }

/** Each take with its own camera and, of each kind of other takes, up to `others` cameras. */
export function takePairs(takes: readonly Recording[], { random, others }: Drawing): TakePair[] {
  return takes.flatMap((imu) => {
    const kinds = (['other-take', 'other-person', 'other-action'] as const).map((kind) => {
      const pool = takes.filter((camera) => isOfKind(imu, camera, kind))
      return draw(pool, { random, others }).map((camera) => ({ imu, camera, kind }))
    })
    return [{ imu, camera: imu, kind: 'matched' as const }, ...kinds.flat()]
  })
}

function isOfKind(imu: Recording, camera: Recording, kind: PairKind): boolean {
  const samePerson = imu.subject === camera.subject
  const sameAction = imu.label === camera.label
  if (kind === 'other-take') return samePerson && sameAction && imu.id !== camera.id
  return kind === 'other-person' ? !samePerson && sameAction : samePerson && !sameAction
}

function draw(pool: readonly Recording[], { random, others }: Drawing): Recording[] {
  const left = [...pool]
  const count = Math.min(others, left.length)
  return Array.from({ length: count }, () => left.splice(integer(random, left.length), 1)[0])
}
