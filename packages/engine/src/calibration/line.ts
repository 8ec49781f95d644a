import { quantileFrom, type Ranked } from './figures.ts'

/** Log-likelihood ratio to log odds. */
export type Line = readonly [slope: number, offset: number]

/** The score that the line carries to this probability. */
export function scoreAt([slope, offset]: Line, probability: number): number {
  return (Math.log(probability / (1 - probability)) - offset) / slope
}

/** Thresholds stay within these log odds: beyond ±5 the fused score no longer tells one answer from another. */
const MOST_LOG_ODDS = 4

/**
 * Where mated and other scores are two normal distributions of one width, the log odds are (difference / width²) · (score −
 * middle). Medians and the quantiles that face each other cannot be moved by a few wild scores. Where people are told apart so
 * well that a target among `fars` would lie out of reach, the line is laid flatter and moved.
 */
export function fitLine(mated: Ranked, nonMated: Ranked, fars: readonly number[] = []): Line {
  const [high, low] = [quantileFrom(mated, 0.5), quantileFrom(nonMated, 0.5)]
  const width = (high - quantileFrom(mated, 0.84) + quantileFrom(nonMated, 0.16) - low) / 2
  const slope = Math.min(10, Math.max(0.01, (high - low) / Math.max(width * width, 1e-6)))
  return withinReach(
    slope,
    (high + low) / 2,
    fars.map((far) => quantileFrom(nonMated, far)),
  )
}

function withinReach(steepest: number, middle: number, thresholds: readonly number[]): Line {
  const [lowest, highest] = [Math.min(middle, ...thresholds), Math.max(middle, ...thresholds)]
  const slope = Math.min(steepest, (2 * MOST_LOG_ODDS) / Math.max(highest - lowest, 1e-6))
  const [least, most] = [lowest, highest].map((score) => slope * (score - middle))
  const moved = Math.max(0, -MOST_LOG_ODDS - least) - Math.max(0, most - MOST_LOG_ODDS)
  return [slope, moved - slope * middle]
}
