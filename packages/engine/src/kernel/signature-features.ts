import type { i32 } from './portable.ts'
import { complexityFeatures } from './signature-complexity.ts'
import { controlFeatures } from './signature-control.ts'
import { kinematicFeatures } from './signature-kinematics.ts'
import { commonPeriod, standardize } from './signature-series.ts'
import { spectralFeatures } from './signature-spectrum.ts'
import { signatureViews, VIEW_SERIES } from './signature-views.ts'

/** Four groups (kinematic, control, spectral, complexity) of eight features on four views. */
export const SIGNATURE_FEATURES: i32 = 128

const GROUP: i32 = 32

/**
 * The unscaled signature of n samples on the 50 Hz grid: channels ax, ay, az in m/s² and, with a gyroscope, ωx, ωy, ωz in
 * rad/s. Dimension 32·group + 4·feature + view. Without a gyroscope the views of the rotation say nothing.
 */
export function signatureFeatures(channels: Float64Array, n: i32, hasGyro: i32, out: Float64Array): void {
  const views = new Float64Array(VIEW_SERIES * n)
  signatureViews(channels, n, hasGyro, views)
  viewFeatures(views, n, out)
}

/**
 * The same of any four series of n ≥ 100 samples at 50 Hz, one after the other, and behind them a fifth, of which the
 * levels of the first are taken.
 */
export function viewFeatures(views: Float64Array, n: i32, out: Float64Array): void {
  const z = new Float64Array(4 * n)
  const moments = new Float64Array(8)
  for (let view: i32 = 0; view < 4; view++) standardize(views, view, n, z, moments)
  const period: i32 = commonPeriod(z, n)
  kinematicFeatures(views, n, moments, out, 0)
  controlFeatures(z, n, period, out, GROUP)
  spectralFeatures(z, n, period, moments, out, 2 * GROUP)
  complexityFeatures(z, n, out, 3 * GROUP)
  for (let i: i32 = 0; i < SIGNATURE_FEATURES; i++) if (!(Math.abs(out[i]) <= 1e9)) out[i] = 0
}
