import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CameraSample, type ImuSample, readImu } from '../../packages/engine/src/capture.ts'
import { integrate } from '../../packages/engine/src/coupling/fit.ts'
import { toLevelChannels } from '../../packages/engine/src/coupling/streams.ts'
import { bandPass } from '../../packages/engine/src/math/smoothing.ts'
import { integer, normal, type Random } from '../../packages/engine/src/random.ts'
import { toEvenMotion, GRID_HZ } from '../../packages/engine/src/timeline.ts'
import { toCameraSamples, type PairKind, toSensorSamples } from '../training/coupling-pairs.ts'
import { withoutDepth, withoutGyro } from '../training/coupling.ts'
import type { Recording } from '../training/recordings.ts'

/** Two streams to hold against each other; `people` are those whose motion is in it, the sensor's first. */
export type CouplingTrial = { people: string[]; imu: ImuSample[]; camera: CameraSample[] }

/** Trials of one kind; 'matched' are the honest ones. */
export type Trials = Readonly<Partial<Record<PairKind, readonly CouplingTrial[]>>>

const KINDS: Readonly<Record<string, PairKind>> = {
  matched: 'matched',
  'same-person-same-action': 'other-take',
  'other-person-same-action': 'other-person',
  'same-person-other-action': 'other-action',
}
const JOINED_TAKES = 3
const JOIN_GAP_MS = 10

export type ListedPair = { imu: Recording; camera: Recording; kind: PairKind }

/** The pairs of the fixed protocol, so that figures can be compared. */
export function readPairs(motionFolder: string, takes: readonly Recording[]): ListedPair[] {
  const byId = new Map(takes.map((take) => [take.id, take]))
  const file = JSON.parse(readFileSync(join(motionFolder, 'protocol', 'coupling_dev.json'), 'utf8')) as {
    pairs: [imu: string, camera: string, matched: number, kind: string][]
  }
  return file.pairs.flatMap(([a, b, , kind]) => {
    const [imu, camera] = [byId.get(a), byId.get(b)]
    return imu && camera ? [{ imu, camera, kind: KINDS[kind] }] : []
  })
}

/** One take against one take, the camera stretched to the sensor's duration. */
export function takeTrial({ imu, camera }: { imu: Recording; camera: Recording }): CouplingTrial {
  const samples = toSensorSamples(imu)
  return {
    people: [imu.subject, camera.subject],
    imu: samples,
    camera: toCameraSamples(camera, samples[samples.length - 1].t),
  }
}

/** Three takes of one sensor in a row, about ten seconds, against three cameras that are related to them in the same way. */
export function joinTrials(pairs: readonly ListedPair[], kind: PairKind, random: Random): CouplingTrial[] {
  const own = pairs.filter((pair) => pair.kind === kind)
  return [...new Set(own.map(({ imu }) => `${imu.subject} ${isWrist(imu)}`))].flatMap((group) => {
    const mine = own.filter(({ imu }) => `${imu.subject} ${isWrist(imu)}` === group)
    return Array.from({ length: Math.floor(mine.length / JOINED_TAKES) }, () =>
      joinTrial(Array.from({ length: JOINED_TAKES }, () => takeTrial(mine[integer(random, mine.length)]))),
    )
  })
}

function isWrist({ label }: Recording): boolean {
  return Number((label ?? '').slice(1)) <= 21
}

function joinTrial(parts: readonly CouplingTrial[]): CouplingTrial {
  const whole: CouplingTrial = { people: parts.flatMap(({ people }) => people), imu: [], camera: [] }
  let start = 0
  for (const { imu, camera } of parts) {
    for (const sample of imu) whole.imu.push({ ...sample, t: start + sample.t })
    for (const sample of camera) whole.camera.push({ ...sample, t: start + sample.t })
    start += imu[imu.length - 1].t + JOIN_GAP_MS
  }
  return whole
}

export type Change = (trial: CouplingTrial, random: Random) => CouplingTrial

/** Disturbances of honest captures. */
export const CHANGES: Readonly<Record<string, Change>> = {
  'as recorded': (trial) => trial,
  'camera 75 ms late': (trial) => delayCamera(trial, 75),
  'camera 150 ms late': (trial) => delayCamera(trial, 150),
  'camera noise 10 mm': (trial, random) => noisy(trial, random, 0.01),
  'no depth': ({ camera, ...trial }) => ({ ...trial, camera: camera.map(withoutDepth) }),
  'no depth, picture units, y down': ({ camera, ...trial }) => ({
    ...trial,
    camera: camera.map(({ t, x, y }) => ({ t, x: 0.5 + 0.3 * x, y: 0.5 - 0.3 * y })),
  }),
  'camera tilted 15°': ({ camera, ...trial }) => ({
    ...trial,
    camera: camera.map((sample) => tiltSample(sample, Math.PI / 12)),
  }),
  mirrored: ({ camera, ...trial }) => ({ ...trial, camera: camera.map((sample) => ({ ...sample, x: -sample.x })) }),
  'no gyroscope': ({ imu, ...trial }) => ({ ...trial, imu: imu.map(withoutGyro) }),
  'sensor at 60 Hz, rounded': ({ imu, ...trial }) => ({ ...trial, imu: browserLike(resampleImu(imu, 60)) }),
  'sensor at 100 Hz': ({ imu, ...trial }) => ({ ...trial, imu: resampleImu(imu, 100) }),
}

function delayCamera({ camera, ...trial }: CouplingTrial, ms: number): CouplingTrial {
  return { ...trial, camera: camera.map((sample) => ({ ...sample, t: sample.t + ms })) }
}

function noisy({ camera, ...trial }: CouplingTrial, random: Random, size: number): CouplingTrial {
  const moved = camera.map(({ t, x, y, z }) => ({
    t,
    x: x + size * normal(random),
    y: y + size * normal(random),
    z: (z ?? 0) + size * normal(random),
  }))
  return { ...trial, camera: moved }
}

function tiltSample({ t, x, y, z }: CameraSample, angle: number): CameraSample {
  const depth = z ?? 0
  return { t, x, y: y * Math.cos(angle) - depth * Math.sin(angle), z: y * Math.sin(angle) + depth * Math.cos(angle) }
}

function resampleImu(imu: readonly ImuSample[], hz: number): ImuSample[] {
  const count = Math.floor((imu[imu.length - 1].t * hz) / 1000)
  let k = 0
  return Array.from({ length: count }, (_, i) => {
    const t = (i * 1000) / hz
    while (k + 2 < imu.length && imu[k + 1].t <= t) k++
    const share = (t - imu[k].t) / (imu[k + 1].t - imu[k].t)
    const between = (name: keyof ImuSample) =>
      (imu[k][name] ?? 0) + share * ((imu[k + 1][name] ?? 0) - (imu[k][name] ?? 0))
    return {
      t,
      ax: between('ax'),
      ay: between('ay'),
      az: between('az'),
      rx: between('rx'),
      ry: between('ry'),
      rz: between('rz'),
    }
  })
}

/** 0.1 m/s² and 0.1 °/s, as browsers round. */
function browserLike(imu: readonly ImuSample[]): ImuSample[] {
  const tenth = (value: number | undefined) => Math.round((value ?? 0) * 10) / 10
  return imu.map(({ t, ax, ay, az, rx, ry, rz }) => ({
    t,
    ax: tenth(ax),
    ay: tenth(ay),
    az: tenth(az),
    rx: tenth(rx),
    ry: tenth(ry),
    rz: tenth(rz),
  }))
}

/** Replacements for the camera's track; `stranger` is a take of another person doing the same. */
export const ATTACKS: Readonly<Record<string, (own: Recording, stranger: Recording, random: Random) => CouplingTrial>> =
  {
    'track made from another person’s sensor': (own, stranger) => ({
      ...takeTrial({ imu: own, camera: stranger }),
      camera: integrateTwice(toSensorSamples(stranger), durationOf(own)),
    }),
    'still camera': (own) => withCamera(own, (t) => ({ t, x: 0, y: 0, z: 2 })),
    'noise about a still point': (own, _, random) =>
      withCamera(own, (t) => ({ t, x: 0.05 * normal(random), y: 0.05 * normal(random), z: 2 + 0.05 * normal(random) })),
    'random walk': (own, _, random) => {
      const at = [0, 0, 2]
      return withCamera(own, (t) => {
        for (let c = 0; c < 3; c++) at[c] += 0.05 * normal(random)
        return { t, x: at[0], y: at[1], z: at[2] }
      })
    },
    'one slow circle': (own) => {
      const turn = (t: number) => (2 * Math.PI * t) / durationOf(own)
      return withCamera(own, (t) => ({ t, x: 0.3 * Math.cos(turn(t)), y: 0.3 * Math.sin(turn(t)), z: 2 }))
    },
  }

function durationOf(take: Recording): number {
  const samples = toSensorSamples(take)
  return samples[samples.length - 1].t
}

function withCamera(own: Recording, at: (t: number) => CameraSample): CouplingTrial {
  const trial = takeTrial({ imu: own, camera: own })
  return { people: [own.subject], imu: trial.imu, camera: trial.camera.map(({ t }) => at(t)) }
}

/** Integrates leveled acceleration twice to a path, as an attacker without a picture might. */
function integrateTwice(imu: readonly ImuSample[], durationMs: number): CameraSample[] {
  const even = toEvenMotion(readImu(imu), 1000)
  if (even.status !== 'ok') return []
  const speed = bandPass(toLevelChannels(even.channels, even.n, even.hasGyro).force.map(integrate), {
    fine: 2,
    coarse: 30,
  })
  const [x, z, y] = speed.map((column) => {
    let total = 0
    return column.map((value) => (total += value / GRID_HZ))
  })
  const frames = Math.floor((durationMs / 1000) * 20)
  return Array.from({ length: frames }, (_, k) => {
    const i = Math.floor((k * (even.n - 1)) / (frames - 1))
    return { t: (k * durationMs) / (frames - 1), x: x[i], y: y[i], z: 2 + z[i] }
  })
}
