import { pairTerms } from '../math/likelihood.ts'
import { difference, multiply } from './projection.ts'
import type { TwoCovariances } from './two-covariances.ts'

/** Share of a person's scatter that more windows do not average away, as in the shipped model. */
export const PERSISTENT = 0.3

/** The windows of a subject in the model's coordinates. */
export function projectOnto({ rows, k, mean }: TwoCovariances, windows: readonly Float64Array[]): Float64Array[] {
  return windows.map((window) => multiply(rows, k, difference(window, mean), k))
}

/** Log-likelihood ratio of a template of `count` windows and a probe: one person against two (Cumani and Laface 2014). */
export function comparer(
  { between, k }: Pick<TwoCovariances, 'between' | 'k'>,
  count: number,
): (a: Float64Array, b: Float64Array) => number {
  const [own, both, other] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)]
  let constant = 0
  for (let j = 0; j < k; j++) {
    const covariance = between[j]
    const terms = pairTerms(covariance, covariance + PERSISTENT + (1 - PERSISTENT) / count, covariance + 1)
    constant += terms.constant
    own[j] = terms.own
    other[j] = terms.other
    both[j] = terms.both
  }
  return (template, probe) => {
    let total = constant
    for (let j = 0; j < k; j++) {
      const [x, y] = [template[j], probe[j]]
      total += x * (own[j] * x + both[j] * y) + other[j] * y * y
    }
    return total
  }
}
