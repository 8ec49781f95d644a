import { evenMotion, GRID_HZ } from '../timeline.ts'
import type { Insufficient } from '../types.ts'
import { levelled } from './attitude.ts'
import { type CameraStream, cameraStream, sampledAt } from './camera-stream.ts'
import type { Base } from './fit.ts'
import { bandPass } from './smoother.ts'

/** Both streams on one grid, as velocities in one band: what the sensor expects the camera to see, up to a few unknowns. */
export type Streams = {
  status: 'ok'
  n: number
  hasGyro: boolean
  base: Base
  /** Velocity of the tracked point (x, up, z) when grid point i is read at i + lags[i] grid steps of the camera's clock. */
  cameraAt: (lags: Float64Array) => Float64Array[]
}

/** Shortest common stretch that is judged. */
export const MIN_MS = 1500
// 80 ms and half a second: slower than the noise of a camera, quicker than the drift of integrated acceleration.
const FINE = 4
const COARSE = 25
const STEP_MS = 1000 / GRID_HZ

/** The common stretch of sensor and camera, or the reason why there is none to judge. */
export function commonStreams(imu: unknown, camera: unknown): Streams | Insufficient {
  const even = evenMotion(imu, MIN_MS)
  if (even.status !== 'ok') return even
  if (!even.hasGravity) return insufficient('without gravity in the acceleration the vertical is unknown')
  const stream = cameraStream(camera)
  if (stream.status !== 'ok') return stream
  const from = Math.max(0, Math.ceil((stream.t[0] - even.startMs) / STEP_MS))
  const to = Math.min(even.n, Math.floor((stream.t[stream.t.length - 1] - even.startMs) / STEP_MS + 1e-6) + 1)
  if ((to - from - 1) * STEP_MS < MIN_MS) return insufficient(`camera and sensor share less than ${MIN_MS / 1000} s`)
  const n = to - from
  const channels = cut(even.channels, even.n, { from, to })
  const { force, axes } = levelled(channels, n, even.hasGyro)
  const base = [force.map(integrated), ...axes.map((axis) => axis.map(derivative))]
  return {
    status: 'ok',
    n,
    hasGyro: even.hasGyro,
    base: base.map((vector) => vector.map((x) => bandPass(x, FINE, COARSE))),
    cameraAt: (lags) => cameraVelocity(stream, even.startMs + from * STEP_MS, lags),
  }
}

function insufficient(reason: string): Insufficient {
  return { status: 'insufficient', reason }
}

function cut(channels: Float64Array, n: number, { from, to }: { from: number; to: number }): Float64Array {
  const out = new Float64Array((channels.length / n) * (to - from))
  for (let c = 0; c * n < channels.length; c++) out.set(channels.subarray(c * n + from, c * n + to), c * (to - from))
  return out
}

function cameraVelocity(stream: CameraStream, startMs: number, lags: Float64Array): Float64Array[] {
  const times = lags.map((lag, i) => startMs + (i + lag) * STEP_MS)
  return stream.columns.map((column) => bandPass(derivative(sampledAt(stream.t, column, times)), FINE, COARSE))
}

/** Velocity from acceleration; what a wrong constant would add is a straight line, which the band-pass removes. */
function integrated(acceleration: Float64Array): Float64Array {
  let mean = 0
  for (const value of acceleration) mean += value / acceleration.length
  let total = 0
  return acceleration.map((value) => (total += (value - mean) / GRID_HZ))
}

function derivative(x: Float64Array): Float64Array {
  const last = x.length - 1
  return x.map((_, i) => {
    const before = Math.max(0, i - 1)
    const after = Math.min(last, i + 1)
    return ((x[after] - x[before]) * GRID_HZ) / (after - before)
  })
}
