import type { ImuSample } from '../../packages/engine/src/capture.ts'
import type { Random } from '../../packages/engine/src/random.ts'
import { direction, happens, logBetween } from './draw.ts'
import { moments, rescale, valueAt } from './series.ts'

/** A stretch of motion on an even grid: ax, ay, az in m/s², then, with a gyroscope, rx, ry, rz in °/s. */
export type Window = {
  n: number
  rateHz: number
  channels: Float64Array[]
  /** The lattice on which the device rounds each channel; 0 where none shows. */
  steps: number[]
}

const MIN_SAMPLES = 32
const MAX_SAMPLES = 6_000
const NAMES = ['ax', 'ay', 'az', 'rx', 'ry', 'rz'] as const
const GRAVITY = 9.81

/** Samples laid on an even grid, or null where there are too few usable ones to imitate. */
export function toWindow(samples: readonly ImuSample[], rateHz: number): Window | null {
  if (!Array.isArray(samples) || !(rateHz >= 1 && rateHz <= 1_000)) return null
  const usable = rising(samples.filter(isUsable))
  if (usable.length < MIN_SAMPLES) return null
  const withGyro = usable.every(({ rx, ry, rz }) => [rx, ry, rz].every(Number.isFinite))
  const names = withGyro ? NAMES : NAMES.slice(0, 3)
  const raw = names.map((name) => Float64Array.from(usable, (sample) => sample[name] as number))
  const at = gridPositions(usable, rateHz)
  if (at.length < MIN_SAMPLES) return null
  const channels = raw.map((channel) => at.map((position) => valueAt(channel, position)))
  return { n: at.length, rateHz, channels, steps: raw.map(latticeStep) }
}

/** The window as samples from 0 ms on, rounded as the device that is imitated rounds. */
export function toSamples({ n, rateHz, channels, steps }: Window): ImuSample[] {
  const value = (channel: number, i: number) => {
    const step = steps[channel]
    const exact = channels[channel][i]
    const finite = Number.isFinite(exact) ? exact : 0
    return step > 0 ? Math.round(finite / step) * step : finite
  }
  return Array.from({ length: n }, (_, i) => {
    const sample = { t: (i * 1000) / rateHz, ax: value(0, i), ay: value(1, i), az: value(2, i) }
    return channels.length < 6 ? sample : { ...sample, rx: value(3, i), ry: value(4, i), rz: value(5, i) }
  })
}

export function withChannels(window: Window, channels: readonly Float64Array[]): Window {
  return { ...window, channels: [...channels] }
}

/** True where the mean of |a| shows that gravity was not removed. */
export function hasGravity({ channels: [x, y, z], n }: Window): boolean {
  let total = 0
  for (let i = 0; i < n; i++) total += Math.hypot(x[i], y[i], z[i])
  return total / n >= 3
}

/**
 * Shapes without scale dressed as the person's device would show them: mostly with the person's own mean and spread on
 * each channel, else with gravity in some direction and some liveliness.
 */
export function dressShapes(shapes: readonly Float64Array[], like: Window, random: Random): Window {
  const own = happens(random, 0.65)
  const down = direction(random)
  const gravity = hasGravity(like) ? GRAVITY : 0
  const lively = [logBetween(random, 0.1, 6), logBetween(random, 3, 200)]
  const channels = shapes.map((shape, c) => {
    if (own) return rescale(shape, moments(like.channels[c]))
    const sd = lively[c < 3 ? 0 : 1] * logBetween(random, 0.5, 2)
    return rescale(shape, { mean: c < 3 ? gravity * down[c] : 0, sd })
  })
  return withChannels(like, channels)
}

function isUsable(sample: ImuSample): boolean {
  const { t, ax, ay, az } = sample ?? {}
  return [t, ax, ay, az].every((value) => Number.isFinite(value) && Math.abs(value) < 1e12)
}

function rising(samples: readonly ImuSample[]): ImuSample[] {
  let latest = Number.NEGATIVE_INFINITY
  return samples.slice(0, MAX_SAMPLES).filter(({ t }) => {
    if (t <= latest) return false
    latest = t
    return true
  })
}

/** For each point of the grid, its fractional position among the samples. */
function gridPositions(samples: readonly ImuSample[], rateHz: number): Float64Array {
  const start = samples[0].t
  const spanMs = samples[samples.length - 1].t - start
  const n = Math.min(MAX_SAMPLES, Math.floor((spanMs * rateHz) / 1000 + 1e-6) + 1)
  let i = 0
  return Float64Array.from({ length: n }, (_, k) => {
    const t = start + (k * 1000) / rateHz
    while (i + 2 < samples.length && samples[i + 1].t <= t) i++
    return i + (t - samples[i].t) / (samples[i + 1].t - samples[i].t)
  })
}

/** The step of which nearly all values are whole multiples, 0 if there is none. */
function latticeStep(values: Float64Array): number {
  const sorted = values.toSorted()
  let step = Number.POSITIVE_INFINITY
  for (let i = 1; i < sorted.length; i++) {
    const apart = sorted[i] - sorted[i - 1]
    if (apart > 1e-7 && apart < step) step = apart
  }
  if (!Number.isFinite(step)) return 0
  const onLattice = values.filter((value) => Math.abs(value / step - Math.round(value / step)) < 0.02)
  if (onLattice.length < 0.97 * values.length) return 0
  // A difference of two close numbers has lost digits; the largest multiple has them all.
  const largest = onLattice.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return largest / Math.round(largest / step)
}
