import { insufficient } from '../insufficient.ts'
import type { CameraStream } from '../streams/camera.ts'
import { keepRising, longestStretch, timesOf } from '../streams/stretch.ts'
import type { CameraSample, Insufficient } from '../types.ts'

/** A tracked point in strictly rising time; three columns, or two where the camera has no depth. */
export type CameraTrack = { status: 'ok'; t: Float64Array; columns: Float64Array[] }

const MAX_GAP_MS = 400
const MIN_HZ = 8
// More frames a second tell nothing new in the band that is compared.
const MIN_STEP_MS = 25
const MAX_POSITION = 1e6
const MAX_DROPPED_SHARE = 0.1
const MAX_SAMPLES = 60_000

/** The longest unbroken stretch of a camera's track, or the reason why it cannot be used. */
export function layCameraTrack({ samples }: CameraStream): CameraTrack | Insufficient {
  if (samples.length === 0) return insufficient('there are no camera samples')
  const list = samples.slice(-MAX_SAMPLES)
  const readable = keepRising(list.filter(isNear))
  if (readable.length < (1 - MAX_DROPPED_SHARE) * list.length) {
    return insufficient(
      `${list.length - readable.length} of ${list.length} camera samples have an unusable time or value`,
    )
  }
  const apart = keepRising(readable, MIN_STEP_MS)
  const { from, to } = longestStretch(timesOf(apart), MAX_GAP_MS)
  const kept = apart.slice(from, to)
  const spanMs = kept.length > 1 ? kept[kept.length - 1].t - kept[0].t : 0
  if (!((kept.length - 1) * 1000 >= MIN_HZ * spanMs) || spanMs === 0) {
    return insufficient(`fewer than ${MIN_HZ} camera samples a second`)
  }
  const hasDepth = kept.every(({ z = Number.NaN }) => Math.abs(z) <= MAX_POSITION)
  const axes = hasDepth ? (['x', 'y', 'z'] as const) : (['x', 'y'] as const)
  const columns = axes.map((axis) => Float64Array.from(kept, (sample) => sample[axis] ?? 0))
  return { status: 'ok', t: timesOf(kept), columns }
}

function isNear(sample: CameraSample | null): sample is CameraSample {
  return sample !== null && Math.abs(sample.x) <= MAX_POSITION && Math.abs(sample.y) <= MAX_POSITION
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
