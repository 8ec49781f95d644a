/** Converts log odds to a probability: 0 at -∞, 0.5 at 0, 1 at ∞. */
export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/**
 * The two-covariance model (Cumani and Laface 2014, the simplest PLDA) in uncorrelated coordinates: a person has
 * variance `between` around the mean of the setting, which itself has variance `shared`; measurements scatter around
 * the person with `templateNoise` and `probeNoise`.
 */
export type PairModel = { between: number; shared: number; templateNoise: number; probeNoise: number }

/**
 * Returns the log-likelihood ratio of one coordinate: log p(template, probe | one person) − log p(template, probe | two
 * people of one setting).
 */
export function pairLogRatio(model: PairModel, template: number, probe: number): number {
  const { between, shared, templateNoise, probeNoise } = model
  const a = shared + between + templateNoise
  const b = shared + between + probeNoise
  return logDensity(a, b, shared + between, template, probe) - logDensity(a, b, shared, template, probe)
}

/** Returns the log density of two jointly normal numbers of mean 0, up to the constant that cancels. */
function logDensity(a: number, b: number, covariance: number, x: number, y: number): number {
  const determinant = a * b - covariance * covariance
  return -0.5 * Math.log(determinant) - (b * x * x - 2 * covariance * x * y + a * y * y) / (2 * determinant)
}

/** Terms of `pairLogRatio` for one coordinate, computed once for many pairs. */
type PairTerms = { constant: number; own: number; other: number; both: number }

/**
 * Returns the coefficients of the log-likelihood ratio constant + own·x² + both·x·y + other·y² for a template x of
 * variance `a` and a probe y of variance `b`. The covariance of x and y is `covariance` if both are one person's and
 * `shared` if they are two people's.
 */
export function pairTerms(covariance: number, a: number, b: number, shared = 0): PairTerms {
  const [one, two] = [a * b - covariance * covariance, a * b - shared * shared]
  return {
    constant: -0.5 * Math.log(one / two),
    own: 0.5 * (b / two - b / one),
    other: 0.5 * (a / two - a / one),
    both: covariance / one - shared / two,
  }
}
