import { pairTerms, sigmoid } from '../math/likelihood.ts'
import { projectStroke, STROKE_MODEL, type StrokeModel } from './signature.ts'
import {
  type Comparable,
  type EnrolledGesture,
  isStrokeTemplate,
  isUsableStroke,
  listTakes,
  MOST_TAKES,
  type StrokeTemplate,
  toGesture,
} from './template.ts'

/**
 * Log odds that an answer as a whole, and each of its strokes, must reach to be learned from. The first is twenty to
 * one, more than any risk level requires; at the second a stroke is as likely a stranger's as the person's own.
 */
const CLEAR = 3
const OWN_STROKE = 0
/** Number of oldest takes of a gesture that always stay, so that later ones cannot displace the enrollment. */
const LASTING_TAKES = 2

/**
 * Returns a copy of the template, extended by the strokes of an answer that is clearly the enrolled person's, or null
 * if it isn't clear enough to learn from. Each gesture keeps at most five takes: the two oldest, the newest, and those
 * of the rest that differ most from the others. Never throws.
 *
 * @example
 * const grown = growStrokes(template, cutStrokes(challenge, samples).map(strokeSignature))
 */
export function growStrokes(template: StrokeTemplate, signatures: readonly Comparable[]): StrokeTemplate | null {
  const logRatio = matchStrokesLogLikelihoodRatio(template, signatures)
  if (logRatio === null || logRatio < CLEAR) return null
  const learned = signatures.filter((signature) => isUsableStroke(signature) && isOwnStroke(template, signature))
  if (learned.length === 0) return null
  const gestures = template.gestures.map((entry) => {
    const added = learned.filter(({ gesture }) => gesture === entry.gesture).map(({ vector }) => vector)
    return added.reduce(addTake, toGesture(entry.gesture, listTakes(entry)))
  })
  return { version: template.version, coordinates: STROKE_MODEL.coordinates, gestures }
}

function isOwnStroke(template: StrokeTemplate, signature: Comparable): boolean {
  const logOdds = computeLogOdds(compareStrokes(STROKE_MODEL, template, [signature]))
  return logOdds !== null && logOdds >= OWN_STROKE
}

/** Adds the take; if there are too many, leaves out the one most similar to the others. */
function addTake(entry: EnrolledGesture, vector: readonly number[]): EnrolledGesture {
  const takes = [...listTakes(entry), vector]
  if (takes.length <= MOST_TAKES) return toGesture(entry.gesture, takes)
  const all = toGesture(entry.gesture, takes)
  const places = toPlacedTakes(STROKE_MODEL, { coordinates: STROKE_MODEL.coordinates }, all).takes.map(
    ({ place }) => place,
  )
  const apart = places.map((place, i) =>
    Math.min(...places.filter((_, other) => other !== i).map((other) => measureDistance(place, other))),
  )
  const removable = apart.slice(LASTING_TAKES, -1)
  const left = LASTING_TAKES + removable.indexOf(Math.min(...removable))
  return toGesture(
    entry.gesture,
    takes.filter((_, i) => i !== left),
  )
}

function measureDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let total = 0
  for (let k = 0; k < a.length; k++) total += (a[k] - b[k]) ** 2
  return total
}

/** The calibration was learned on this many gestures; fewer count in proportion. */
const GESTURES = 6

/**
 * Returns the probability, 0..1, that the strokes are the enrolled person's rather than those of another person making
 * the same strokes; 0.5 is undecided. 0 if no gesture can be compared. Never throws.
 *
 * @example
 * matchStrokes(enrollStrokes(enrolled), cutStrokes(challenge, samples).map(strokeSignature))
 */
export function matchStrokes(template: StrokeTemplate, signatures: readonly Comparable[]): number {
  const logRatio = matchStrokesLogLikelihoodRatio(template, signatures)
  return logRatio === null ? 0 : sigmoid(logRatio)
}

/**
 * Returns the log-likelihood ratio that template and strokes are one person's rather than two people's. Null if no
 * gesture can be compared. It is calibrated on held-out people, so it can be added to the ratios of other evidence.
 * Never throws.
 */
export function matchStrokesLogLikelihoodRatio(
  template: StrokeTemplate,
  signatures: readonly Comparable[],
): number | null {
  return computeLogOdds(compareStrokes(STROKE_MODEL, template, signatures))
}

/** The log-likelihood ratio of a stroke before calibration, and whether the model knows the center of its gesture. */
export type StrokeComparison = { ratio: number; isKnown: boolean }

/**
 * Merges the comparisons of all strokes of one answer into calibrated log odds that the strokes are the enrolled
 * person's. Null without comparisons.
 */
export function computeLogOdds(compared: readonly StrokeComparison[]): number | null {
  if (compared.length === 0) return null
  return compared.reduce((sum, { ratio, isKnown }) => {
    const [slope, offset] = isKnown ? STROKE_MODEL.calibration : STROKE_MODEL.calibrationOfOthers
    return sum + (slope * ratio + offset) / GESTURES
  }, 0)
}

/**
 * Compares each stroke with the enrolled takes of its gesture and returns the comparisons in order. Skips unusable
 * strokes, other versions and gestures that aren't in the template; returns an empty list for a malformed template.
 */
export function compareStrokes(
  model: StrokeModel,
  template: StrokeTemplate,
  signatures: readonly Comparable[],
): StrokeComparison[] {
  if (!isStrokeTemplate(template) || !Array.isArray(signatures)) return []
  const enrolled = new Map(template.gestures.map((entry) => [entry.gesture, entry]))
  const compare = createStrokeComparer(model)
  return signatures.filter(isUsableStroke).flatMap(({ gesture, vector, version }) => {
    const entry = version === template.version ? enrolled.get(gesture) : undefined
    return entry ? [compare(toPlacedTakes(model, template, entry), projectStroke(model, vector))] : []
  })
}

/** Takes of one gesture in the model's coordinates. A mean of several counts as one take with less noise. */
export type PlacedTakes = {
  gesture: string
  takes: readonly { count: number; place: ArrayLike<number> }[]
}

/** Returns the coordinates of a gesture's takes: the stored ones if they belong to this model, otherwise recomputed. */
function toPlacedTakes(
  model: StrokeModel,
  { coordinates }: Pick<StrokeTemplate, 'coordinates'>,
  entry: EnrolledGesture,
): PlacedTakes {
  const { gesture, count } = entry
  if (!('takes' in entry)) return { gesture, takes: [{ count, place: projectStroke(model, entry.mean) }] }
  const { takes, places } = entry
  const isStored = coordinates === model.coordinates && arePlaces(places, takes.length, model.unit.length)
  const placed = isStored ? places : takes.map((take) => projectStroke(model, take))
  return { gesture, takes: placed.map((place) => ({ count: 1, place })) }
}

function arePlaces(value: unknown, count: number, length: number): value is number[][] {
  const isPlace = (one: unknown) => Array.isArray(one) && one.length === length && one.every(Number.isFinite)
  return Array.isArray(value) && value.length === count && value.every(isPlace)
}

/**
 * Returns a function that compares a stroke with the takes of its gesture under `model`. It averages the likelihood
 * ratios of all takes, so the most similar take dominates. Both sides must be in the model's coordinates. Terms are
 * cached, so one function should serve many comparisons.
 */
export function createStrokeComparer(
  model: StrokeModel,
): (takes: PlacedTakes, probe: Float32Array | Float64Array) => StrokeComparison {
  const known = new Map<number, Terms>()
  return ({ gesture, takes }, probe) => {
    const isKnown = Object.hasOwn(model.gestures, gesture)
    const ratios = takes.map(({ count, place }) => {
      const key = isKnown ? -count : count
      const terms = known.get(key) ?? listTerms(model, count, isKnown)
      known.set(key, terms)
      return computeRatio(terms, place, probe)
    })
    const best = Math.max(...ratios)
    const shares = ratios.reduce((sum, ratio) => sum + Math.exp(ratio - best), 0)
    return { ratio: best + Math.log(shares / ratios.length), isKnown }
  }
}

function computeRatio({ constant, own, both, other }: Terms, x: ArrayLike<number>, y: ArrayLike<number>): number {
  let ratio = constant
  for (let k = 0; k < own.length; k++) ratio += x[k] * (own[k] * x[k] + both[k] * y[k]) + other[k] * y[k] * y[k]
  return ratio
}

/** The terms of all coordinates. */
type Terms = { constant: number; own: Float64Array; both: Float64Array; other: Float64Array }

function listTerms({ between, shared }: StrokeModel, count: number, isKnown: boolean): Terms {
  const terms = between.map((variance, k) => {
    const common = isKnown ? 0 : shared[k]
    const covariance = common + variance
    return pairTerms(covariance, covariance + 1 / count, covariance + 1, common)
  })
  return {
    constant: terms.reduce((sum, { constant }) => sum + constant, 0),
    own: Float64Array.from(terms, ({ own }) => own),
    both: Float64Array.from(terms, ({ both }) => both),
    other: Float64Array.from(terms, ({ other }) => other),
  }
}
