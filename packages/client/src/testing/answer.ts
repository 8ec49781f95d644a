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

/**
 * Converts an answer to the JSON form of the API: an item of `captures` in POST /api/enroll, or the motion members of POST /api/verify.
 *
 * @returns the members of the request body.
 * @example
 * const capture = captureBody(answerAs(person, challenge))
 */
export function captureBody({ imuSamples, cameraSamples, frames }: Answer): Record<string, unknown> {
  return {
    imu_sequence: { sample_rate_hz: computeRateHz(imuSamples), samples: imuSamples.map(toWireSample) },
    ...(cameraSamples && { camera_sequence: cameraSamples }),
    ...(frames && { pose_sequence: frames }),
  }
}

/**
 * Creates the request body of POST /api/enroll from a challenge of the service and the answers to all of its rounds.
 *
 * @returns the request body.
 * @example
 * await client.enrollPerson(enrollBody(challenge, answerRoundsAs(person, challenge)))
 */
export function enrollBody(
  { challenge_id, challenge_token }: ServiceChallenge,
  answers: readonly Answer[],
): BodyOf<typeof enrollPerson> {
  return { challenge: { challenge_id, challenge_token }, captures: answers.map(captureBody) }
}

/**
 * Creates the request body of POST /api/verify from a challenge of the service, an enrollment and an answer. Add optional members such as
 * `risk_level` and `audience` yourself.
 *
 * @returns the request body.
 * @example
 * await client.verifyPresence(verifyBody(challenge, enrollment, answerAs(person, challenge)))
 */
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

/** Computes the signature of what was enrolled, the sensors or the body; the service compares only signatures of one version. */
function signEnrolled({ signature }: Enrollment, { imuSamples, frames }: Answer): MotionSignature {
  const ofSensors = motionSignature({ imu: imuSamples })
  if (frames === undefined || ofSensors.version === signature.version) return ofSensors
  return motionSignature({ frames })
}

function toWireSample({ t, ax, ay, az, rx, ry, rz }: ImuSample): Record<string, unknown> {
  return { t, accel: [ax, ay, az], ...(rx !== undefined && { gyro: [rx, ry, rz] }) }
}

function computeRateHz(samples: readonly ImuSample[]): number {
  const seconds = ((samples.at(-1)?.t ?? 0) - (samples[0]?.t ?? 0)) / 1000
  return seconds > 0 ? Math.round((samples.length - 1) / seconds) : 0
}

/** A capture with the challenge that it answers, as `verifyContinuity` takes it. */
export type Answer = {
  imuSamples: ImuSample[]
  /** With a camera: the tracked hand and the joints of the body. */
  cameraSamples?: CameraSample[]
  frames?: LandmarkFrame[]
  challengeResults: ChallengeResult[]
}

/** The options of an answer of a synthetic person. */
export type AnswerOptions = {
  /** Selects the random variation of the answer; 1 by default. */
  seed?: number
  /** Adds the view of a camera. */
  camera?: boolean
  /** The number of tries until an answer passes; 40 by default. 1 returns the first try, even if it fails. */
  tries?: number
}

/**
 * Simulates a person who answers a challenge, and tries again until an answer passes the engine's judgment. The same person, challenge and seed give
 * the same answer.
 *
 * @returns the first answer that passes, or the last try if none of `options.tries` passes.
 * @example
 * const { verdict } = verifyContinuity(answerAs(syntheticPerson(42), challenge))
 */
export function answerAs(person: SyntheticPerson, asked: AskedChallenge, options: AnswerOptions = {}): Answer {
  const { seed = 1, camera = false, tries = 40 } = options
  const challenge = toChallenge(asked)
  const random = seededRandom(seed)
  for (let tried = 1; ; tried++) {
    const answer = createTry(person, challenge, random)
    if (tried >= tries || isPassing(answer)) return camera ? answer : removeCamera(answer)
  }
}

/**
 * Simulates a person who answers all rounds of a challenge, each like `answerAs`. For a challenge without rounds, answers the challenge itself.
 *
 * @returns an answer for each round, in order.
 * @example
 * const answers = answerRoundsAs(syntheticPerson(42), challenge)
 */
export function answerRoundsAs(person: SyntheticPerson, asked: AskedRounds, options: AnswerOptions = {}): Answer[] {
  const { seed = 1, ...others } = options
  return listRounds(asked).map((round, i) => answerAs(person, round, { ...others, seed: seed + i }))
}

function createTry(person: SyntheticPerson, challenge: Challenge, random: Random): Answer {
  const { imu, camera, frames } = answerSceneOf(person, challenge.strokes, random)
  return { ...toAnswer(imu, challenge), cameraSamples: camera, frames }
}

/** Wraps samples and the challenge that they answer as an input of `verifyContinuity`. The times of the samples count from the start of the challenge. */
export function toAnswer(imuSamples: ImuSample[], challenge: Challenge): Answer {
  const to = Math.max(challenge.durationMs, imuSamples.at(-1)?.t ?? 0)
  return { imuSamples, challengeResults: [{ challenge, from: 0, to }] }
}

function isPassing(answer: Answer): boolean {
  return verifyContinuity(removeCamera(answer)).verdict === 'PASS'
}

function removeCamera({ imuSamples, challengeResults }: Answer): Answer {
  return { imuSamples, challengeResults }
}

/** A challenge of the engine or of POST /api/challenge. */
export type AskedChallenge = Challenge | Pick<AnswerOf<typeof requestChallenge>, 'actions' | 'duration_ms'>

/** Rounds of the engine or of POST /api/challenge. */
export type AskedRounds = readonly Challenge[] | AnswerOf<typeof requestChallenge>

function listRounds(asked: AskedRounds): readonly AskedChallenge[] {
  return 'actions' in asked ? (asked.rounds ?? [asked]) : asked
}

/** Converts a challenge of POST /api/challenge to the engine's form. Returns a challenge of the engine unchanged. */
export function toChallenge(asked: AskedChallenge): Challenge {
  if ('strokes' in asked) return asked
  const strokes = asked.actions.map(({ direction, at_ms: atMs }) => ({ direction, atMs }))
  return { version: 1, strokes, durationMs: asked.duration_ms }
}
