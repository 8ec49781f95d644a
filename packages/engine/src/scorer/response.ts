import { matchCalibrated, matchStrokesCalibrated } from '../calibration/apply.ts'
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

/** Returns the samples of a POST /api/verify response as a capture; anything else in it is left aside. */
export function responseCapture(response: unknown): Capture {
  const { imu_sequence, pose_sequence, camera_sequence } = readMembers(response)
  const samples = readMembers(imu_sequence).samples
  return {
    ...(Array.isArray(samples) && { imu: samples.map(imuSample) }),
    ...(Array.isArray(pose_sequence) && { frames: pose_sequence as LandmarkFrame[] }),
    ...(Array.isArray(camera_sequence) && { camera: camera_sequence as CameraSample[] }),
  }
}

/** What was enrolled of a person: how their motion is as a whole, and, unless the enrollment is older, each of their strokes. */
export type Enrolled = {
  template: Enrollment
  strokes: StrokeTemplate | null
  /** How quickly the person answers cues; null in an enrollment that is older, or of landmarks. */
  reaction: ReactionTimes | null
}

/** What is in an opened enrollment `{ signature: { vector, version }, variance, sample_count, missing?, statistics?, windows?, strokes?, reaction? }`, or null. */
export function readEnrollment(value: unknown): Enrolled | null {
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

/** `{ t, accel: [x, y, z], gyro?: [x, y, z] }` as a sample; what is not a number is found out on the timeline. */
function imuSample(sample: unknown): ImuSample {
  const { t, accel, gyro } = readMembers(sample)
  const [ax, ay, az] = axes(accel)
  const [rx, ry, rz] = axes(gyro)
  return { t: t as number, ax, ay, az, rx, ry, rz }
}

function axes(value: unknown): [number, number, number] {
  return (Array.isArray(value) ? value.slice(0, 3) : []) as [number, number, number]
}
