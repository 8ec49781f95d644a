import { pairLogRatio, sigmoid } from '../math/likelihood.ts'
import { type Comparable, type Enrollment, isEnrollment, isStatistics, isUsableSignature } from './enrollment.ts'
import {
  type Coordinates,
  type Matcher,
  SIGNATURE_MODEL,
  type SignatureKind,
  type SignatureModel,
} from './parameters.ts'
import { listDimensions, VIEW_COUNT } from './signature.ts'

/** Middles of settings are written in tenths. */
export const SETTING_UNIT = 0.1

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
  const [slope, offset] = comparison.calibration
  return slope * comparison.logRatio + offset
}

/** The matcher that was used, the log-likelihood ratio under it, and the line that makes log odds of that. */
export type Comparison = { matcher: Matcher; logRatio: number; calibration: Matcher['calibration'] }

/** The comparison under the matcher that fits both, before calibration. */
export function compareUnder(model: SignatureModel, enrollment: Enrollment, signature: Comparable): Comparison | null {
  if (!isEnrollment(enrollment) || !isUsableSignature(signature)) return null
  const kind = [model.imu, model.body].find(({ version }) => version === enrollment.version)
  if (!kind || signature.version !== enrollment.version) return null
  const lacking = new Set([...enrollment.missing, ...signature.missing].map((dimension) => dimension % VIEW_COUNT))
  const matcher = kind.matchers.find(({ views }) => views.every((view) => !lacking.has(view)))
  return matcher ? compareWith(matcher, kind, model, enrollment, signature) : null
}

type Noise = Pick<SignatureModel, 'persistent' | 'scatterPrior'>

/** The comparison under one matcher; of statistics, too, where both sides have them and the matcher is that of all views. */
export function compareWith(
  matcher: Matcher,
  { matchers, statistics }: Pick<SignatureKind, 'matchers' | 'statistics'>,
  noise: Noise,
  enrollment: Enrollment,
  signature: Comparable,
): Comparison {
  const logRatio = logRatioUnder(matcher, noise, enrollment, signature.vector)
  const [enrolled, measured] = [enrollment.statistics, signature.statistics]
  if (!statistics || matcher !== matchers[0] || !isStatistics(enrolled) || !isStatistics(measured)) {
    return { matcher, logRatio, calibration: matcher.calibration }
  }
  const standing = findSetting(matcher, coordinates(matcher, enrollment.mean))
  const sides = [project(statistics, enrolled), project(statistics, measured)] as const
  const added = compareIn(statistics, standing, pairNoise(matcher, noise, enrollment), ...sides)
  return { matcher, logRatio: logRatio + added, calibration: statistics.calibration }
}

/** The log-likelihood ratio of the vectors under one matcher, before calibration. */
export function logRatioUnder(
  matcher: Matcher,
  noise: Noise,
  enrollment: Enrollment,
  vector: readonly number[],
): number {
  const template = coordinates(matcher, enrollment.mean)
  const standing = findSetting(matcher, template)
  return compareIn(matcher, standing, pairNoise(matcher, noise, enrollment), template, coordinates(matcher, vector))
}

function pairNoise(matcher: Matcher, { persistent, scatterPrior }: Noise, { variance, count }: Enrollment): PairNoise {
  const probeNoise = personScatter(matcher, variance, count, scatterPrior)
  return { probeNoise, templateNoise: probeNoise * (persistent + (1 - persistent) / count) }
}

/** The known setting that a template is nearest to, and how much of the comparison is left to the model of all settings. */
type Standing = { setting: number; distance: number; pooledShare: number }

/** The nearest known setting; all is left to the pooled model where none is known, half where none is near. */
export function findSetting(
  { settings = [], between, near = Number.POSITIVE_INFINITY }: Pick<Matcher, 'settings' | 'between' | 'near'>,
  template: Float64Array,
): Standing {
  const distances = settings.map((middle) => measureDistance(middle, between, template))
  const distance = Math.min(...distances)
  if (distances.length === 0) return { setting: -1, distance, pooledShare: 1 }
  return { setting: distances.indexOf(distance), distance, pooledShare: distance <= near ? 0 : 0.5 }
}

/** Mean squared distance of a template from the middle of a setting, in the variance of single people. */
function measureDistance(middle: readonly number[], between: readonly number[], template: Float64Array): number {
  let total = 0
  for (let k = 0; k < template.length; k++) total += (template[k] - SETTING_UNIT * middle[k]) ** 2 / (between[k] + 1)
  return total / template.length
}

type PairNoise = { templateNoise: number; probeNoise: number }

function compareIn(
  { between, shared, settings, activity }: Coordinates,
  { setting, pooledShare }: Standing,
  noise: PairNoise,
  template: Float64Array,
  probe: Float64Array,
): number {
  const middle = settings?.[setting]
  let total = 0
  for (let k = 0; k < template.length; k++) {
    const pooled = { between: between[k], shared: shared[k], ...noise }
    if (pooledShare > 0 || !middle) total += (middle ? pooledShare : 1) * pairLogRatio(pooled, template[k], probe[k])
    if (!middle || pooledShare === 1) continue
    const from = SETTING_UNIT * middle[k]
    const own = { between: between[k], shared: activity?.[k] ?? 0, ...noise }
    total += (1 - pooledShare) * pairLogRatio(own, template[k] - from, probe[k] - from)
  }
  return total
}

/** The vector in the matcher's coordinates. */
export function coordinates(matcher: Matcher, vector: ArrayLike<number>): Float64Array {
  return project(
    matcher,
    listDimensions(matcher.views).map((dimension) => vector[dimension]),
  )
}

function project(
  { projection, unit, centre }: Pick<Coordinates, 'projection' | 'unit' | 'centre'>,
  values: readonly number[],
): Float64Array {
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
