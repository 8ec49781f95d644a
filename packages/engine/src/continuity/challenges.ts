import type { Challenge } from '../challenge/challenge.ts'
import { CHALLENGE } from '../challenge/parameters.ts'
import { type ChallengeScore, judgeAnswer, toUnanswered } from '../challenge/score.ts'
import { isFiniteNumber } from '../members.ts'
import { type ImuStream, readImu } from '../streams/imu.ts'

/** From when to when, on the samples' clock in ms, the answer to a challenge runs. */
export type ChallengeResult = { challenge: Challenge; from: number; to: number }

/** All challenges together: each must be answered, so the weakest counts. */
export function judgeChallenges(results: unknown, imu: ImuStream): ChallengeScore {
  if (!Array.isArray(results) || results.length === 0) return toUnanswered('no challenge was answered')
  if (!imu.isGiven) return toUnanswered('there are no motion samples to judge the answer from')
  const scores = results.map((result) => judgeResult(result, imu))
  const unjudged = scores.find(({ status }) => status !== 'ok')
  if (unjudged) return unjudged
  const value = Math.min(...scores.map((score) => score.value))
  return { value, strokes: scores.flatMap(({ strokes }) => strokes), status: 'ok', reason: null }
}

function judgeResult(result: unknown, { given }: ImuStream): ChallengeScore {
  if (typeof result !== 'object' || result === null) return toUnanswered('a challenge result is not an object')
  const { challenge, from, to } = result as Partial<ChallengeResult>
  if (!isFiniteNumber(from) || !isFiniteNumber(to) || to <= from) {
    return toUnanswered('a challenge result does not say which part of the samples (from, to) answers it')
  }
  const part = given.filter((sample) => sample?.t >= from && sample.t <= to)
  return judgeAnswer(CHALLENGE, challenge as Challenge, readImu(part), from)
}
