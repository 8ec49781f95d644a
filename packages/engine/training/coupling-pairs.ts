import { integer, type Random } from '../src/random.ts'
import type { CameraSample, ImuSample } from '../src/types.ts'
import { imuSamples, type Recording, recordings } from './recordings.ts'

/** How two takes are related; the sensor's take comes first. */
export type PairKind = 'matched' | 'other-take' | 'other-person' | 'other-action'

/** A sensor's take and a camera's take that may or may not be of the same moment. */
export type TakePair = { imu: Recording; camera: Recording; kind: PairKind }

const SET = 'utd-mhad'
const WRIST = 10
const KNEE = 17
const OTHER_ACTIONS = 3

/** All takes with a sensor on one limb and a depth camera. */
export function coupledTakes(motionFolder: string): Recording[] {
  return recordings(motionFolder, SET)
}

/** The sensor's samples of a take. */
export function sensorOf(take: Recording): ImuSample[] {
  return imuSamples(take, SET)
}

/** The joint next to the sensor, stretched to the sensor's duration: the camera has no clock of its own. */
export function cameraOf(take: Recording, durationMs: number): CameraSample[] {
  const joint = wornOnWrist(take) ? WRIST : KNEE
  const [x, y, z] = [0, 1, 2].map((axis) => (take.skel?.channels ?? [])[3 * joint + axis])
  return x.map((_, k) => ({ t: (k * durationMs) / (x.length - 1), x: x[k], y: y[k], z: z[k] }))
}

function wornOnWrist({ label }: Recording): boolean {
  return Number((label ?? '').slice(1)) <= 21
}

/** Each take with its own camera, those of all other takes, one of every other person, and a few of other actions. */
export function takePairs(takes: readonly Recording[], random: Random): TakePair[] {
  return takes.flatMap((imu) => {
    const mine = takes.filter(
      ({ subject, label, id }) => subject === imu.subject && label === imu.label && id !== imu.id,
    )
    const strangers = [...new Set(takes.map(({ subject }) => subject))].filter((subject) => subject !== imu.subject)
    const theirs = strangers.map((who) => takes.filter(({ subject, label }) => subject === who && label === imu.label))
    const others = takes.filter(({ subject, label }) => subject === imu.subject && label !== imu.label)
    const drawn = Array.from({ length: OTHER_ACTIONS }, () => others[integer(random, others.length)])
    return [
      { imu, camera: imu, kind: 'matched' as const },
      ...mine.map((camera) => ({ imu, camera, kind: 'other-take' as const })),
      ...theirs.flatMap((list) =>
        list.length > 0 ? [{ imu, camera: list[integer(random, list.length)], kind: 'other-person' as const }] : [],
      ),
      ...drawn.map((camera) => ({ imu, camera, kind: 'other-action' as const })),
    ]
  })
}
