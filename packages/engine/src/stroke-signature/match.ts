import { pairTerms, sigmoid } from '../math/likelihood.ts'
import { STROKE_MODEL, type StrokeModel } from './parameters.ts'
import type { StrokeSignature } from './signature.ts'
import { isStrokeTemplate, isUsableStroke, type StrokeTemplate } from './template.ts'

type Comparable = Pick<StrokeSignature, 'gesture' | 'vector' | 'version'>

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

/** Each stroke whose gesture is in the template, compared with it. */
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
    if (!entry) return []
    const taken = { gesture, count: entry.count, place: placeStroke(model, entry.mean) }
    return [compare(taken, placeStroke(model, vector))]
  })
}

/** Where the mean of so many takes of a gesture lies in the model's coordinates. */
export type PlacedTakes = { gesture: string; count: number; place: Float64Array }

/** Returns a function that compares a stroke with takes of the same gesture, for many comparisons under one model. */
export function placeComparer(
  model: StrokeModel,
): (takes: PlacedTakes, probe: Float32Array | Float64Array) => StrokeComparison {
  const known = new Map<number, Terms>()
  return ({ gesture, count, place }, probe) => {
    const isKnown = Object.hasOwn(model.gestures, gesture)
    const key = isKnown ? -count : count
    const terms = known.get(key) ?? listTerms(model, count, isKnown)
    known.set(key, terms)
    const { own, both, other } = terms
    let ratio = terms.constant
    for (let k = 0; k < own.length; k++) {
      const x = place[k]
      const y = probe[k]
      ratio += x * (own[k] * x + both[k] * y) + other[k] * y * y
    }
    return { ratio, isKnown }
  }
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

/** Scaled features in the model's coordinates. */
export function placeStroke(
  { projection, unit }: Pick<StrokeModel, 'projection' | 'unit'>,
  vector: ArrayLike<number>,
): Float64Array {
  const out = new Float64Array(projection.length)
  for (let k = 0; k < out.length; k++) {
    const row = projection[k]
    let sum = 0
    for (let j = 0; j < row.length; j++) sum += row[j] * vector[j]
    out[k] = sum * unit[k]
  }
  return out
}
