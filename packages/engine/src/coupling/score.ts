import type { CameraSample, ImuSample } from '../types.ts'
import { compared } from './features.ts'
import { COUPLING, type CouplingParameters } from './parameters.ts'
import { commonStreams } from './streams.ts'

/** How far camera and sensor agree; 0.5 is even odds, `p` the share of unrelated streams that agree at least as well. */
export type CouplingScore = {
  score: number
  lagMs: number
  p: number
  status: 'ok' | 'insufficient'
  reason: string | null
}

/** Evidence EE-002: does the camera see the motion that the sensor feels? */
export function couplingScore(imu: readonly ImuSample[], camera: readonly CameraSample[]): CouplingScore {
  const streams = commonStreams(imu, camera)
  if (streams.status !== 'ok') return { score: 0, lagMs: 0, p: 1, status: 'insufficient', reason: streams.reason }
  const { values, lagMs } = compared(streams)
  const logOdds = logOddsOf(values, COUPLING)
  return { score: 1 / (1 + Math.exp(-logOdds)), lagMs, p: pValue(logOdds, COUPLING.apart), status: 'ok', reason: null }
}

/** The logistic model's log odds of features. */
export function logOddsOf(values: readonly number[], model: CouplingParameters): number {
  return values.reduce(
    (total, value, k) => total + (model.weights[k] * (value - model.centre[k])) / model.spread[k],
    model.bias,
  )
}

/** Conformal p-value (Vovk et al. 2005): the rank among streams that did not belong together. */
export function pValue(logOdds: number, apart: readonly number[]): number {
  const above = apart.filter((other) => other >= logOdds).length
  return (above + 1) / (apart.length + 1)
}
