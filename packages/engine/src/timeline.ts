import { type ImuSample, type ImuStream, insufficient, type Insufficient, TOO_STILL, tooSlow } from './capture.ts'

/** Everything is judged on this even grid: what browsers deliver at 60 Hz or less is all there, and no more is claimed. */
export const GRID_HZ = 50

/** Sensor channels on an even grid, one after the other: ax, ay, az in m/s², then, with a gyroscope, ωx, ωy, ωz in rad/s. */
export type EvenMotion = {
  status: 'ok'
  /** Samples a channel. */
  n: number
  /** Time of the first grid point on the samples' own clock. */
  startMs: number
  channels: Float64Array
  hasGyro: boolean
  /** False where the device or the recording removed gravity (mean |a| under 3 m/s²). */
  hasGravity: boolean
  /** Samples a second before the grid was laid. */
  sourceHz: number
  /** Samples that had to be left out because their time or a value was unusable. */
  dropped: number
}

const MAX_GAP_MS = 250
const MIN_SOURCE_HZ = 18
const MAX_DROPPED_SHARE = 0.1
const MIN_GRAVITY = 3
const RADIANS = Math.PI / 180
// A source this much quicker than the grid is averaged over each grid cell, or its upper half would fold down.
const AVERAGE_ABOVE_HZ = 1.3 * GRID_HZ

/** Times, and for each time `width` values one after the other. */
type Track = { t: Float64Array; values: Float64Array; width: number; dropped: number }

/** The longest unbroken stretch of samples on the even grid, or the reason why there is none of `minMs`. */
export function evenMotion(stream: ImuStream, minMs: number): EvenMotion | Insufficient {
  const total = stream.given.length
  if (total === 0) return insufficient('there are no motion samples')
  const track = layTrack(stream)
  if (track.dropped > MAX_DROPPED_SHARE * total) {
    return insufficient(`${track.dropped} of ${total} samples have an unusable time or value`)
  }
  const { from, to } = longestStretch(track.t, MAX_GAP_MS)
  const spanMs = to > from ? track.t[to - 1] - track.t[from] : 0
  if (spanMs < minMs)
    return insufficient(`${(spanMs / 1000).toFixed(1)} s of unbroken motion, at least ${minMs / 1000} s are needed`)
  const sourceHz = ((to - from - 1) * 1000) / spanMs
  if (sourceHz < MIN_SOURCE_HZ) return tooSlow(sourceHz)
  const even = layGrid(track, from, to, sourceHz)
  return isFrozen(even) ? insufficient(TOO_STILL) : even
}

/** Samples in strictly rising time; samples of one and the same time are averaged. */
function layTrack({ samples, unreadable, rotations }: ImuStream): Track {
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

/** Moves the mean kept at values[at…] by this share towards the sample. */
function addSample(values: Float64Array, at: number, sample: ImuSample, share: number, withGyro: boolean): void {
  values[at] += share * (sample.ax - values[at])
  values[at + 1] += share * (sample.ay - values[at + 1])
  values[at + 2] += share * (sample.az - values[at + 2])
  if (!withGyro) return
  values[at + 3] += share * ((sample.rx as number) * RADIANS - values[at + 3])
  values[at + 4] += share * ((sample.ry as number) * RADIANS - values[at + 4])
  values[at + 5] += share * ((sample.rz as number) * RADIANS - values[at + 5])
}

function layGrid(track: Track, from: number, to: number, sourceHz: number): EvenMotion {
  const stepMs = 1000 / GRID_HZ
  const start = track.t[from]
  // A hair of tolerance, so that 8 s written as 7 999.9999 keep their last sample.
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
    hasGravity: meanNorm(channels, n) >= MIN_GRAVITY,
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

function meanNorm(channels: Float64Array, n: number): number {
  let total = 0
  for (let i = 0; i < n; i++) total += Math.sqrt(channels[i] ** 2 + channels[n + i] ** 2 + channels[2 * n + i] ** 2)
  return total / n
}

function isFrozen({ channels, n }: EvenMotion): boolean {
  for (let i = 0; i < channels.length; i++) if (i % n !== 0 && channels[i] !== channels[i - 1]) return false
  return true
}

/** From which entry to before which one a stretch goes. */
type Stretch = { from: number; to: number }

/** The longest stretch of rising times without a gap longer than this; the first of several. */
export function longestStretch(t: ArrayLike<number>, maxGapMs: number): Stretch {
  let best = { from: 0, to: 0 }
  let from = 0
  for (let i = 1; i <= t.length; i++) {
    if (i < t.length && t[i] - t[i - 1] <= maxGapMs) continue
    if (i - from > best.to - best.from) best = { from, to: i }
    from = i
  }
  return best
}

/** Of entries in their order, those that come later than the last one kept, by at least `minStepMs`. */
export function keepRising<T extends { t: number }>(entries: readonly T[], minStepMs = 0): T[] {
  let last = -Infinity
  return entries.filter(({ t }) => {
    if (!(t > last && t - last >= minStepMs)) return false
    last = t
    return true
  })
}

/** The times of entries. */
export function timesOf(entries: readonly { t: number }[]): Float64Array {
  return Float64Array.from(entries, ({ t }) => t)
}
