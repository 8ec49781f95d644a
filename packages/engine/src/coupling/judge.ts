import type { Equipment, WindowModel } from './parameters.ts'
import type { Window } from './streams.ts'
import { treesLogit } from './trees.ts'

export function equipmentOf({ turning, frames }: Window): Equipment {
  if (turning) return frames.columns.length > 2 ? 'gyroDepth' : 'gyroFlat'
  return frames.columns.length > 2 ? 'accelerationDepth' : 'accelerationFlat'
}

/** Log odds that a window's streams belong together rather than to two movements. */
export function computeLogOdds(values: Float64Array, { trees, slope, offset }: WindowModel): number {
  return slope * treesLogit(trees, values) + offset
}

/**
 * No judgment is surer than what the sensor explains allows: trees know nothing of pictures unlike those they learned from, such as a
 * still one, in which nothing contradicts the sensor. Even odds at most with a quarter explained, 20 to 1 with half.
 */
export function capLogOdds(logOdds: number, explained: number): number {
  const share = Math.min(1 - 1e-6, Math.max(1e-6, explained))
  return Math.min(logOdds, 3 + 3 * Math.log(share / (1 - share)))
}

/** Conformal p-value (Vovk, Gammerman and Shafer 2005): the rank among streams that did not belong together. */
export function pValue(logOdds: number, apart: readonly number[]): number {
  const asGood = apart.filter((other) => other >= logOdds).length
  return (asGood + 1) / (apart.length + 1)
}

/** Fisher's method: k independent p-values as one, by the upper tail of χ² with 2k degrees of freedom at -2·Σ ln p. */
export function combinePValues(pValues: readonly number[]): number {
  const half = pValues.reduce((total, p) => total - Math.log(p), 0)
  let term = Math.exp(-half)
  let tail = 0
  for (let i = 0; i < pValues.length; i++) {
    tail += term
    term *= half / (i + 1)
  }
  return Math.min(1, tail)
}
