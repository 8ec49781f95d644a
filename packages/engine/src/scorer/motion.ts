import { matchCalibrated, matchStrokesCalibrated } from '../calibration/apply.ts'
import { sigmoid } from '../math/likelihood.ts'
import { matchLogLikelihoodRatio, matchScore } from '../signature/match.ts'
import type { MotionSignature } from '../signature/signature.ts'
import type { CaptureStreams } from '../streams/capture.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import type { StrokeSignature } from '../stroke-signature/signature.ts'
import type { Enrolled } from './response.ts'

/** An answer as a whole and stroke by stroke, and what was enrolled to compare it with. */
export type Judgement = Pick<Enrolled, 'template' | 'strokes'> & {
  streams: CaptureStreams
  own: MotionSignature
  signed: readonly StrokeSignature[]
}

/** The whole of a capture and its strokes are the same motion, so that they do not count as two witnesses. */
const SIGNATURE_WEIGHT = 0.5

/**
 * How much the motion is the enrolled person's, 0..1, under the shipped models: stroke by stroke, with the signature of the whole
 * beside it. An enrollment without strokes has only that. Whoever spoils their strokes is not judged by less: they do not match.
 */
export function matchMotion({ template, strokes, own, signed }: Omit<Judgement, 'streams'>): number {
  if (strokes === null) return matchScore(template, own)
  const byStroke = matchStrokesLogLikelihoodRatio(strokes, signed)
  const byWhole = matchLogLikelihoodRatio(template, own)
  return byStroke === null || byWhole === null ? 0 : sigmoid(byStroke + SIGNATURE_WEIGHT * byWhole)
}

/**
 * The same under a calibration; null where it is not of what was enrolled, so that the shipped models must judge. Strokes are
 * judged by themselves then: those who gave theirs to research gave no capture as a whole.
 */
export function matchMotionCalibrated(
  model: unknown,
  { template, strokes, own, signed }: Omit<Judgement, 'streams'>,
): number | null {
  return strokes === null ? matchCalibrated(model, template, own) : matchStrokesCalibrated(model, strokes, signed)
}
