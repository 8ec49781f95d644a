import { measureLengths } from './filters.ts'
import { log } from './logarithm.ts'
import type { f64, i32 } from './portable.ts'
import {
  INNOVATION_FEATURES,
  innovationFeatures,
  INTERPOLATION_FEATURES,
  interpolationFeatures,
  RESIDUAL_FEATURES,
  residualFeatures,
} from './presence-detail.ts'
import {
  ENVELOPE_FEATURES,
  envelopeFeatures,
  INCREMENT_FEATURES,
  incrementFeatures,
  RHYTHM_FEATURES,
  rhythmFeatures,
  TIMING_FEATURES,
  timingFeatures,
} from './presence-rhythm.ts'
import {
  GRAVITY_FEATURES,
  gravityFeatures,
  integrateTurning,
  JOINT_FEATURES,
  jointFeatures,
  LEVER_FEATURES,
  leverFeatures,
} from './presence-rigid-body.ts'
import { SPECTRUM_FEATURES, spectrumFeatures } from './spectrum.ts'
import { computeMean, computeMoments } from './statistics.ts'
import { correlation } from './vector.ts'

/** Length of the output of `presenceFeatures`. */
export const PRESENCE_FEATURES: i32 = 178

/** Writes all presence features of six even 50 Hz channels (ax ay az in m/s², ωx ωy ωz in rad/s), n ≥ 100, to `out`. */
export function presenceFeatures(channels: Float64Array, n: i32, out: Float64Array): void {
  const x = new Float64Array(6 * n)
  const norms = new Float64Array(2 * n)
  const turned = new Float64Array(3 * n)
  const rest = new Float64Array(3 * n)
  centre(channels, n, x, norms)
  integrateTurning(channels, n, turned)
  let at: i32 = 0
  gravityFeatures(channels, turned, n, rest, out, at)
  at += GRAVITY_FEATURES
  leverFeatures(channels, rest, n, out, at)
  at += LEVER_FEATURES
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
  rhythmFeatures(x, n, out, at)
  at += RHYTHM_FEATURES
  interpolationFeatures(x, n, out, at)
  at += INTERPOLATION_FEATURES
  jointFeatures(channels, turned, n, out, at)
  at += JOINT_FEATURES
  shapeFeatures(x, norms, n, out, at)
  // Hundreds of turns per second make the gravity above diverge.
  for (let i: i32 = 0; i < PRESENCE_FEATURES; i++) if (!(Math.abs(out[i]) <= 1e9)) out[i] = 0
}

/** Channels without their mean, and the size of each sensor's vector. */
function centre(channels: Float64Array, n: i32, x: Float64Array, norms: Float64Array): void {
  for (let c: i32 = 0; c < 6; c++) {
    const mean: f64 = computeMean(channels, c * n, n)
    for (let i: i32 = 0; i < n; i++) x[c * n + i] = channels[c * n + i] - mean
  }
  measureLengths(channels, 0, n, norms, 0)
  measureLengths(channels, 3 * n, n, norms, n)
}

/** Sizes, tails and correlations of the channels themselves: for each sensor six. */
function shapeFeatures(x: Float64Array, norms: Float64Array, n: i32, out: Float64Array, at: i32): void {
  const moments = new Float64Array(3)
  for (let sensor: i32 = 0; sensor < 2; sensor++) {
    const o: i32 = at + 6 * sensor
    const first: i32 = 3 * sensor
    const ab: f64 = correlation(x, first * n, x, (first + 1) * n, n)
    const ac: f64 = correlation(x, first * n, x, (first + 2) * n, n)
    const bc: f64 = correlation(x, (first + 1) * n, x, (first + 2) * n, n)
    let power: f64 = 0
    let tails: f64 = 0
    for (let c: i32 = first; c < first + 3; c++) {
      computeMoments(x, c * n, n, moments)
      power += moments[0]
      tails += log(1 + moments[2]) / 3
    }
    computeMoments(norms, sensor * n, n, moments)
    out[o] = log(power + 1e-6)
    out[o + 1] = tails
    out[o + 2] = log(1 + moments[2])
    out[o + 3] = moments[1]
    out[o + 4] = log(Math.max(0, 1 - ab * ab - ac * ac - bc * bc + 2 * ab * ac * bc) + 1e-4)
    out[o + 5] = Math.max(Math.abs(ab), Math.max(Math.abs(ac), Math.abs(bc)))
  }
}
