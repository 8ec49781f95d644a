import {
  type ImuSample,
  type ImuStream,
  createInsufficient,
  type Insufficient,
  TOO_STILL,
  createTooSlow,
} from './capture.ts'

/** Motion is judged on this even grid. It keeps everything that browsers deliver, which is 60 Hz or less. */
export const GRID_HZ = 50

/**
 * Sensor channels on an even grid, one after the other: ax, ay, az in m/s² and, with a gyroscope, ωx, ωy, ωz in rad/s.
 */
export type EvenMotion = {
  status: 'ok'
  /** Samples per channel. */
  n: number
  /** Time of the first grid point on the samples' own clock. */
  startMs: number
  channels: Float64Array
  hasGyro: boolean
  /** False if the device or the recording removed gravity (mean |a| below 3 m/s²). */
  hasGravity: boolean
  /** Samples per second before resampling. */
  sourceHz: number
  /** Samples left out because their time or a value was unusable. */
  dropped: number
}

const MAX_GAP_MS = 250
const MIN_SOURCE_HZ = 18
const MAX_DROPPED_SHARE = 0.1
const MIN_GRAVITY = 3
const RADIANS = Math.PI / 180
// A source this much faster than the grid is averaged over each grid cell, to avoid aliasing.
const AVERAGE_ABOVE_HZ = 1.3 * GRID_HZ

/** Times, and for each time `width` values in a row. */
type Track = { t: Float64Array; values: Float64Array; width: number; dropped: number }

/**
 * Resamples the longest stretch of motion samples without a gap to an even grid of 50 Hz. Returns the reason instead if
 * that stretch is shorter than `minMs`, has fewer than 18 samples a second or never changes, or if more than a tenth of
 * the samples are unusable.
 */
export function toEvenMotion(stream: ImuStream, minMs: number): EvenMotion | Insufficient {
  const total = stream.given.length
  if (total === 0) return createInsufficient('there are no motion samples')
  const track = toTrack(stream)
  if (track.dropped > MAX_DROPPED_SHARE * total) {
    return createInsufficient(`${track.dropped} of ${total} samples have an unusable time or value`)
  }
  const { from, to } = findLongestStretch(track.t, MAX_GAP_MS)
  const spanMs = to > from ? track.t[to - 1] - track.t[from] : 0
  if (spanMs < minMs)
    return createInsufficient(
      `${(spanMs / 1000).toFixed(1)} s of unbroken motion, at least ${minMs / 1000} s are needed`,
    )
  const sourceHz = ((to - from - 1) * 1000) / spanMs
  if (sourceHz < MIN_SOURCE_HZ) return createTooSlow(sourceHz)
  const even = toGrid(track, from, to, sourceHz)
  return isFrozen(even) ? createInsufficient(TOO_STILL) : even
}

/** Returns the samples in strictly rising time; samples with the same time are averaged. */
function toTrack({ samples, unreadable, rotations }: ImuStream): Track {
  const withGyro = rotations >= 0.9 * (samples.length + unreadable)
  const width = withGyro ? 6 : 3
  const t = new Float64Array(samples.length)
  const values = new Float64Array(width * samples.length)
  let n = 0
  let together = 1
  let dropped = unreadable
  for (const sample of samples) {
    if ((withGyro && sample.rx === undefined) || (n > 0 && sample.t < t[n - 1])) {
      dropped++
      continue
    }
    const same = n > 0 && sample.t === t[n - 1]
    together = same ? together + 1 : 1
    if (!same) t[n++] = sample.t
    addSample(values, width * (n - 1), sample, 1 / together, withGyro)
  }
  return { t: t.subarray(0, n), values, width, dropped }
}

/** Moves the mean at values[at…] by this share towards the sample. */
function addSample(values: Float64Array, at: number, sample: ImuSample, share: number, withGyro: boolean): void {
  values[at] += share * (sample.ax - values[at])
  values[at + 1] += share * (sample.ay - values[at + 1])
  values[at + 2] += share * (sample.az - values[at + 2])
  if (!withGyro) return
  values[at + 3] += share * ((sample.rx as number) * RADIANS - values[at + 3])
  values[at + 4] += share * ((sample.ry as number) * RADIANS - values[at + 4])
  values[at + 5] += share * ((sample.rz as number) * RADIANS - values[at + 5])
}

function toGrid(track: Track, from: number, to: number, sourceHz: number): EvenMotion {
  const stepMs = 1000 / GRID_HZ
  const start = track.t[from]
  // The tolerance keeps the last sample of 8 s written as 7 999.9999.
  const n = Math.floor((track.t[to - 1] - start) / stepMs + 1e-6) + 1
  const channels = new Float64Array(n * track.width)
  const taps = sourceHz > AVERAGE_ABOVE_HZ ? [-0.375, -0.125, 0.125, 0.375] : [0]
  for (const tap of taps)
    addInterpolated({ track, from, to, start: start + tap * stepMs, stepMs, n, weight: 1 / taps.length, channels })
  const hasGyro = track.width === 6
  return {
    status: 'ok',
    n,
    startMs: start,
    channels,
    hasGyro,
    hasGravity: computeMeanNorm(channels, n) >= MIN_GRAVITY,
    sourceHz,
    dropped: track.dropped,
  }
}

type Pass = {
  track: Track
  from: number
  to: number
  start: number
  stepMs: number
  n: number
  weight: number
  channels: Float64Array
}

function addInterpolated({ track: { t, values, width }, from, to, start, stepMs, n, weight, channels }: Pass): void {
  let i = from
  for (let k = 0; k < n; k++) {
    const at = start + k * stepMs
    while (i + 2 < to && t[i + 1] <= at) i++
    const share = Math.min(1, Math.max(0, (at - t[i]) / (t[i + 1] - t[i])))
    const before = i * width
    for (let c = 0; c < width; c++) {
      const value = values[before + c]
      channels[c * n + k] += weight * (value + share * (values[before + width + c] - value))
    }
  }
}

function computeMeanNorm(channels: Float64Array, n: number): number {
  let total = 0
  for (let i = 0; i < n; i++) total += Math.sqrt(channels[i] ** 2 + channels[n + i] ** 2 + channels[2 * n + i] ** 2)
  return total / n
}

function isFrozen({ channels, n }: EvenMotion): boolean {
  for (let i = 0; i < channels.length; i++) if (i % n !== 0 && channels[i] !== channels[i - 1]) return false
  return true
}

/** A stretch of entries: from the first index to just before the last. */
type Stretch = { from: number; to: number }

/**
 * Finds the longest run of the ascending times `t` (ms) without a gap longer than `maxGapMs`, and returns its index
 * range. Longest means most entries; of equal ones the first is returned.
 */
export function findLongestStretch(t: ArrayLike<number>, maxGapMs: number): Stretch {
  let best = { from: 0, to: 0 }
  let from = 0
  for (let i = 1; i <= t.length; i++) {
    if (i < t.length && t[i] - t[i - 1] <= maxGapMs) continue
    if (i - from > best.to - best.from) best = { from, to: i }
    from = i
  }
  return best
}

/**
 * Returns the entries whose time lies at least `minStepMs` after the previously selected one, in order. Entries that
 * run backwards or repeat a time are dropped.
 */
export function selectRising<T extends { t: number }>(entries: readonly T[], minStepMs = 0): T[] {
  let last = -Infinity
  return entries.filter(({ t }) => {
    if (!(t > last && t - last >= minStepMs)) return false
    last = t
    return true
  })
}

/** Returns the times of the entries as an array, in the same order. */
export function listTimes(entries: readonly { t: number }[]): Float64Array {
  return Float64Array.from(entries, ({ t }) => t)
}
