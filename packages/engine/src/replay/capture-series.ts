import { smoothGaussian } from '../math/smoothing.ts'
import type { CaptureStreams } from '../streams/capture.ts'
import type { ImuStream } from '../streams/imu.ts'
import { type EvenMotion, evenMotion, GRID_HZ } from '../timeline.ts'
import type { Insufficient } from '../types.ts'
import { landmarkSeries } from './landmark-series.ts'
import { assembleSeries, MIN_CAPTURE_MS, type ReplaySeries, SERIES_COUNT } from './series.ts'

/** Slower than this counts as gravity or posture; it changes with the crop and the mounting. */
const POSTURE_SECONDS = 0.4
const NOISE_SECONDS = 0.025

/** The rotation-invariant series of a capture: of its motion sensors, or of its landmarks where there are none. */
export function replaySeries({ imu, frames }: Pick<CaptureStreams, 'imu' | 'frames'>): ReplaySeries | Insufficient {
  const felt = imuSeries(imu)
  return felt.status === 'ok' || !frames.isList ? felt : landmarkSeries(frames)
}

function imuSeries(samples: ImuStream): ReplaySeries | Insufficient {
  const even = evenMotion(samples, MIN_CAPTURE_MS)
  return even.status === 'ok' ? motionSeries(even) : even
}

/** Vertical acceleration, size of the acceleration, size of the rotation, rotation about the vertical. */
function motionSeries({ n, channels, hasGyro, hasGravity }: EvenMotion): ReplaySeries | Insufficient {
  const quick: Float64Array[] = []
  const slow: Float64Array[] = []
  for (let c = 0; c * n < channels.length; c++) {
    const channel = channels.subarray(c * n, (c + 1) * n)
    quick.push(smoothGaussian(channel, NOISE_SECONDS * GRID_HZ))
    slow.push(smoothGaussian(channel, POSTURE_SECONDS * GRID_HZ))
  }
  const series = Array.from({ length: SERIES_COUNT }, () => new Float64Array(n))
  for (let i = 0; i < n; i++) {
    const [gx, gy, gz] = [slow[0][i], slow[1][i], slow[2][i]]
    const gravity = Math.hypot(gx, gy, gz) || 1
    const [x, y, z] = [quick[0][i] - gx, quick[1][i] - gy, quick[2][i] - gz]
    if (hasGravity) series[0][i] = (x * gx + y * gy + z * gz) / gravity
    series[1][i] = Math.hypot(x, y, z)
    if (!hasGyro) continue
    series[2][i] = Math.hypot(quick[3][i], quick[4][i], quick[5][i])
    if (hasGravity) series[3][i] = (quick[3][i] * gx + quick[4][i] * gy + quick[5][i] * gz) / gravity
  }
  return assembleSeries('imu', series)
}
