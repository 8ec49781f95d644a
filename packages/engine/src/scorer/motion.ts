import type { SeenAnswer } from '../challenge/answer.ts'
import { sigmoid } from '../math/likelihood.ts'
import { matchLogLikelihoodRatio, matchScore } from '../signature/match.ts'
import type { MotionSignature } from '../signature/signature.ts'
import type { CaptureStreams } from '../streams/capture.ts'
import { cutAnswer } from '../stroke-signature/cut.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import { strokeSignature } from '../stroke-signature/signature.ts'
import type { Insufficient } from '../types.ts'
import type { Enrolled } from './response.ts'

/** An answer, and what was enrolled to compare it with. */
export type Judgement = Enrolled & { seen: SeenAnswer | Insufficient; streams: CaptureStreams; own: MotionSignature }

/** The whole of a capture and its strokes are the same motion, so that they do not count as two witnesses. */
const SIGNATURE_WEIGHT = 0.5

/**
 * How much the motion is the enrolled person's, 0..1, under the shipped models: stroke by stroke, with the signature of the whole
 * beside it. An enrollment without strokes has only that. Whoever spoils their strokes is not judged by less: they do not match.
 */
export function matchMotion({ template, strokes, seen, streams, own }: Judgement): number {
  if (strokes === null) return matchScore(template, own)
  const byStroke = matchStrokesLogLikelihoodRatio(strokes, cutAnswer(seen, streams.imu).map(strokeSignature))
  const byWhole = matchLogLikelihoodRatio(template, own)
  return byStroke === null || byWhole === null ? 0 : sigmoid(byStroke + SIGNATURE_WEIGHT * byWhole)
}
