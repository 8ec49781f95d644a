import type { AnswerOf, BodyOf, enrollPerson, requestChallenge, verifyPresence } from '@stillhere/contract'
import { type ImuSample, type MotionSignature, motionSignature } from '@stillhere/engine'
import type { Answer } from './answer.ts'

type Challenge = AnswerOf<typeof requestChallenge>
type Enrollment = AnswerOf<typeof enrollPerson>

/** An answer in the form of the service: one capture of POST /api/enroll, and the motion of POST /api/verify. */
export function captureBody({ imuSamples, cameraSamples, frames }: Answer): Record<string, unknown> {
  return {
    imu_sequence: { sample_rate_hz: computeRateHz(imuSamples), samples: imuSamples.map(wireSample) },
    ...(cameraSamples && { camera_sequence: cameraSamples }),
    ...(frames && { pose_sequence: frames }),
  }
}

/** The body of POST /api/enroll: an answer to each round of the challenge, as `answerRoundsAs` gives them. */
export function enrollBody(
  { challenge_id, challenge_token }: Challenge,
  answers: readonly Answer[],
): BodyOf<typeof enrollPerson> {
  return { challenge: { challenge_id, challenge_token }, captures: answers.map(captureBody) }
}

/** The body of POST /api/verify; members such as `risk_level` and `audience` are yours to add. */
export function verifyBody(
  { challenge_id, challenge_token }: Challenge,
  enrollment: Enrollment,
  answer: Answer,
): BodyOf<typeof verifyPresence> {
  const { vector, version } = signEnrolled(enrollment, answer)
  return {
    enrollment,
    challenge: { challenge_id, challenge_token },
    response: { challenge_id, user_id: enrollment.user_id, ...captureBody(answer) },
    signature: { vector, version },
  }
}

/** Signs what was enrolled, the sensors or the body: the service compares only signatures of one version. */
function signEnrolled({ signature }: Enrollment, { imuSamples, frames }: Answer): MotionSignature {
  const ofSensors = motionSignature({ imu: imuSamples })
  if (frames === undefined || ofSensors.version === signature.version) return ofSensors
  return motionSignature({ frames })
}

function wireSample({ t, ax, ay, az, rx, ry, rz }: ImuSample): Record<string, unknown> {
  return { t, accel: [ax, ay, az], ...(rx !== undefined && { gyro: [rx, ry, rz] }) }
}

function computeRateHz(samples: readonly ImuSample[]): number {
  const seconds = ((samples.at(-1)?.t ?? 0) - (samples[0]?.t ?? 0)) / 1000
  return seconds > 0 ? Math.round((samples.length - 1) / seconds) : 0
}
