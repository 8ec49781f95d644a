import { isReactionTimes, type ReactionTimes } from '../challenge/reaction.ts'
import { readMembers } from '../members.ts'
import { areWindows, type Enrollment, isEnrollment, isStatistics } from '../signature/enrollment.ts'
import { isStrokeTemplate, type StrokeTemplate } from '../stroke-signature/template.ts'
import type { CameraSample, Capture, ImuSample, LandmarkFrame } from '../types.ts'

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
