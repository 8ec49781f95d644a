import {
  type CameraSample,
  type Challenge,
  type ChallengeResult,
  type ImuSample,
  type LandmarkFrame,
  type Random,
  seededRandom,
  verifyContinuity,
} from '@stillhere/engine'
import { answerSceneOf, type SyntheticPerson } from '@stillhere/engine/synthetic'
import { type Asked, type AskedRounds, listRounds, toChallenge } from './asked.ts'

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
