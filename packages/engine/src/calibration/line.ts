import { quantileFrom, type Ranked } from './figures.ts'

/** Log-likelihood ratio to log odds. */
export type Line = readonly [slope: number, offset: number]

/**
 * Where mated and other scores are two normal distributions of one width, the log odds are (difference / width²) · (score −
 * middle). Medians and the quantiles that face each other cannot be moved by a few wild scores.
 */
export function fitLine(mated: Ranked, nonMated: Ranked): Line {
  const [high, low] = [quantileFrom(mated, 0.5), quantileFrom(nonMated, 0.5)]
  const width = (high - quantileFrom(mated, 0.84) + quantileFrom(nonMated, 0.16) - low) / 2
  const slope = Math.min(10, Math.max(0.01, (high - low) / Math.max(width * width, 1e-6)))
  return [slope, (-slope * (high + low)) / 2]
}
