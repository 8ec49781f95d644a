import type { CameraSample, Insufficient } from '../types.ts'

/** A tracked point in strictly rising time; three columns, or two where the camera has no depth. */
export type CameraStream = { status: 'ok'; t: Float64Array; columns: Float64Array[] }

const MAX_GAP_MS = 400
const MIN_HZ = 8
const MIN_STEP_MS = 25
const MAX_POSITION = 1e6
const MAX_DROPPED_SHARE = 0.1
const MAX_SAMPLES = 60_000

/** The longest unbroken stretch of a camera's track, or the reason why it cannot be used. */
export function cameraStream(samples: unknown): CameraStream | Insufficient {
  if (!Array.isArray(samples) || samples.length === 0) return insufficient('there are no camera samples')
  const list: readonly unknown[] = samples.slice(-MAX_SAMPLES)
  const readable = rising(list.filter(isReadable))
  if (readable.length < (1 - MAX_DROPPED_SHARE) * list.length) {
    return insufficient(
      `${list.length - readable.length} of ${list.length} camera samples have an unusable time or value`,
    )
  }
  const kept = longestStretch(dropCloseFrames(readable))
  const spanMs = kept.length > 1 ? kept[kept.length - 1].t - kept[0].t : 0
  if (!((kept.length - 1) * 1000 >= MIN_HZ * spanMs) || spanMs === 0) {
    return insufficient(`fewer than ${MIN_HZ} camera samples a second`)
  }
  const hasDepth = kept.every(({ z }) => within(z))
  const columns = [kept.map(({ x }) => x), kept.map(({ y }) => y)]
  if (hasDepth) columns.push(kept.map(({ z }) => z ?? 0))
  return { status: 'ok', t: Float64Array.from(kept, ({ t }) => t), columns: columns.map((c) => Float64Array.from(c)) }
}

function insufficient(reason: string): Insufficient {
  return { status: 'insufficient', reason }
}

function isReadable(sample: unknown): sample is CameraSample {
  if (typeof sample !== 'object' || sample === null) return false
  const { t, x, y } = sample as Partial<CameraSample>
  return Number.isFinite(t) && within(x) && within(y)
}

function within(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= MAX_POSITION
}

function rising(samples: readonly CameraSample[]): CameraSample[] {
  const out: CameraSample[] = []
  for (const sample of samples) if (out.length === 0 || sample.t > out[out.length - 1].t) out.push(sample)
  return out
}

/** Frames at least so far apart: more a second tell nothing new in the band that is compared. */
function dropCloseFrames(samples: readonly CameraSample[]): CameraSample[] {
  const out: CameraSample[] = []
  for (const sample of samples)
    if (out.length === 0 || sample.t - out[out.length - 1].t >= MIN_STEP_MS) out.push(sample)
  return out
}

function longestStretch(samples: readonly CameraSample[]): readonly CameraSample[] {
  let best: readonly CameraSample[] = []
  let from = 0
  for (let i = 1; i <= samples.length; i++) {
    if (i < samples.length && samples[i].t - samples[i - 1].t <= MAX_GAP_MS) continue
    if (i - from > best.length) best = samples.slice(from, i)
    from = i
  }
  return best
}

/** A column at the given times by cubic Hermite pieces through the samples (Catmull and Rom 1974); held still beyond its ends. */
export function interpolateAt(t: Float64Array, column: Float64Array, times: Float64Array): Float64Array {
  const slopes = computeSlopes(t, column)
  const last = t.length - 1
  const out = new Float64Array(times.length)
  let i = 0
  for (let k = 0; k < times.length; k++) {
    const at = Math.min(t[last], Math.max(t[0], times[k]))
    while (i > 0 && t[i] > at) i--
    while (i + 2 <= last && t[i + 1] <= at) i++
    const step = t[i + 1] - t[i]
    const u = (at - t[i]) / step
    const rise = u * u * (3 - 2 * u)
    out[k] =
      column[i] * (1 - rise) + column[i + 1] * rise + step * u * (1 - u) * ((1 - u) * slopes[i] - u * slopes[i + 1])
  }
  return out
}

function computeSlopes(t: Float64Array, x: Float64Array): Float64Array {
  const last = t.length - 1
  return Float64Array.from(x, (_, i) => {
    const before = Math.max(0, i - 1)
    const after = Math.min(last, i + 1)
    return (x[after] - x[before]) / (t[after] - t[before])
  })
}
