import { pairLogRatio, sigmoid } from '../math/likelihood.ts'
import { type Enrollment, isEnrollment, isUsableSignature } from './enrollment.ts'
import { type Matcher, SIGNATURE_MODEL, type SignatureModel } from './parameters.ts'
import { listDimensions, type MotionSignature, VIEW_COUNT } from './signature.ts'

type Comparable = Pick<MotionSignature, 'vector' | 'version' | 'missing'>

/**
 * Returns how likely the signature is the enrolled person's rather than another's who does the same: 0..1, 0.5 is
 * undecided, and 0 where the two cannot be compared. Never throws.
 *
 * @example
 * matchScore(enroll([first, second, third]), motionSignature(capture))
 */
export function matchScore(enrollment: Enrollment, signature: Comparable): number {
  const logRatio = matchLogLikelihoodRatio(enrollment, signature)
  return logRatio === null ? 0 : sigmoid(logRatio)
}

/**
 * Returns the log-likelihood ratio of one person against two, calibrated on people left out, so that it can be added to that of
 * other evidence; null where the two cannot be compared.
 */
export function matchLogLikelihoodRatio(enrollment: Enrollment, signature: Comparable): number | null {
  const comparison = compareUnder(SIGNATURE_MODEL, enrollment, signature)
  if (comparison === null) return null
  const [slope, offset] = comparison.matcher.calibration
  return slope * comparison.logRatio + offset
}

/** The matcher that fits both, and its log-likelihood ratio before calibration. */
export function compareUnder(
  model: SignatureModel,
  enrollment: Enrollment,
  signature: Comparable,
): { matcher: Matcher; logRatio: number } | null {
  if (!isEnrollment(enrollment) || !isUsableSignature(signature)) return null
  const kind = [model.imu, model.body].find(({ version }) => version === enrollment.version)
  if (!kind || signature.version !== enrollment.version) return null
  const lacking = new Set([...enrollment.missing, ...signature.missing].map((dimension) => dimension % VIEW_COUNT))
  const matcher = kind.matchers.find(({ views }) => views.every((view) => !lacking.has(view)))
  return matcher ? { matcher, logRatio: logRatioUnder(matcher, model, enrollment, signature.vector) } : null
}

/** The log-likelihood ratio under one matcher, before calibration. */
export function logRatioUnder(
  matcher: Matcher,
  { persistent, scatterPrior }: Pick<SignatureModel, 'persistent' | 'scatterPrior'>,
  { mean, variance, count }: Enrollment,
  vector: readonly number[],
): number {
  const template = coordinates(matcher, mean)
  const probe = coordinates(matcher, vector)
  const probeNoise = personScatter(matcher, variance, count, scatterPrior)
  const templateNoise = probeNoise * (persistent + (1 - persistent) / count)
  const { between, shared } = matcher
  let total = 0
  for (let k = 0; k < template.length; k++) {
    const model = { between: between[k], shared: shared[k], templateNoise, probeNoise }
    total += pairLogRatio(model, template[k], probe[k])
  }
  return total
}

/** The vector in the matcher's coordinates. */
export function coordinates({ views, projection, unit, centre }: Matcher, vector: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(listDimensions(views), (dimension) => vector[dimension])
  const out = new Float64Array(projection.length)
  for (let k = 0; k < out.length; k++) {
    const row = projection[k]
    let sum = 0
    for (let j = 0; j < values.length; j++) sum += row[j] * values[j]
    out[k] = sum * unit[k] - centre[k]
  }
  return out
}

/**
 * How much this person's windows scatter compared with most people's: 1 without evidence, moved by the enrollment's own
 * variance as far as its count deserves. `prior` is the number of windows that the average person counts for.
 */
export function personScatter(
  { views, within }: Pick<Matcher, 'views' | 'within'>,
  variance: readonly number[],
  count: number,
  prior: number,
): number {
  const dimensions = listDimensions(views)
  const ratio = dimensions.reduce((sum, j, i) => sum + variance[j] / within[i], 0) / dimensions.length
  return (prior + (count - 1) * ratio) / (prior + count - 1)
}
