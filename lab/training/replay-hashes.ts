import { type ImuSample, readCapture } from '../../packages/engine/src/capture.ts'
import { cholesky, solveLower, solveUpper, symmetricEigen } from '../../packages/engine/src/math/linear-algebra.ts'
import { dot, meanVector, upperMedian } from '../../packages/engine/src/math/statistics.ts'
import type { Random } from '../../packages/engine/src/random.ts'
import type { DescribedPeak } from '../../packages/engine/src/replay/descriptors.ts'
import { computeDescriptors, decodeSeries, encodeSeries } from '../../packages/engine/src/replay/digest.ts'
import { computeReplaySeries, SERIES_HZ } from '../../packages/engine/src/replay/series.ts'
import {
  amplifyAboutMean,
  anyRotation,
  between,
  addNoise,
  cutPart,
  rotate,
  warpTime,
} from '../../packages/engine/test/replay-alterations.ts'
import { requireEnough, roundToDigits } from './model-file.ts'
import type { PersonCapture } from './replay-captures.ts'

const HASH_BITS = 20
const RIDGE = 1e-4

/** The bits of a hash of whole captures. */
export function learnProjection(captures: readonly PersonCapture[], random: Random): Projection {
  const all: Float64Array[] = []
  const moved: Float64Array[] = []
  for (const { imu } of captures) {
    const stretches = describeStretches(imu)
    all.push(...stretches.map(({ descriptor }) => descriptor))
    for (let copy = 0; copy < 2; copy++) moved.push(...movements(imu, stretches, random))
  }
  return fisherProjection(all, moved, HASH_BITS)
}

export type Projection = { projection: number[][]; turns: number[] }

/**
 * Directions in which stretches of motion differ most from each other for how much alterations move them (Fisher 1936),
 * each cut where half of all stretches lie on either side.
 */
export function fisherProjection(
  all: readonly Float64Array[],
  moved: readonly Float64Array[],
  bits: number,
): Projection {
  requireEnough('replay', 'described stretches', all.length, bits)
  requireEnough('replay', 'stretches found again', moved.length, bits)
  const d = all[0].length
  const total = covariance(all, meanVector(all))
  const within = covariance(moved, new Float64Array(d))
  for (let i = 0; i < d; i++) within[i * d + i] += RIDGE
  const projection = discriminants(total, within, d)
    .slice(0, bits)
    .map((row) => roundToDigits(row, 4))
  return {
    projection,
    turns: roundToDigits(
      projection.map((row) => upperMedian(all.map((descriptor) => dot(row, descriptor)))),
      4,
    ),
  }
}

function describeStretches(imu: readonly ImuSample[]): DescribedPeak[] {
  const series = computeReplaySeries(readCapture({ imu }))
  const coarse = series.status === 'ok' ? decodeSeries(encodeSeries(series)) : null
  return coarse === null ? [] : computeDescriptors(coarse)
}

/** How the description of each peak changes when the capture is altered, where the peak is found again. */
function movements(imu: readonly ImuSample[], before: readonly DescribedPeak[], random: Random): Float64Array[] {
  const factor = 1 + between(random, -0.03, 0.03)
  const louder = amplifyAboutMean(rotate(imu, anyRotation(random)), between(random, 0.7, 1.4))
  const from = between(random, 0, 0.4)
  const part = cutPart(addNoise(louder, between(random, 0.01, 0.2), random), from, 0.6)
  const fromMs = from * (imu[imu.length - 1].t - imu[0].t)
  const out: Float64Array[] = []
  for (const { at, kind, descriptor } of describeStretches(warpTime(part, factor))) {
    const original = at / factor + (fromMs * SERIES_HZ) / 1000
    const same = before.find((stretch) => stretch.kind === kind && Math.abs(stretch.at - original) < 1.5)
    if (same) out.push(descriptor.map((value, i) => (value - same.descriptor[i]) / Math.SQRT2))
  }
  return out
}

function covariance(vectors: readonly Float64Array[], mean: Float64Array): Float64Array {
  const d = mean.length
  const out = new Float64Array(d * d)
  for (const vector of vectors)
    for (let i = 0; i < d; i++)
      for (let j = 0; j < d; j++) out[i * d + j] += ((vector[i] - mean[i]) * (vector[j] - mean[j])) / vectors.length
  return out
}

/** The leading solutions of total·v = λ·within·v, by way of the symmetric L⁻¹·total·L⁻ᵀ with within = L·Lᵀ. */
function discriminants(total: Float64Array, within: Float64Array, d: number): Float64Array[] {
  const l = cholesky(within, d, 1e-9)
  const half = columnsSolved(total, l, d)
  const symmetric = columnsSolved(transpose(half, d), l, d)
  const values = new Float64Array(d)
  const vectors = new Float64Array(d * d)
  symmetricEigen(symmetric, d, values, vectors)
  return Array.from({ length: d }, (_, b) => {
    const row = vectors.slice(b * d, (b + 1) * d)
    solveUpper(l, d, row)
    return row
  })
}

function columnsSolved(matrix: Float64Array, l: Float64Array, d: number): Float64Array {
  const out = transpose(matrix, d)
  for (let c = 0; c < d; c++) solveLower(l, d, out.subarray(c * d, (c + 1) * d))
  return transpose(out, d)
}

function transpose(matrix: Float64Array, d: number): Float64Array {
  return matrix.map((_, at) => matrix[(at % d) * d + Math.floor(at / d)])
}
