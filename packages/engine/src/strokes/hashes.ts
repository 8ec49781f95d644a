import { createDescriber, createProber, type DescribedPeak, findPeaks, type Probe } from '../replay/descriptors.ts'
import type { StrokeMotion } from './motion.ts'
import { STROKES_LEARNED } from './parameters.ts'
import { MARGIN, STROKE_SERIES, type StrokeSeries, strokeSeries } from './series.ts'

/** A hash describes 0.6 s around a peak by ten waves of each series. */
const HALF = 15
const WAVES = 10
const MIN_DISTANCE = 3
const MAX_PEAKS = 6
/** Peaks of both sizes, of acceleration and rotation: they stay where they are however the phone is held. */
const PEAKED = [0, 2]
/** Hashes of whole captures lie below. */
const FIRST_HASH = 1 << 24
const PROBE_SPEEDS = Array.from({ length: 12 }, (_, i) => 0.8 + 0.04 * i)

const describeMotion = createDescriber(HALF, WAVES, STROKE_SERIES)
const probe = createProber(STROKES_LEARNED)

/** The hashes under which a stroke is stored. */
export function strokeHashes(series: StrokeSeries): number[] {
  return [...new Set(probePeaks(series).map(([{ hash }]) => hash))]
}

/** The hashes to look under: of each peak at each speed its own, and that with its least certain bit turned. */
export function strokeProbes(motion: StrokeMotion): Probe[] {
  return PROBE_SPEEDS.flatMap((speed) => probePeaks(strokeSeries(motion, speed)).flat())
}

function probePeaks(series: StrokeSeries): [Probe, Probe][] {
  return describePeaks(series).map(({ kind, descriptor }) =>
    probe(descriptor, FIRST_HASH + (kind << STROKES_LEARNED.turns.length)),
  )
}

/** Descriptors around the highest peaks within the stroke. */
export function describePeaks({ values }: StrokeSeries): DescribedPeak[] {
  return PEAKED.filter((kind) => kind < values.length).flatMap((kind) =>
    findPeaks(values[kind], MARGIN, MIN_DISTANCE)
      .toSorted((p, q) => q.height - p.height)
      .slice(0, MAX_PEAKS)
      .map(({ at }) => ({ at, kind, descriptor: describeMotion(values, at) })),
  )
}
