import { dot } from '../kernel/vector.ts'
import { resample } from '../math/smoothing.ts'

/** Descriptor of the motion around a peak of one series. */
export type DescribedPeak = { at: number; kind: number; descriptor: Float64Array }

/** A hash to look up in the replay memory, and the weight of a match. */
export type Probe = { hash: number; weight: number }

const FLIP_WEIGHT = 0.7

/**
 * Returns a function that describes the motion around position `at` as a unit vector: for each series, the `waves`
 * lowest cosine components of `half` samples on either side.
 */
export function createDescriber(half: number, waves: number, seriesCount: number) {
  const span = 2 * half + 1
  const table = Array.from({ length: waves }, (_, k) =>
    Float64Array.from({ length: span }, (_unused, i) => {
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (span + 1))
      return window * Math.cos((Math.PI * (k + 1) * (i + 0.5)) / span)
    }),
  )
  return (series: readonly Float64Array[], at: number): Float64Array => {
    const descriptor = new Float64Array(seriesCount * waves)
    let size = 1e-12
    for (let k = 0; k < series.length; k++) {
      const stretch = resample(series[k], at - half, 1, span)
      for (let w = 0; w < waves; w++) {
        const total = dot(table[w], 0, stretch, 0, span)
        descriptor[k * waves + w] = total
        size += total * total
      }
    }
    const length = Math.sqrt(size)
    return descriptor.map((value) => value / length)
  }
}

/**
 * Returns a function that hashes a descriptor, one bit for each row of the learned projection with threshold `turns`.
 * It returns two probes: the hash, and the hash with its least certain bit flipped. `start` is added to both as a
 * prefix above these bits.
 */
export function createProber({ projection, turns }: { projection: number[][]; turns: number[] }) {
  const rows = projection.map((row) => Float64Array.from(row))
  return (descriptor: Float64Array, start: number): [Probe, Probe] => {
    let [hash, least, nearest] = [start, 0, Infinity]
    for (let b = 0; b < rows.length; b++) {
      const distance = dot(rows[b], 0, descriptor, 0, descriptor.length) - turns[b]
      if (distance > 0) hash |= 1 << b
      if (Math.abs(distance) < nearest) [least, nearest] = [b, Math.abs(distance)]
    }
    return [
      { hash, weight: 1 },
      { hash: hash ^ (1 << least), weight: FLIP_WEIGHT },
    ]
  }
}

/**
 * Finds the peaks of a series above zero that are the highest within `distance` samples and at least `margin` samples
 * from both ends, in order. Positions have fractions of a sample.
 */
export function findPeaks(x: Float64Array, margin: number, distance: number): { at: number; height: number }[] {
  const peaks: { at: number; height: number }[] = []
  for (let i = margin; i < x.length - margin; i++) {
    let highest = x[i] > 0
    for (let d = 1; d <= distance && highest; d++) highest = x[i] > (x[i - d] ?? 0) && x[i] >= (x[i + d] ?? 0)
    if (!highest) continue
    const bend = x[i - 1] - 2 * x[i] + x[i + 1]
    peaks.push({ at: bend < 0 ? i + (0.5 * (x[i - 1] - x[i + 1])) / bend : i, height: x[i] })
  }
  return peaks
}
