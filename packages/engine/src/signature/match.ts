import { pairTerms, sigmoid } from '../math/likelihood.ts'
import { signatureMatching as learned } from '../model/index.ts'
import {
  areWindows,
  type Comparable,
  type Enrollment,
  isEnrollment,
  isStatistics,
  isUsableSignature,
} from './enrollment.ts'
import { listDimensions, SIGNATURE_SCALES, type SignatureScale, VIEW_COUNT } from './signature.ts'

/** Centers of settings are stored in tenths. */
export const SETTING_UNIT = 0.1

/**
 * Returns the probability, 0..1, that the signature is the enrolled person's rather than that of another person doing
 * the same; 0.5 is undecided. 0 if enrollment and signature cannot be compared. Never throws.
 *
 * @example
 * matchScore(enroll([first, second, third]), motionSignature(capture))
 */
export function matchScore(enrollment: Enrollment, signature: Comparable): number {
  const logRatio = matchLogLikelihoodRatio(enrollment, signature)
  return logRatio === null ? 0 : sigmoid(logRatio)
}

/**
 * Returns the log-likelihood ratio that enrollment and signature are one person's rather than two people's. Null if
 * they cannot be compared. It is calibrated on held-out people, so it can be added to the ratios of other evidence.
 */
export function matchLogLikelihoodRatio(enrollment: Enrollment, signature: Comparable): number | null {
  const comparison = compareUnder(SIGNATURE_MODEL, enrollment, signature)
  if (comparison === null) return null
  const [slope, offset] = comparison.calibration
  return slope * comparison.logRatio + offset
}

/** The matcher that was used, its log-likelihood ratio, and the line that converts it to log odds. */
type Comparison = { matcher: Matcher; logRatio: number; calibration: Matcher['calibration'] }

/**
 * Compares a signature with an enrollment by the first matcher of `model` whose views neither of them lacks. Returns
 * the ratio before calibration and the calibration line. Null if they are malformed, have different versions, or no
 * matcher applies.
 */
export function compareUnder(model: SignatureModel, enrollment: Enrollment, signature: Comparable): Comparison | null {
  if (!isEnrollment(enrollment) || !isUsableSignature(signature)) return null
  const kind = [model.imu, model.body].find(({ version }) => version === enrollment.version)
  if (!kind || signature.version !== enrollment.version) return null
  const lacking = new Set([...enrollment.missing, ...signature.missing].map((dimension) => dimension % VIEW_COUNT))
  const matcher = kind.matchers.find(({ views }) => views.every((view) => !lacking.has(view)))
  return matcher ? compareWith(matcher, kind, model, enrollment, signature) : null
}

type Noise = Pick<SignatureModel, 'persistent' | 'scatterPrior'>

/**
 * Compares a signature with an enrollment by a given matcher, before calibration. Plain statistics are included if both
 * have them and the matcher uses all views. If the enrollment has single windows, the ratio is the average of that with
 * the mean and that with the most similar window.
 */
export function compareWith(
  matcher: Matcher,
  { matchers, statistics }: Pick<SignatureKind, 'matchers' | 'statistics'>,
  noise: Noise,
  enrollment: Enrollment,
  signature: Comparable,
): Comparison {
  const measured = signature.statistics
  const isBoth = matcher === matchers[0] && isStatistics(enrollment.statistics) && isStatistics(measured)
  const added = isBoth && statistics ? statistics : null
  const placed = loadPlaces(matcher, { added, noise, enrollment })
  const probe = [toCoordinates(matcher, signature.vector), added && project(added, measured as number[])] as const
  const ratios = placed.map(
    ({ terms, places }) => computeRatio(terms[0], places[0], probe[0]) + computeRatio(terms[1], places[1], probe[1]),
  )
  const [mean, ...windows] = ratios
  const logRatio = windows.length === 0 ? mean : (mean + Math.max(...windows)) / 2
  return { matcher, logRatio, calibration: added ? added.calibration : matcher.calibration }
}

/**
 * Computes the log-likelihood ratio that the enrollment's mean and a signature's vector are one person's rather than
 * two people's, by a given matcher and before calibration.
 */
export function computeLogRatio(
  matcher: Matcher,
  noise: Noise,
  enrollment: Enrollment,
  vector: readonly number[],
): number {
  const [{ terms, places }] = loadPlaces(matcher, { added: null, noise, enrollment })
  return computeRatio(terms[0], places[0], toCoordinates(matcher, vector))
}

/** Coordinates of a mean or a window, for the vector and the statistics, and the terms to compare each with. */
type PlacedEnrollment = { terms: readonly [Terms, Terms | null]; places: readonly [Float64Array, Float64Array | null] }
type Place = { added: StatisticsModel | null; noise: Noise; enrollment: Enrollment }

/** An enrollment is compared many times, so its coordinates are cached. */
const known = new WeakMap<Coordinates, WeakMap<Enrollment, PlacedEnrollment[]>>()

/** Returns the coordinates of an enrollment's mean, then those of its windows. */
function loadPlaces(matcher: Matcher, place: Place): PlacedEnrollment[] {
  const key = place.added ?? matcher
  const own = known.get(key) ?? new WeakMap<Enrollment, PlacedEnrollment[]>()
  known.set(key, own)
  const found = own.get(place.enrollment) ?? computePlaces(matcher, place)
  own.set(place.enrollment, found)
  return found
}

function computePlaces(matcher: Matcher, { added, noise, enrollment }: Place): PlacedEnrollment[] {
  const { mean, statistics = [], windows } = enrollment
  const middle = toCoordinates(matcher, mean)
  const standing = findSetting(matcher, middle)
  const termsFor = (pair: PairNoise) =>
    [listTerms(matcher, standing, pair), added && listTerms(added, standing, pair)] as const
  const whole = {
    terms: termsFor(computePairNoise(matcher, noise, enrollment)),
    places: [middle, added && project(added, statistics)] as const,
  }
  if (!added || !areWindows(windows)) return [whole]
  const terms = termsFor({ probeNoise: 1, templateNoise: 1 })
  return [
    whole,
    ...windows.map((one) => {
      return { terms, places: [toCoordinates(matcher, one.vector), project(added, one.statistics)] as const }
    }),
  ]
}

function computePairNoise(
  matcher: Matcher,
  { persistent, scatterPrior }: Noise,
  { variance, count }: Enrollment,
): PairNoise {
  const probeNoise = estimateScatter(matcher, variance, count, scatterPrior)
  return { probeNoise, templateNoise: probeNoise * (persistent + (1 - persistent) / count) }
}

/** The known setting nearest to a template, and the weight of the model of all settings. */
type SettingMatch = { setting: number; distance: number; pooledShare: number }

/**
 * Finds the known setting (such as the phone's place or an activity) whose center is nearest to a template.
 * `pooledShare` is the weight of the model of all settings: 1 if no setting is known (`setting` is then -1), 0.5 if
 * none is near, otherwise 0.
 */
export function findSetting(
  { settings = [], between, near = Number.POSITIVE_INFINITY }: Pick<Matcher, 'settings' | 'between' | 'near'>,
  template: Float64Array,
): SettingMatch {
  const distances = settings.map((middle) => measureDistance(middle, between, template))
  const distance = Math.min(...distances)
  if (distances.length === 0) return { setting: -1, distance, pooledShare: 1 }
  return { setting: distances.indexOf(distance), distance, pooledShare: distance <= near ? 0 : 0.5 }
}

/** Returns the mean squared distance of a template from the center of a setting, in the variance of single people. */
function measureDistance(middle: readonly number[], between: readonly number[], template: Float64Array): number {
  let total = 0
  for (let k = 0; k < template.length; k++) total += (template[k] - SETTING_UNIT * middle[k]) ** 2 / (between[k] + 1)
  return total / template.length
}

type PairNoise = { templateNoise: number; probeNoise: number }

/** The terms of each coordinate: under the model of all settings, and around the center of one. */
type Terms = { weight: number; from: Float64Array; pairs: ReturnType<typeof pairTerms>[] }[]

function listTerms(model: Coordinates, { setting, pooledShare }: SettingMatch, noise: PairNoise): Terms {
  const { between, shared, activity } = model
  const middle = model.settings?.[setting]
  const termsOf = (weight: number, from: Float64Array, common: (k: number) => number) => {
    const pairs = between.map((variance, k) => {
      const covariance = common(k) + variance
      return pairTerms(covariance, covariance + noise.templateNoise, covariance + noise.probeNoise, common(k))
    })
    return { weight, from, pairs }
  }
  const pooled = termsOf(middle ? pooledShare : 1, new Float64Array(between.length), (k) => shared[k])
  if (!middle) return [pooled]
  const own = termsOf(
    1 - pooledShare,
    Float64Array.from(middle, (value) => SETTING_UNIT * value),
    (k) => activity?.[k] ?? 0,
  )
  return [pooled, own].filter(({ weight }) => weight > 0)
}

/** Returns the log-likelihood ratio; 0 if there is nothing to compare. */
function computeRatio(terms: Terms | null, template: Float64Array | null, probe: Float64Array | null): number {
  if (terms === null || template === null || probe === null) return 0
  let total = 0
  for (const { weight, from, pairs } of terms) {
    let ratio = 0
    for (let k = 0; k < pairs.length; k++) {
      const { constant, own, both, other } = pairs[k]
      const [x, y] = [template[k] - from[k], probe[k] - from[k]]
      ratio += constant + x * (own * x + both * y) + other * y * y
    }
    total += weight * ratio
  }
  return total
}

/** Projects the vector of a signature onto the coordinates in which the matcher compares. */
export function toCoordinates(matcher: Matcher, vector: ArrayLike<number>): Float64Array {
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
 * Estimates how much the windows of this person scatter relative to most people's (1 is usual), from the variance of
 * `count` enrolled signatures. `prior` is the number of windows that the usual value counts for.
 */
export function estimateScatter(
  { views, within }: Pick<Matcher, 'views' | 'within'>,
  variance: readonly number[],
  count: number,
  prior: number,
): number {
  const dimensions = listDimensions(views)
  const ratio = dimensions.reduce((sum, j, i) => sum + variance[j] / within[i], 0) / dimensions.length
  return (prior + (count - 1) * ratio) / (prior + count - 1)
}

/**
 * Coordinates in which a person's own scatter has variance 1 and no correlation, with what is known about people in
 * them. The rows of `projection` (integers, multiplied by the row's `unit`) project scaled features onto them.
 */
export type Coordinates = {
  projection: readonly (readonly number[])[]
  unit: readonly number[]
  /** Mean of the population in each coordinate. */
  centre: readonly number[]
  /** Variance between people who do the same thing, in units of their own scatter. */
  between: readonly number[]
  /**
   * Variance that a whole setting shares, such as the sensor's place or the activity. It doesn't distinguish people.
   */
  shared: readonly number[]
  /** Centers of the known settings, in tenths from `centre`. */
  settings?: readonly (readonly number[])[]
  /** Variance shared by people who do the same in one of these settings. */
  activity?: readonly number[]
}

/** Slope and offset that convert log-likelihood ratios to log odds, learned on held-out people. */
type Line = readonly [slope: number, offset: number]

/** Model that compares signatures which both have these views. */
export type Matcher = Coordinates & {
  views: readonly number[]
  /** Scatter of each feature within a person, in scaled units; the reference for an enrollment's own variance. */
  within: readonly number[]
  /** For a template farther than this from every known setting, the model of all settings has half the weight. */
  near?: number
  calibration: Line
}

/** Model that compares the plain statistics. It has the same settings as the matcher of all views. */
export type StatisticsModel = Coordinates & {
  median: readonly number[]
  spread: readonly number[]
  /** Line for the sum of the ratios of vector and statistics. */
  calibration: Line
}

export type SignatureKind = SignatureScale & {
  /** The one with the most views first. */
  matchers: readonly Matcher[]
  statistics?: StatisticsModel
}

export type SignatureModel = {
  /** Share of a person's scatter that more windows of the same minute don't average away. */
  persistent: number
  /** Number of average windows that the prior on a person's own scatter is worth. */
  scatterPrior: number
  imu: SignatureKind
  body: SignatureKind
}

/**
 * The scales together with the matchers. They are two files, because a page that scans measures signatures and never
 * compares them.
 */
export const SIGNATURE_MODEL: SignatureModel = mergeModel(learned as unknown as SignatureModel)

function mergeModel({ imu, body, ...noise }: SignatureModel): SignatureModel {
  return { ...noise, imu: mergeKind(SIGNATURE_SCALES.imu, imu), body: mergeKind(SIGNATURE_SCALES.body, body) }
}

function mergeKind({ statistics: scale, ...own }: SignatureScale, kind: SignatureKind): SignatureKind {
  const { statistics } = kind
  return { ...own, ...kind, ...(statistics && { statistics: { ...statistics, ...scale } }) }
}
