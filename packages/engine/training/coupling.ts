import { compared } from '../src/coupling/features.ts'
import type { CouplingParameters } from '../src/coupling/parameters.ts'
import { logOddsOf } from '../src/coupling/score.ts'
import { commonStreams } from '../src/coupling/streams.ts'
import { seededRandom } from '../src/random.ts'
import { cameraOf, coupledTakes, type PairKind, sensorOf, type TakePair, takePairs } from './coupling-pairs.ts'
import { rounded } from './rounded.ts'

/** A judged pair: its features, and whose take each side is. */
export type Compared = { values: number[]; kind: PairKind; sensor: string; seen: string }

type Model = Omit<CouplingParameters, 'apart'>

// What a pair counts in training: each kind of stranger has many pairs for one matched one.
const COUNTS: Readonly<Record<PairKind, number>> = {
  matched: 1,
  'other-take': 0.2,
  'other-person': 0.15,
  'other-action': 0.1,
}
const PENALTY = 3
const NEWTON_STEPS = 12
const APART_KEPT = 200

/** Weights of the coupling features, and how strangers score under weights learned without them. */
export function trainCoupling(motionFolder: string): CouplingParameters {
  const pairs = comparedPairs(takePairs(coupledTakes(motionFolder), seededRandom(2)))
  const model = fitted(pairs)
  const apart = crossFitted(pairs)
    .filter(({ kind }) => kind === 'other-person' || kind === 'other-action')
    .map(({ logOdds }) => logOdds)
    .toSorted((a, b) => a - b)
  const kept = Array.from({ length: APART_KEPT }, (_, k) => apart[Math.floor(((k + 0.5) * apart.length) / APART_KEPT)])
  return { ...model, apart: rounded(kept, 4) }
}

export function comparedPairs(pairs: readonly TakePair[]): Compared[] {
  return pairs.flatMap(({ imu, camera, kind }) => {
    const samples = sensorOf(imu)
    const streams = commonStreams(samples, cameraOf(camera, samples[samples.length - 1].t))
    if (streams.status !== 'ok') return []
    return [{ values: compared(streams).values, kind, sensor: imu.subject, seen: camera.subject }]
  })
}

/** Log odds of every pair under weights learned from pairs in which neither of its people takes part. */
export function crossFitted(pairs: readonly Compared[]): (Compared & { logOdds: number })[] {
  return [...new Set(pairs.map(({ sensor }) => sensor))].flatMap((person) => {
    const { bias, ...model } = fitted(pairs.filter(({ sensor, seen }) => sensor !== person && seen !== person))
    return pairs
      .filter(({ sensor }) => sensor === person)
      .map((pair) => ({ ...pair, logOdds: logOddsOf(pair.values, { bias, ...model, apart: [] }) }))
  })
}

/** Ridge logistic regression by Newton's method on standardised features, levelled so that 0 is even odds against another motion. */
export function fitted(pairs: readonly Compared[]): Model {
  const width = pairs[0].values.length
  const centre = rounded(columns(width, (k) => mean(pairs.map(({ values }) => values[k]))))
  const spread = rounded(
    columns(width, (k) => Math.sqrt(mean(pairs.map(({ values }) => (values[k] - centre[k]) ** 2))) || 1),
  )
  const rows = pairs.map(({ values }) => [...values.map((value, k) => (value - centre[k]) / spread[k]), 1])
  const targets = pairs.map(({ kind }) => (kind === 'matched' ? 1 : 0))
  const solution = newton(
    rows,
    targets,
    pairs.map(({ kind }) => COUNTS[kind]),
  )
  const weights = rounded(solution.slice(0, width))
  const shapes = rows.map((row) => row.reduce((total, x, k) => total + (k < width ? x * weights[k] : 0), 0))
  const bias = -evenPoint(shapes, pairs)
  return { centre, spread, weights, bias: rounded([bias])[0] }
}

/** Where a matched take and one of another action are equally likely: here, as many of the ones below as of the others above. */
function evenPoint(shapes: readonly number[], pairs: readonly Compared[]): number {
  const matched = shapes.filter((_, i) => pairs[i].kind === 'matched').toSorted((a, b) => a - b)
  const other = shapes.filter((_, i) => pairs[i].kind === 'other-action').toSorted((a, b) => b - a)
  let share = 0
  while (share < 0.5 && at(matched, share) < at(other, share)) share += 0.001
  return (at(matched, share) + at(other, share)) / 2
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
}

function newton(rows: readonly number[][], targets: readonly number[], counts: readonly number[]): number[] {
  const width = rows[0].length
  let beta = columns(width, () => 0)
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const gradient = beta.map((b, k) => (k < width - 1 ? -PENALTY * b : 0))
    const hessian = columns(width, (k) => columns(width, (l) => (k === l && k < width - 1 ? PENALTY : 0)))
    rows.forEach((row, i) => {
      const p = 1 / (1 + Math.exp(-row.reduce((total, x, k) => total + x * beta[k], 0)))
      for (let k = 0; k < width; k++) {
        gradient[k] += counts[i] * (targets[i] - p) * row[k]
        for (let l = 0; l < width; l++) hessian[k][l] += counts[i] * p * (1 - p) * row[k] * row[l]
      }
    })
    const delta = solved(hessian, gradient)
    beta = beta.map((b, k) => b + delta[k])
  }
  return beta
}

/** Gaussian elimination; the penalty keeps the matrix well away from singular. */
function solved(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]])
  const n = rows.length
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const factor = rows[j][i] / rows[i][i]
      for (let k = i; k <= n; k++) rows[j][k] -= factor * rows[i][k]
    }
  }
  const x = columns(n, () => 0)
  for (let i = n - 1; i >= 0; i--) {
    x[i] =
      (rows[i][n] - rows[i].slice(i + 1, n).reduce((total, value, k) => total + value * x[i + 1 + k], 0)) / rows[i][i]
  }
  return x
}

function columns<Value>(width: number, make: (k: number) => Value): Value[] {
  return Array.from({ length: width }, (_, k) => make(k))
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
