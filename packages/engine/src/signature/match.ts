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
type Comparison = { matcher: Matcher; logRatio: number; calibration: Matcher['calibration'] }

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

/**
 * The comparison under one matcher; of statistics, too, where both sides have them and the matcher is that of all views. Where windows are
 * enrolled beside their mean, half is that of the mean and half that of the window that is most like the signature.
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
  const placed = placeEnrollment(matcher, { added, noise, enrollment })
  const probe = [coordinates(matcher, signature.vector), added && project(added, measured as number[])] as const
  const ratios = placed.map(
    ({ terms, places }) => ratioOf(terms[0], places[0], probe[0]) + ratioOf(terms[1], places[1], probe[1]),
  )
  const [mean, ...windows] = ratios
  const logRatio = windows.length === 0 ? mean : (mean + Math.max(...windows)) / 2
  return { matcher, logRatio, calibration: added ? added.calibration : matcher.calibration }
}

/** The log-likelihood ratio of the vectors under one matcher, before calibration. */
export function logRatioUnder(
  matcher: Matcher,
  noise: Noise,
  enrollment: Enrollment,
  vector: readonly number[],
): number {
  const [{ terms, places }] = placeEnrollment(matcher, { added: null, noise, enrollment })
  return ratioOf(terms[0], places[0], coordinates(matcher, vector))
}

/** Coordinates of a mean or a window, of the vector and of the statistics, and how each is compared. */
type Placed = { terms: readonly [Terms, Terms | null]; places: readonly [Float64Array, Float64Array | null] }
type Place = { added: StatisticsModel | null; noise: Noise; enrollment: Enrollment }

/** An enrollment is compared many times, and lies where it lies. */
const known = new WeakMap<Coordinates, WeakMap<Enrollment, Placed[]>>()

/** Where the mean of an enrollment lies, and then each of its windows. */
function placeEnrollment(matcher: Matcher, place: Place): Placed[] {
  const key = place.added ?? matcher
  const own = known.get(key) ?? new WeakMap<Enrollment, Placed[]>()
  known.set(key, own)
  const found = own.get(place.enrollment) ?? computePlaces(matcher, place)
  own.set(place.enrollment, found)
  return found
}

function computePlaces(matcher: Matcher, { added, noise, enrollment }: Place): Placed[] {
  const { mean, statistics = [], windows } = enrollment
  const middle = coordinates(matcher, mean)
  const standing = findSetting(matcher, middle)
  const termsFor = (pair: PairNoise) =>
    [listTerms(matcher, standing, pair), added && listTerms(added, standing, pair)] as const
  const whole = {
    terms: termsFor(pairNoise(matcher, noise, enrollment)),
    places: [middle, added && project(added, statistics)] as const,
  }
  if (!added || !areWindows(windows)) return [whole]
  const terms = termsFor({ probeNoise: 1, templateNoise: 1 })
  return [
    whole,
    ...windows.map((one) => {
      return { terms, places: [coordinates(matcher, one.vector), project(added, one.statistics)] as const }
    }),
  ]
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

/** The terms of each coordinate: under the model of all settings, and around the middle of one. */
type Terms = { weight: number; from: Float64Array; pairs: ReturnType<typeof pairTerms>[] }[]

function listTerms(model: Coordinates, { setting, pooledShare }: Standing, noise: PairNoise): Terms {
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

/** Nothing is added where nothing is compared. */
function ratioOf(terms: Terms | null, template: Float64Array | null, probe: Float64Array | null): number {
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

/**
 * Coordinates in which a person's own scatter has variance 1 and no correlation, and what is known about people in them. The
 * rows of `projection` (whole numbers, times `unit` of the row) carry scaled features there.
 */
export type Coordinates = {
  projection: readonly (readonly number[])[]
  unit: readonly number[]
  /** Mean of the population in each coordinate. */
  centre: readonly number[]
  /** Variance between people who do the same thing, in units of their own scatter. */
  between: readonly number[]
  /** Variance of what a whole setting has in common: the sensor's place, the activity. It tells nobody apart. */
  shared: readonly number[]
  /** Middles of the settings that are known, in tenths from `centre`. */
  settings?: readonly (readonly number[])[]
  /** Variance of what everybody has in common who does the same in one of those settings. */
  activity?: readonly number[]
}

/** Slope and offset that turn log-likelihood ratios into log odds, learned on people left out. */
type Line = readonly [slope: number, offset: number]

/** How signatures that share some views are compared. */
export type Matcher = Coordinates & {
  views: readonly number[]
  /** Scatter of each feature within a person, in scaled units; what an enrollment's own variance is held against. */
  within: readonly number[]
  /** A template farther than this from every known setting is compared half by the model of all settings. */
  near?: number
  calibration: Line
}

/** How the plain statistics beside the vector are compared; its settings are those of the matcher of all views. */
export type StatisticsModel = Coordinates & {
  median: readonly number[]
  spread: readonly number[]
  /** Of the sum of both ratios. */
  calibration: Line
}

export type SignatureKind = SignatureScale & {
  /** The one with the most views first. */
  matchers: readonly Matcher[]
  statistics?: StatisticsModel
}

export type SignatureModel = {
  /** Share of a person's scatter that more windows of the same minute do not average away. */
  persistent: number
  /** How many windows of an average person the prior on a person's own scatter is worth. */
  scatterPrior: number
  imu: SignatureKind
  body: SignatureKind
}

/** Scales with what compares. They are two files, because a page that scans measures signatures and compares none. */
export const SIGNATURE_MODEL: SignatureModel = joinModel(learned as unknown as SignatureModel)

function joinModel({ imu, body, ...noise }: SignatureModel): SignatureModel {
  return { ...noise, imu: joinKind(SIGNATURE_SCALES.imu, imu), body: joinKind(SIGNATURE_SCALES.body, body) }
}

function joinKind({ statistics: scale, ...own }: SignatureScale, kind: SignatureKind): SignatureKind {
  const { statistics } = kind
  return { ...own, ...kind, ...(statistics && { statistics: { ...statistics, ...scale } }) }
}
