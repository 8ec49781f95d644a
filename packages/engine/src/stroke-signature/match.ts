import { pairLogRatio, sigmoid } from '../math/likelihood.ts'
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
  const compared = compareStrokes(STROKE_MODEL, template, signatures)
  if (compared.length === 0) return null
  return compared.reduce((sum, { ratio, isKnown }) => {
    const [slope, offset] = isKnown ? STROKE_MODEL.calibration : STROKE_MODEL.calibrationOfOthers
    return sum + (slope * ratio + offset) / GESTURES
  }, 0)
}

/** The log-likelihood ratio of a stroke before calibration, and whether the model knows the middle of its gesture. */
export type StrokeComparison = { ratio: number; isKnown: boolean }

/** Each stroke whose gesture is in the template, compared with it. */
export function compareStrokes(
  model: StrokeModel,
  template: StrokeTemplate,
  signatures: readonly Comparable[],
): StrokeComparison[] {
  if (!isStrokeTemplate(template) || !Array.isArray(signatures)) return []
  const enrolled = new Map(template.gestures.map((entry) => [entry.gesture, entry]))
  return signatures.filter(isUsableStroke).flatMap((signature) => {
    const entry = signature.version === template.version ? enrolled.get(signature.gesture) : undefined
    return entry ? [compareTakes(model, entry, signature)] : []
  })
}

type Taken = StrokeTemplate['gestures'][number]

function compareTakes(model: StrokeModel, { gesture, count, mean }: Taken, { vector }: Comparable): StrokeComparison {
  const template = strokeCoordinates(model, mean)
  const probe = strokeCoordinates(model, vector)
  const isKnown = Object.hasOwn(model.gestures, gesture)
  let ratio = 0
  for (let k = 0; k < template.length; k++) {
    const shared = isKnown ? 0 : model.shared[k]
    const pair = { between: model.between[k], shared, templateNoise: 1 / count, probeNoise: 1 }
    ratio += pairLogRatio(pair, template[k], probe[k])
  }
  return { ratio, isKnown }
}

/** Scaled features in the model's coordinates. */
function strokeCoordinates(
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
