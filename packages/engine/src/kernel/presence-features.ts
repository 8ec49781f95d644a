import type { f64, i32 } from './portable.ts'
import { ENVELOPE_FEATURES, envelopeFeatures } from './presence-envelopes.ts'
import { INCREMENT_FEATURES, incrementFeatures } from './presence-increments.ts'
import { INNOVATION_FEATURES, innovationFeatures } from './presence-innovations.ts'
import { INTERPOLATION_FEATURES, interpolationFeatures } from './presence-interpolation.ts'
import { jointFeatures } from './presence-joints.ts'
import { PHYSICS_FEATURES, physicsFeatures } from './presence-physics.ts'
import { rigidFeatures, RIGID_FEATURES } from './presence-rigid.ts'
import { RESIDUAL_FEATURES, residualFeatures } from './presence-residual.ts'
import { SPECTRUM_FEATURES, spectrumFeatures } from './presence-spectrum.ts'
import { kurtosisOf, meanOf, skewnessOf, varianceOf } from './presence-statistics.ts'
import { TIMING_FEATURES, timingFeatures } from './presence-timing.ts'
import { correlation } from './vector.ts'
import { log } from './logarithm.ts'

const SHAPE_FEATURES: i32 = 12
export const PRESENCE_FEATURES: i32 = 166

/** All presence features of six even 50 Hz channels (ax ay az in m/s², ωx ωy ωz in rad/s), n ≥ 100. */
export function presenceFeatures(channels: Float64Array, n: i32, out: Float64Array): void {
  const x = new Float64Array(6 * n)
  const norms = new Float64Array(2 * n)
  for (let c: i32 = 0; c < 6; c++) {
    const mean: f64 = meanOf(channels, c * n, n)
    for (let i: i32 = 0; i < n; i++) x[c * n + i] = channels[c * n + i] - mean
  }
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    for (let i: i32 = 0; i < n; i++) {
      const a: f64 = channels[3 * sensor * n + i]
      const b: f64 = channels[(3 * sensor + 1) * n + i]
      const c: f64 = channels[(3 * sensor + 2) * n + i]
      norms[sensor * n + i] = Math.sqrt(a * a + b * b + c * c)
    }
  }
  let at: i32 = 0
  const turned = new Float64Array(3 * n)
  physicsFeatures(channels, turned, n, out, at)
  at += PHYSICS_FEATURES
  innovationFeatures(x, n, out, at)
  at += INNOVATION_FEATURES
  incrementFeatures(x, norms, n, out, at)
  at += INCREMENT_FEATURES
  envelopeFeatures(x, n, out, at)
  at += ENVELOPE_FEATURES
  residualFeatures(x, n, out, at)
  at += RESIDUAL_FEATURES
  spectrumFeatures(x, n, out, at)
  at += SPECTRUM_FEATURES
  timingFeatures(x, n, out, at)
  at += TIMING_FEATURES
  shapeFeatures(x, norms, n, out, at)
  at += SHAPE_FEATURES
  interpolationFeatures(x, n, out, at)
  at += INTERPOLATION_FEATURES
  rigidFeatures(channels, n, out, at)
  at += RIGID_FEATURES
  jointFeatures(channels, turned, n, out, at)
}

/** Sizes, tails and correlations of the channels themselves: for each sensor six. */
function shapeFeatures(x: Float64Array, norms: Float64Array, n: i32, out: Float64Array, at: i32): void {
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    const o: i32 = at + 6 * sensor
    const first: i32 = 3 * sensor
    const ab: f64 = correlation(x, first * n, x, (first + 1) * n, n)
    const ac: f64 = correlation(x, first * n, x, (first + 2) * n, n)
    const bc: f64 = correlation(x, (first + 1) * n, x, (first + 2) * n, n)
    let power: f64 = 0
    let tails: f64 = 0
    for (let c: i32 = first; c < first + 3; c++) {
      power += varianceOf(x, c * n, n)
      tails += log(1 + kurtosisOf(x, c * n, n)) / 3
    }
    out[o] = log(power + 1e-6)
    out[o + 1] = tails
    out[o + 2] = log(1 + kurtosisOf(norms, sensor * n, n))
    out[o + 3] = skewnessOf(norms, sensor * n, n)
    out[o + 4] = log(Math.max(0, 1 - ab * ab - ac * ac - bc * bc + 2 * ab * ac * bc) + 1e-4)
    out[o + 5] = Math.max(Math.abs(ab), Math.max(Math.abs(ac), Math.abs(bc)))
  }
}
