import { pairTerms, sigmoid } from '../math/likelihood.ts'
import { STROKE_MODEL, type StrokeModel } from './parameters.ts'
import { placeStroke } from './signature.ts'
import {
  type Comparable,
  type EnrolledGesture,
  isStrokeTemplate,
  isUsableStroke,
  type StrokeTemplate,
} from './template.ts'

/** The calibration was learned on so many; fewer gestures say less, in proportion. */
const GESTURES = 6

/**
 * Returns how likely the strokes are the enrolled person's rather than another's who makes the same ones: 0..1, 0.5 is
 * undecided, and 0 where there is no gesture to compare. Never throws.
 *
 * @example
 * matchStrokes(enrollStrokes(enrolled), cutStrokes(challenge, samples).map(strokeSignature))
 */
export function matchStrokes(template: StrokeTemplate, signatures: readonly Comparable[]): number {
  const logRatio = matchStrokesLogLikelihoodRatio(template, signatures)
  return logRatio === null ? 0 : sigmoid(logRatio)
}

/**
 * Returns the log-likelihood ratio of one person against two, calibrated on people left out, so that it can be added to that of
 * other evidence; null where there is no gesture to compare. Never throws.
 */
export function matchStrokesLogLikelihoodRatio(
  template: StrokeTemplate,
  signatures: readonly Comparable[],
): number | null {
  return calibrateRatios(compareStrokes(STROKE_MODEL, template, signatures))
}

/** The log-likelihood ratio of a stroke before calibration, and whether the model knows the middle of its gesture. */
export type StrokeComparison = { ratio: number; isKnown: boolean }

/** Returns what the strokes of one answer say together, on the scale of the shipped calibration; null for none. */
export function calibrateRatios(compared: readonly StrokeComparison[]): number | null {
  if (compared.length === 0) return null
  return compared.reduce((sum, { ratio, isKnown }) => {
    const [slope, offset] = isKnown ? STROKE_MODEL.calibration : STROKE_MODEL.calibrationOfOthers
    return sum + (slope * ratio + offset) / GESTURES
  }, 0)
}

/** Each stroke whose gesture is in the template, compared with its takes. */
export function compareStrokes(
  model: StrokeModel,
  template: StrokeTemplate,
  signatures: readonly Comparable[],
): StrokeComparison[] {
  if (!isStrokeTemplate(template) || !Array.isArray(signatures)) return []
  const enrolled = new Map(template.gestures.map((entry) => [entry.gesture, entry]))
  const compare = placeComparer(model)
  return signatures.filter(isUsableStroke).flatMap(({ gesture, vector, version }) => {
    const entry = version === template.version ? enrolled.get(gesture) : undefined
    return entry ? [compare(placeTakes(model, template, entry), placeStroke(model, vector))] : []
  })
}

/** Takes of one gesture in the model's coordinates. Several that were averaged before count as one with less noise. */
export type PlacedTakes = {
  gesture: string
  takes: readonly { count: number; place: ArrayLike<number> }[]
}

/** Where the takes of an enrolled gesture lie: as stored, if it was under the coordinates of this model. */
export function placeTakes(
  model: StrokeModel,
  { coordinates }: Pick<StrokeTemplate, 'coordinates'>,
  entry: EnrolledGesture,
): PlacedTakes {
  const { gesture, count } = entry
  if (!('takes' in entry)) return { gesture, takes: [{ count, place: placeStroke(model, entry.mean) }] }
  const { takes, places } = entry
  const isStored = coordinates === model.coordinates && arePlaces(places, takes.length, model.unit.length)
  const placed = isStored ? places : takes.map((take) => placeStroke(model, take))
  return { gesture, takes: placed.map((place) => ({ count: 1, place })) }
}

function arePlaces(value: unknown, count: number, length: number): value is number[][] {
  const isPlace = (one: unknown) => Array.isArray(one) && one.length === length && one.every(Number.isFinite)
  return Array.isArray(value) && value.length === count && value.every(isPlace)
}

/**
 * Returns a function that compares a stroke with takes of the same gesture, for many comparisons under one model. The stroke is like
 * one of the takes, each of them as likely as the others, so that the best one decides.
 */
export function placeComparer(
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
