import { dot } from '../kernel/vector.ts'
import { leastCertain } from '../replay/hashes.ts'
import { resample } from '../replay/resampling.ts'
import type { StrokeMotion } from './motion.ts'
import { STROKES_LEARNED } from './parameters.ts'
import { MARGIN, STROKE_LENGTH, STROKE_SERIES, type StrokeSeries, strokeSeries } from './series.ts'

/** A hash describes 0.6 s around a peak by ten waves of each series. */
const HALF = 15
const SPAN = 2 * HALF
const WAVES = 10
const STROKE_DESCRIPTOR = STROKE_SERIES * WAVES
const MIN_DISTANCE = 3
const MAX_PEAKS = 6
/** Peaks of both sizes, of acceleration and rotation: they stay where they are however the phone is held. */
const PEAKED = [0, 2]
/** Hashes of whole captures lie below. */
const FIRST_HASH = 1 << 24

const WAVE_TABLE = Array.from({ length: WAVES }, (_, k) =>
  Float64Array.from({ length: SPAN + 1 }, (_unused, i) => {
    const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (SPAN + 2))
    return window * Math.cos((Math.PI * (k + 1) * (i + 0.5)) / (SPAN + 1))
  }),
)

/** One description of motion around a peak. */
export type DescribedPeak = { at: number; kind: number; descriptor: Float64Array }

/** The hashes under which a stroke is stored. */
export function strokeHashes(series: StrokeSeries): number[] {
  const hashes = describePeaks(series).map(({ kind, descriptor }) => computeHash(project(descriptor), kind))
  return [...new Set(hashes)]
}

export type StrokeProbe = { hash: number; weight: number }

const PROBE_SPEEDS = Array.from({ length: 12 }, (_, i) => 0.8 + 0.04 * i)
const FLIP_WEIGHT = 0.7

/** The hashes to look under: of each peak at each speed its own, and that with its least certain bit turned. */
export function strokeProbes(motion: StrokeMotion): StrokeProbe[] {
  return PROBE_SPEEDS.flatMap((speed) => describePeaks(strokeSeries(motion, speed))).flatMap(({ kind, descriptor }) =>
    probesAround(project(descriptor), kind),
  )
}

function probesAround(projections: Float64Array, kind: number): StrokeProbe[] {
  const hash = computeHash(projections, kind)
  return [
    { hash, weight: 1 },
    { hash: hash ^ (1 << leastCertain(projections)), weight: FLIP_WEIGHT },
  ]
}

/** Descriptors around the highest peaks within the stroke. */
export function describePeaks({ values }: StrokeSeries): DescribedPeak[] {
  return PEAKED.filter((kind) => kind < values.length).flatMap((kind) =>
    findPeaks(values[kind]).map((at) => ({ at, kind, descriptor: descriptorAt(values, at) })),
  )
}

function findPeaks(x: Float64Array): number[] {
  const peaks: { at: number; height: number }[] = []
  for (let i = MARGIN; i < MARGIN + STROKE_LENGTH; i++) {
    let highest = x[i] > 0
    for (let d = 1; d <= MIN_DISTANCE && highest; d++) highest = x[i] > x[i - d] && x[i] >= x[i + d]
    if (!highest) continue
    const bend = x[i - 1] - 2 * x[i] + x[i + 1]
    peaks.push({ at: bend < 0 ? i + (0.5 * (x[i - 1] - x[i + 1])) / bend : i, height: x[i] })
  }
  const chosen = peaks.toSorted((p, q) => q.height - p.height).slice(0, MAX_PEAKS)
  return chosen.map(({ at }) => at)
}

function descriptorAt(values: readonly Float64Array[], at: number): Float64Array {
  const descriptor = new Float64Array(STROKE_DESCRIPTOR)
  let size = 1e-12
  for (let k = 0; k < values.length; k++) {
    const stretch = resample(values[k], at - HALF, 1, SPAN + 1)
    for (let w = 0; w < WAVES; w++) {
      const total = dot(WAVE_TABLE[w], 0, stretch, 0, SPAN + 1)
      descriptor[k * WAVES + w] = total
      size += total * total
    }
  }
  const length = Math.sqrt(size)
  for (let i = 0; i < descriptor.length; i++) descriptor[i] /= length
  return descriptor
}

const PROJECTION = STROKES_LEARNED.projection.map((row) => Float64Array.from(row))

/** Signed distance of each bit from where it turns. */
function project(descriptor: Float64Array): Float64Array {
  const out = new Float64Array(PROJECTION.length)
  for (let b = 0; b < out.length; b++)
    out[b] = dot(PROJECTION[b], 0, descriptor, 0, PROJECTION[b].length) - STROKES_LEARNED.turns[b]
  return out
}

function computeHash(projections: Float64Array, kind: number): number {
  let hash = FIRST_HASH + (kind << STROKES_LEARNED.turns.length)
  for (let b = 0; b < projections.length; b++) if (projections[b] > 0) hash |= 1 << b
  return hash
}
