import { type Enrollment, isEnrollment, isUsableSignature } from './enrollment.ts'
import { type Matcher, SIGNATURE_MODEL, type SignatureKind } from './parameters.ts'
import { dimensionsOf, type MotionSignature } from './signature.ts'
import { pairLogRatio } from './two-covariance.ts'

export { isEnrollment } from './enrollment.ts'

type Comparable = Pick<MotionSignature, 'vector' | 'version' | 'missing'>

/** How likely the signature is the enrolled person's rather than another's doing the same: 0..1, 0.5 undecided. */
export function matchScore(enrollment: Enrollment, signature: Comparable): number {
  const comparison = compared(enrollment, signature)
  if (comparison === null) return 0
  const [slope, offset] = comparison.matcher.calibration
  return 1 / (1 + Math.exp(-(slope * comparison.logRatio + offset)))
}

/**
 * Calibrated log-likelihood ratio of the same person against another, to be added to that of other evidence;
 * null where the two cannot be compared.
 */
export function matchLogLikelihoodRatio(enrollment: Enrollment, signature: Comparable): number | null {
  const comparison = compared(enrollment, signature)
  if (comparison === null) return null
  const [slope, offset] = comparison.matcher.calibration
  return slope * comparison.logRatio + offset
}

function compared(enrollment: unknown, signature: unknown): { matcher: Matcher; logRatio: number } | null {
  if (!isEnrollment(enrollment) || !isUsableSignature(signature)) return null
  const kind = kindOf(enrollment.version)
  if (kind === null || signature.version !== enrollment.version) return null
  const lacking = new Set([...enrollment.missing, ...signature.missing])
  const matcher = kind.matchers.find(({ views }) => dimensionsOf(views).every((dimension) => !lacking.has(dimension)))
  return matcher ? { matcher, logRatio: logRatio(matcher, enrollment, signature.vector) } : null
}

function kindOf(version: string): SignatureKind | null {
  return [SIGNATURE_MODEL.imu, SIGNATURE_MODEL.body].find((kind) => kind.version === version) ?? null
}

function logRatio(matcher: Matcher, { mean, variance, count }: Enrollment, vector: readonly number[]): number {
  const template = latent(matcher, mean)
  const probe = latent(matcher, vector)
  const scatter = personScatter(matcher, variance, count)
  const { persistent } = SIGNATURE_MODEL
  const templateNoise = scatter * (persistent + (1 - persistent) / count)
  return template.reduce(
    (sum, value, k) =>
      sum +
      pairLogRatio(
        { between: matcher.between[k], shared: matcher.shared[k], templateNoise, probeNoise: scatter },
        value,
        probe[k],
      ),
    0,
  )
}

/** The vector in the matcher's coordinates. */
export function latent({ views, projection, unit, centre }: Matcher, vector: readonly number[]): number[] {
  const dimensions = dimensionsOf(views)
  return projection.map((row, k) => {
    const sum = row.reduce((total, weight, j) => total + weight * vector[dimensions[j]], 0)
    return sum * unit[k] - centre[k]
  })
}

/**
 * How much this person's windows scatter compared with most people's: 1 without evidence, moved by the enrolment's own
 * variance as far as its count deserves.
 */
export function personScatter({ views, within }: Matcher, variance: readonly number[], count: number): number {
  if (count < 2) return 1
  const dimensions = dimensionsOf(views)
  const ratio = dimensions.reduce((sum, j, i) => sum + variance[j] / within[i], 0) / dimensions.length
  const { scatterPrior } = SIGNATURE_MODEL
  return (scatterPrior + (count - 1) * ratio) / (scatterPrior + count - 1)
}
