import type { AnswerOf, BodyOf, enrollPerson, requestChallenge, verifyPresence } from '@stillhere/contract'
import {
  type CameraSample,
  type Challenge,
  type ChallengeResult,
  type ImuSample,
  type LandmarkFrame,
  type MotionSignature,
  motionSignature,
  type Random,
  seededRandom,
  verifyContinuity,
} from '@stillhere/engine'
import { answerSceneOf, type SyntheticPerson } from '@stillhere/engine/synthetic'

type ServiceChallenge = AnswerOf<typeof requestChallenge>
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
  { challenge_id, challenge_token }: ServiceChallenge,
  answers: readonly Answer[],
): BodyOf<typeof enrollPerson> {
  return { challenge: { challenge_id, challenge_token }, captures: answers.map(captureBody) }
}

/** The body of POST /api/verify; members such as `risk_level` and `audience` are yours to add. */
export function verifyBody(
  { challenge_id, challenge_token }: ServiceChallenge,
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

/** A capture with the challenge that it answers: what verifyContinuity takes. */
export type Answer = {
  imuSamples: ImuSample[]
  /** With a camera: the tracked hand, and the joints of the body. */
  cameraSamples?: CameraSample[]
  frames?: LandmarkFrame[]
  challengeResults: ChallengeResult[]
}

export type AnswerOptions = {
  /** Another number is another try of the same person. */
  seed?: number
  /** Adds what a camera sees. */
  camera?: boolean
  /** How often the person tries until it looks right, as willing people do; 1 takes whatever comes. */
  tries?: number
}

/** How a synthetic person answers a challenge. */
export function answerAs(person: SyntheticPerson, asked: Asked, options: AnswerOptions = {}): Answer {
  const { seed = 1, camera = false, tries = 40 } = options
  const challenge = toChallenge(asked)
  const random = seededRandom(seed)
  for (let tried = 1; ; tried++) {
    const answer = oneTry(person, challenge, random)
    if (tried >= tries || passes(answer)) return camera ? answer : withoutCamera(answer)
  }
}

/** How a synthetic person answers the rounds of a challenge to enroll; a challenge without rounds is answered once. */
export function answerRoundsAs(person: SyntheticPerson, asked: AskedRounds, options: AnswerOptions = {}): Answer[] {
  const { seed = 1, ...others } = options
  return listRounds(asked).map((round, i) => answerAs(person, round, { ...others, seed: seed + i }))
}

function oneTry(person: SyntheticPerson, challenge: Challenge, random: Random): Answer {
  const { imu, camera, frames } = answerSceneOf(person, challenge.strokes, random)
  return { ...toAnswer(imu, challenge), cameraSamples: camera, frames }
}

/** Samples from the start of a challenge on, as an answer to it. */
export function toAnswer(imuSamples: ImuSample[], challenge: Challenge): Answer {
  const to = Math.max(challenge.durationMs, imuSamples.at(-1)?.t ?? 0)
  return { imuSamples, challengeResults: [{ challenge, from: 0, to }] }
}

function passes(answer: Answer): boolean {
  return verifyContinuity(withoutCamera(answer)).verdict === 'PASS'
}

function withoutCamera({ imuSamples, challengeResults }: Answer): Answer {
  return { imuSamples, challengeResults }
}

/** A challenge as the engine draws it, or as POST /api/challenge answers it. */
export type Asked = Challenge | Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

/** Rounds as the engine draws them, or as POST /api/challenge answers one to enroll. */
export type AskedRounds = readonly Challenge[] | AnswerOf<typeof requestChallenge>

function listRounds(asked: AskedRounds): readonly Asked[] {
  return 'actions' in asked ? (asked.rounds ?? [asked]) : asked
}

export function toChallenge(asked: Asked): Challenge {
  if ('strokes' in asked) return asked
  const strokes = asked.actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs }))
  return { version: 1, strokes, durationMs: asked.duration_ms }
}
