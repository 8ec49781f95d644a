import type { ImuSample } from '../src/capture.ts'
import { integer, normal, type Random } from '../src/random.ts'

/** How somebody might change a recording before showing it again. */
export type Alteration = (imu: readonly ImuSample[], random: Random) => ImuSample[]

type Axis = 'ax' | 'ay' | 'az' | 'rx' | 'ry' | 'rz'
const ACCELERATION: readonly Axis[] = ['ax', 'ay', 'az']
const ROTATION: readonly Axis[] = ['rx', 'ry', 'rz']

const WEAKEST_GAIN = 0.7
const STRONGEST_GAIN = 1.4
const MAX_WARP = 0.05
const MAX_SPEED = 0.2

/** Alone and together, at the full range that the memory promises to see through. */
export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  exact: (imu) => [...imu],
  noise: (imu, random) => addNoise(imu, between(random, 0.01, 0.2), random),
  'noise of 20 %': (imu, random) => addNoise(imu, 0.2, random),
  gain: (imu, random) => amplify(imu, between(random, WEAKEST_GAIN, STRONGEST_GAIN)),
  'gain without gravity': (imu, random) => amplifyAboutMean(imu, between(random, WEAKEST_GAIN, STRONGEST_GAIN)),
  warp: (imu, random) => warpTime(imu, 1 + between(random, -MAX_WARP, MAX_WARP)),
  speed: (imu, random) => warpTime(imu, 1 / (1 + between(random, -MAX_SPEED, MAX_SPEED))),
  'a fifth slower': (imu) => warpTime(imu, 1 / (1 - MAX_SPEED)),
  'a fifth quicker': (imu) => warpTime(imu, 1 / (1 + MAX_SPEED)),
  'speed and noise, resampled and rounded': (imu, random) => {
    const played = warpTime(imu, 1 / (1 + between(random, -MAX_SPEED, MAX_SPEED)))
    return browserRounded(resample(addNoise(played, between(random, 0.01, 0.2), random), 60, random))
  },
  'local warp': (imu, random) => locallyWarped(imu, MAX_WARP, random),
  rotation: (imu, random) => rotate(imu, anyRotation(random)),
  mirrored: (imu, random) => mirror(imu, random),
  crop: (imu, random) => cropRandomly(imu, between(random, 0.5, 0.8), random),
  'crop to half': (imu, random) => cropRandomly(imu, 0.5, random),
  'begun later, filled from its start': (imu, random) => begunLater(imu, between(random, 0.05, 0.5)),
  'resampled and rounded': (imu, random) => browserRounded(resample(imu, 60, random)),
  combined: (imu, random) => {
    const part = warpTime(
      cropRandomly(imu, between(random, 0.6, 0.9), random),
      1 + between(random, -MAX_WARP, MAX_WARP),
    )
    const turned = amplify(rotate(part, anyRotation(random)), between(random, WEAKEST_GAIN, STRONGEST_GAIN))
    return browserRounded(resample(addNoise(turned, between(random, 0.01, 0.15), random), 60, random))
  },
  'combined, hard': (imu, random) => {
    const part = locallyWarped(cropRandomly(imu, between(random, 0.5, 0.8), random), 0.04, random)
    const turned = rotate(warpTime(part, 1 + between(random, -MAX_WARP, MAX_WARP)), anyRotation(random))
    const louder = amplifyAboutMean(turned, between(random, WEAKEST_GAIN, STRONGEST_GAIN))
    return browserRounded(resample(addNoise(louder, between(random, 0.05, 0.2), random), 50, random))
  },
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

function axesOf(imu: readonly ImuSample[]): readonly Axis[] {
  return imu[0].rx === undefined ? ACCELERATION : [...ACCELERATION, ...ROTATION]
}

function mapAxes(imu: readonly ImuSample[], change: (value: number, axis: Axis) => number): ImuSample[] {
  const axes = axesOf(imu)
  return imu.map((sample) => {
    const out = { ...sample }
    for (const axis of axes) out[axis] = change(sample[axis] as number, axis)
    return out
  })
}

function computeMean(imu: readonly ImuSample[], axis: Axis): number {
  return imu.reduce((sum, sample) => sum + (sample[axis] as number), 0) / imu.length
}

/** White noise of this share of each axis' standard deviation. */
export function addNoise(imu: readonly ImuSample[], share: number, random: Random): ImuSample[] {
  const level = new Map<Axis, number>()
  for (const axis of axesOf(imu)) {
    const mean = computeMean(imu, axis)
    const power = imu.reduce((sum, sample) => sum + ((sample[axis] as number) - mean) ** 2, 0) / imu.length
    level.set(axis, share * Math.sqrt(power))
  }
  return mapAxes(imu, (value, axis) => value + (level.get(axis) ?? 0) * normal(random))
}

export function amplify(imu: readonly ImuSample[], gain: number): ImuSample[] {
  return mapAxes(imu, (value) => gain * value)
}

/** Louder or softer around its mean, which leaves gravity what it was. */
export function amplifyAboutMean(imu: readonly ImuSample[], gain: number): ImuSample[] {
  const means = new Map(axesOf(imu).map((axis) => [axis, computeMean(imu, axis)]))
  return mapAxes(imu, (value, axis) => {
    const mean = means.get(axis) ?? 0
    return mean + gain * (value - mean)
  })
}

export function warpTime(imu: readonly ImuSample[], factor: number): ImuSample[] {
  return imu.map((sample) => ({ ...sample, t: sample.t * factor }))
}

/** Speed that swings smoothly by up to `depth` around 1, in one to three waves over the capture. */
function locallyWarped(imu: readonly ImuSample[], depth: number, random: Random): ImuSample[] {
  const start = imu[0].t
  const span = imu[imu.length - 1].t - start
  const waves = [1, 2, 3].map((k) => ({
    pace: (2 * Math.PI * k) / span,
    phase: 2 * Math.PI * random(),
    weight: random() + 0.01,
  }))
  const total = waves.reduce((sum, { weight }) => sum + weight, 0)
  return imu.map((sample) => {
    const t = sample.t - start
    let late = 0
    for (const { pace, phase, weight } of waves)
      late += ((weight / total) * (Math.sin(pace * t + phase) - Math.sin(phase))) / pace
    return { ...sample, t: t + depth * late }
  })
}

/** Three rows of an evenly drawn rotation (from a normal quaternion; Shoemake 1992). */
export function anyRotation(random: Random): number[][] {
  const q = [normal(random), normal(random), normal(random), normal(random)]
  const size = Math.hypot(...q)
  const [w, x, y, z] = q.map((value) => value / size)
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ]
}

export function rotate(imu: readonly ImuSample[], rows: readonly (readonly number[])[]): ImuSample[] {
  return imu.map((sample) => {
    const [ax, ay, az] = rows.map(([p, q, r]) => p * sample.ax + q * sample.ay + r * sample.az)
    const { rx, ry = 0, rz = 0 } = sample
    if (rx === undefined) return { t: sample.t, ax, ay, az }
    const [gx, gy, gz] = rows.map(([p, q, r]) => p * rx + q * ry + r * rz)
    return { t: sample.t, ax, ay, az, rx: gx, ry: gy, rz: gz }
  })
}

/** One to two axes with the other sign, the same for both sensors. */
function mirror(imu: readonly ImuSample[], random: Random): ImuSample[] {
  const turned = 1 + integer(random, 6)
  const sign = [0, 1, 2].map((axis) => (turned & (1 << axis) ? -1 : 1))
  return mapAxes(imu, (value, axis) => value * sign['xyz'.indexOf(axis[1])])
}

/** A part of so large a share, from anywhere. */
function cropRandomly(imu: readonly ImuSample[], share: number, random: Random): ImuSample[] {
  return cutPart(imu, random() * (1 - share), share)
}

export function cutPart(imu: readonly ImuSample[], fromShare: number, share: number): ImuSample[] {
  const span = imu[imu.length - 1].t - imu[0].t
  const from = imu[0].t + fromShare * span
  return imu
    .filter(({ t }) => t >= from && t <= from + share * span)
    .map((sample) => ({ ...sample, t: sample.t - from }))
}

function begunLater(imu: readonly ImuSample[], share: number): ImuSample[] {
  const from = Math.floor(share * imu.length)
  return imu.map((sample, i) => ({ ...imu[(from + i) % imu.length], t: sample.t }))
}

/** Read by straight lines at another rate, from a fraction of a sample on. */
export function resample(imu: readonly ImuSample[], hz: number, random: Random): ImuSample[] {
  const axes = axesOf(imu)
  const step = 1000 / hz
  const start = imu[0].t + random() * step
  const out: ImuSample[] = []
  let i = 0
  for (let t = start; t <= imu[imu.length - 1].t; t += step) {
    while (i + 2 < imu.length && imu[i + 1].t <= t) i++
    const gap = imu[i + 1].t - imu[i].t
    const share = gap > 0 ? Math.min(1, Math.max(0, (t - imu[i].t) / gap)) : 0
    const sample: ImuSample = { t: t - start, ax: 0, ay: 0, az: 0 }
    for (const axis of axes) {
      const before = imu[i][axis] as number
      sample[axis] = before + share * ((imu[i + 1][axis] as number) - before)
    }
    out.push(sample)
  }
  return out
}

/** To 0.1 m/s² and 0.1 °/s, as browsers do. */
function browserRounded(imu: readonly ImuSample[]): ImuSample[] {
  return mapAxes(imu, (value) => Math.round(10 * value) / 10)
}
