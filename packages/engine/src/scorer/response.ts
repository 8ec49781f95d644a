import { scoreMatchCalibrated, scoreStrokesCalibrated } from '../calibration/apply.ts'
import {
  type CameraSample,
  type Capture,
  type CaptureStreams,
  type ImuSample,
  type LandmarkFrame,
  readMembers,
} from '../capture.ts'
import { isReactionTimes, type ReactionTimes } from '../challenge/reaction.ts'
import { sigmoid } from '../math/likelihood.ts'
import { areWindows, type Enrollment, isEnrollment, isStatistics } from '../signature/enrollment.ts'
import { matchLogLikelihoodRatio, matchScore } from '../signature/match.ts'
import type { MotionSignature } from '../signature/signature.ts'
import { matchStrokesLogLikelihoodRatio } from '../stroke-signature/match.ts'
import type { StrokeSignature } from '../stroke-signature/signature.ts'
import { isStrokeTemplate, type StrokeTemplate } from '../stroke-signature/template.ts'

/** A response as a whole and stroke by stroke, and the enrollment to compare it with. */
export type Judgement = Pick<OpenedEnrollment, 'template' | 'strokes'> & {
  streams: CaptureStreams
  own: MotionSignature
  signed: readonly StrokeSignature[]
}

/** A capture and its strokes are the same motion, so they don't count as two independent witnesses. */
const SIGNATURE_WEIGHT = 0.5

/**
 * Returns the probability that the motion is the enrolled person's under the shipped models, 0..1. Combines the strokes
 * with the signature of the whole capture; an enrollment without strokes is compared by the signature alone. If the
 * strokes or the signature cannot be compared, returns 0, so spoiling them gains nothing.
 */
export function scoreMotionMatch({ template, strokes, own, signed }: Omit<Judgement, 'streams'>): number {
  if (strokes === null) return matchScore(template, own)
  const byStroke = matchStrokesLogLikelihoodRatio(strokes, signed)
  const byWhole = matchLogLikelihoodRatio(template, own)
  return byStroke === null || byWhole === null ? 0 : sigmoid(byStroke + SIGNATURE_WEIGHT * byWhole)
}

/**
 * Returns the probability that the motion is the enrolled person's under a calibrated model, 0..1. Null if the model
 * doesn't fit the enrollment; the caller then uses `scoreMotionMatch`. An enrollment with strokes is compared by its
 * strokes alone, because the research data has no whole captures for them.
 */
export function scoreMotionMatchCalibrated(
  model: unknown,
  { template, strokes, own, signed }: Omit<Judgement, 'streams'>,
): number | null {
  return strokes === null ? scoreMatchCalibrated(model, template, own) : scoreStrokesCalibrated(model, strokes, signed)
}

/**
 * Converts the body of a POST /api/verify response (`imu_sequence`, `pose_sequence`, `camera_sequence`) to a capture.
 * Other members are ignored, and parts that aren't lists are left out. The samples aren't checked yet.
 */
export function responseCapture(response: unknown): Capture {
  const { imu_sequence, pose_sequence, camera_sequence } = readMembers(response)
  const samples = readMembers(imu_sequence).samples
  return {
    ...(Array.isArray(samples) && { imu: samples.map(toImuSample) }),
    ...(Array.isArray(pose_sequence) && { frames: pose_sequence as LandmarkFrame[] }),
    ...(Array.isArray(camera_sequence) && { camera: camera_sequence as CameraSample[] }),
  }
}

/** The enrollment of a person: the motion as a whole and, except in older enrollments, each stroke. */
export type OpenedEnrollment = {
  template: Enrollment
  strokes: StrokeTemplate | null
  /** Reaction times of the person; null for older enrollments and for landmarks. */
  reaction: ReactionTimes | null
}

/**
 * Reads the decrypted content of an enrollment, `{ signature: { vector, version }, variance, sample_count, missing?,
 * statistics?, windows?, strokes?, reaction? }`. Null if a required part or the strokes are malformed; other malformed
 * optional parts are left out.
 */
export function readEnrollment(value: unknown): OpenedEnrollment | null {
  const {
    signature,
    variance,
    sample_count: count,
    missing = [],
    statistics,
    windows,
    strokes = null,
    reaction,
  } = readMembers(value)
  const { vector: mean, version } = readMembers(signature)
  const more = { ...(isStatistics(statistics) && { statistics }), ...(areWindows(windows) && { windows }) }
  const template = { version, count, mean, variance, missing, ...more }
  const isReadable = isEnrollment(template) && (strokes === null || isStrokeTemplate(strokes))
  return isReadable ? { template, strokes, reaction: isReactionTimes(reaction) ? reaction : null } : null
}

/**
 * Converts `{ t, accel: [x, y, z], gyro?: [x, y, z] }` to a sample. The timeline rejects values that aren't numbers.
 */
function toImuSample(sample: unknown): ImuSample {
  const { t, accel, gyro } = readMembers(sample)
  const [ax, ay, az] = readAxes(accel)
  const [rx, ry, rz] = readAxes(gyro)
  return { t: t as number, ax, ay, az, rx, ry, rz }
}

function readAxes(value: unknown): [number, number, number] {
  return (Array.isArray(value) ? value.slice(0, 3) : []) as [number, number, number]
}
