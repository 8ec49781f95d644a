import { smoothGaussian } from '../math/smoothing.ts'
import { createDescriber, createProber, type DescribedPeak, findPeaks, type Probe } from './descriptors.ts'
import { REPLAY } from './parameters.ts'
import { resample } from './resampling.ts'
import { type ReplaySeries, SERIES_COUNT, SERIES_HZ } from './series.ts'

const HALF = Math.round(0.8 * SERIES_HZ)
const WAVES = 12
const MAX_HASHES = 48
/** The quickest waves shorten first when the speed changes, so peaks of the energy are looked for on this scale. */
const PEAK_SECONDS = 0.07
const MIN_PEAK_DISTANCE = 6
const EDGE = HALF - 6
/** Each leads to copies up to about 5 % quicker or slower than it. */
const PROBE_WARPS = [0.83, 0.9, 0.967, 1, 1.034, 1.11, 1.2]

const describeMotion = createDescriber(HALF, WAVES, SERIES_COUNT)
const probe = createProber(REPLAY)

/** The hashes under which a capture is stored. */
export function computeStoredHashes(series: ReplaySeries): number[] {
  return [...new Set(probePeaks(series).map(([{ hash }]) => hash))].slice(0, MAX_HASHES)
}

/** The hashes to look under: of each peak at seven speeds its own, and that with its least certain bit turned. */
export function computeProbes(series: ReplaySeries): Probe[] {
  return PROBE_WARPS.flatMap((warp) => probePeaks(changeSpeed(series, warp)).flat())
}

/** Peaks of different series, and captures of different sensors, never share a hash. */
function probePeaks(series: ReplaySeries): [Probe, Probe][] {
  const first = series.kind === 'imu' ? 0 : SERIES_COUNT
  return computeDescriptors(series).map(({ kind, descriptor }) =>
    probe(descriptor, (first + kind) << REPLAY.turns.length),
  )
}

function changeSpeed(series: ReplaySeries, warp: number): ReplaySeries {
  if (warp === 1) return series
  const n = Math.floor((series.n - 1) * warp) + 1
  const values = new Float64Array(SERIES_COUNT * n)
  for (const [k, row] of splitRows(series).entries()) values.set(resample(row, 0, 1 / warp, n), k * n)
  return { ...series, n, values }
}

function splitRows({ n, values }: ReplaySeries): Float64Array[] {
  return Array.from({ length: SERIES_COUNT }, (_, k) => values.subarray(k * n, (k + 1) * n))
}

/** Descriptors around the peaks of each series that have enough motion on both sides. */
export function computeDescriptors(series: ReplaySeries): DescribedPeak[] {
  const rows = splitRows(series)
  return rows.flatMap((row, kind) => {
    if (!(series.present & (1 << kind))) return []
    const smooth = smoothGaussian(row, PEAK_SECONDS * SERIES_HZ)
    const peaks = findPeaks(smooth, EDGE, MIN_PEAK_DISTANCE)
    return peaks.map(({ at }) => ({ at, kind, descriptor: describeMotion(rows, at) }))
  })
}
