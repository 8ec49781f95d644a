import { readMembers } from '../capture.ts'
import { sigmoid } from '../math/likelihood.ts'
import type { Enrollment } from '../signature/enrollment.ts'
import { computeLogRatio } from '../signature/match.ts'
import { type MotionSignature, SIGNATURE_LENGTH } from '../signature/signature.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import type { StrokeSignature } from '../stroke-signature/signature.ts'
import type { StrokeTemplate } from '../stroke-signature/template.ts'
import type { StrokeLine, WindowModel } from './types.ts'

/**
 * Returns the probability, 0..1, that the signature is the enrolled person's, under the calibrated `model` of landmark
 * windows (a `WindowModel` from storage). Null if the model is malformed, has another version or meets missing views;
 * the caller then uses the shipped model.
 */
export function scoreMatchCalibrated(
  model: unknown,
  enrollment: Enrollment,
  signature: MotionSignature,
): number | null {
  if (!isWindowModel(model) || model.version !== enrollment.version || model.version !== signature.version) return null
  if (enrollment.missing.length > 0 || signature.missing.length > 0) return null
  const [slope, offset] = model.matcher.calibration
  const logOdds = slope * computeLogRatio(model.matcher, model, enrollment, signature.vector) + offset
  return Number.isFinite(logOdds) ? sigmoid(logOdds) : null
}

/**
 * Returns the probability, 0..1, that the strokes are the enrolled person's: the shipped model's log-likelihood ratio
 * on the scale of the calibration `model` (a `StrokeLine` from storage). 0 if no gesture can be compared. Null if the
 * model is malformed or has another version; the caller then uses the shipped scale.
 */
export function scoreStrokesCalibrated(
  model: unknown,
  template: StrokeTemplate,
  signatures: readonly StrokeSignature[],
): number | null {
  if (!isStrokeLine(model) || model.version !== template.version) return null
  const logRatio = matchStrokesLogLikelihoodRatio(template, signatures)
  const [slope, offset] = model.calibration
  return logRatio === null ? 0 : sigmoid(slope * logRatio + offset)
}

function isStrokeLine(value: unknown): value is StrokeLine {
  const { featureMode, version, calibration } = readMembers(value)
  return featureMode === 'strokes' && typeof version === 'string' && isList(calibration, 2)
}

/**
 * Returns whether the value is a model of windows. It comes from storage, and an unknown form must not stop a
 * verification.
 */
function isWindowModel(value: unknown): value is WindowModel {
  const { version, matcher } = readMembers(value)
  const { views, projection, unit, centre, between, shared, within, calibration } = readMembers(matcher)
  if (
    typeof version !== 'string' ||
    !Array.isArray(projection) ||
    !projection.every((row) => isList(row, SIGNATURE_LENGTH))
  )
    return false
  const lists = [unit, centre, between, shared].every((list) => isList(list, projection.length))
  return lists && isList(views, 4) && isList(within, SIGNATURE_LENGTH) && isList(calibration, 2)
}

function isList(value: unknown, length: number): boolean {
  return Array.isArray(value) && value.length === length && value.every(Number.isFinite)
}
