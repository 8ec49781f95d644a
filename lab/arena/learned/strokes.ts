import type { Direction } from '../../../packages/engine/src/challenge/challenge.ts'
import type { ImuSample } from '../../../packages/engine/src/index.ts'
import { readStrokeTake } from '../../training/challenge.ts'
import { partOf } from '../../training/people.ts'
import { type Recording, recordings } from '../../training/recordings.ts'

export const LEARNED_SET = 'directional-strokes'
export const STROKE_HZ = 60
/** The learned part of a stroke: from just before it is visible until the hand rests. */
export const BEFORE_MS = 200
const AFTER_MS = 1100
const MOMENTS = Math.round(((BEFORE_MS + AFTER_MS) * STROKE_HZ) / 1000)
const KEYS = ['ax', 'ay', 'az', 'rx', 'ry', 'rz'] as const
const LEAST_TAKES = 8

/** Six series one after the other: how far the readings are from those at rest. */
type Series = Float64Array

/** Learned from the recordings: strokes by direction, readings at rest, and the drift of the unrest (size, and share kept per sample). */
export type LearnedStrokes = {
  takes: ReadonlyMap<Direction, readonly Series[]>
  rests: readonly number[][]
  unrest: readonly { size: number; kept: number }[]
}

/** Learns strokes from people of the fit part alone. */
export function learnStrokes(motionFolder: string): LearnedStrokes {
  const fit = recordings(motionFolder, LEARNED_SET).filter(({ subject }) => partOf(LEARNED_SET, subject) === 'fit')
  return fitStrokes(fit)
}

export function fitStrokes(fit: readonly Recording[]): LearnedStrokes {
  const takes = new Map<Direction, Series[]>()
  const rests: number[][] = []
  const quiet: number[][][] = []
  for (const recording of fit) {
    for (const { direction, samples, onsetMs } of readStrokeTake(recording)) {
      const imu = addTurning(samples, recording)
      const still = imu.filter(({ t }) => t < onsetMs - 50)
      if (still.length < LEAST_TAKES) continue
      const rest = KEYS.map((key) => still.reduce((sum, sample) => sum + (sample[key] ?? 0), 0) / still.length)
      takes.set(direction, [...(takes.get(direction) ?? []), cutSeries(imu, onsetMs, rest)])
      rests.push(rest)
      quiet.push(KEYS.map((key, c) => still.map((sample) => (sample[key] ?? 0) - rest[c])))
    }
  }
  return { takes, rests, unrest: KEYS.map((_, c) => fitUnrest(quiet.map((channels) => channels[c]))) }
}

const RADIANS = Math.PI / 180
/** Samples to either side over which an angle's speed is taken: some repeat the one before. */
const SIDE = 3

/** Rates of turning about the phone's axes from its attitude (DeviceOrientation), which these recordings have instead of a gyroscope. */
function addTurning(imu: readonly ImuSample[], { att }: Recording): ImuSample[] {
  const [alpha, beta, gamma] = att?.channels ?? [[], [], []]
  return imu.map((sample, i) => {
    const [from, to] = [Math.max(0, i - SIDE), Math.min(imu.length - 1, i + SIDE)]
    const seconds = (imu[to].t - imu[from].t) / 1000 || 1
    const speedOf = (angle: readonly number[]) => (((((angle[to] - angle[from]) % 360) + 540) % 360) - 180) / seconds
    const [a, b, c] = [alpha, beta, gamma].map(speedOf)
    const [lean, roll] = [RADIANS * beta[i], RADIANS * gamma[i]]
    const rx = b * Math.cos(roll) - a * Math.cos(lean) * Math.sin(roll)
    const rz = b * Math.sin(roll) + a * Math.cos(lean) * Math.cos(roll)
    return { ...sample, rx, ry: c + a * Math.sin(lean), rz }
  })
}

/** The readings at even times around the onset, less those at rest. */
function cutSeries(imu: readonly ImuSample[], onsetMs: number, rest: readonly number[]): Series {
  const out = new Float64Array(KEYS.length * MOMENTS)
  let k = 0
  for (let i = 0; i < MOMENTS; i++) {
    const t = onsetMs - BEFORE_MS + (i * 1000) / STROKE_HZ
    while (k + 1 < imu.length && imu[k + 1].t <= t) k++
    KEYS.forEach((key, c) => (out[c * MOMENTS + i] = t < 0 ? 0 : (imu[k][key] ?? 0) - rest[c]))
  }
  return out
}

function fitUnrest(lists: readonly (readonly number[])[]): { size: number; kept: number } {
  let [power, lagged, count] = [0, 0, 0]
  for (const list of lists) {
    for (let i = 1; i < list.length; i++) {
      power += list[i] ** 2
      lagged += list[i] * list[i - 1]
      count++
    }
  }
  return { size: Math.sqrt(power / Math.max(1, count)), kept: Math.min(0.98, Math.max(0, lagged / (power || 1))) }
}

/** A stroke of a normal distribution with the takes' mean and covariance: so much of each take's difference from the mean. */
export function drawStroke(takes: readonly Series[], drawShare: (take: number) => number): number[][] {
  const mean = new Float64Array(KEYS.length * MOMENTS)
  for (const take of takes) take.forEach((value, i) => (mean[i] += value / takes.length))
  const drawn = Float64Array.from(mean)
  takes.forEach((take, k) => {
    const share = drawShare(k) / Math.sqrt(takes.length - 1)
    take.forEach((value, i) => (drawn[i] += share * (value - mean[i])))
  })
  return KEYS.map((_, c) => [...drawn.subarray(c * MOMENTS, (c + 1) * MOMENTS)])
}
