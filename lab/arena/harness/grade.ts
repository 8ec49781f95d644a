import {
  generateChallenge,
  generateEnrollment,
  type ImuSample,
  presenceScore,
  scoreChallenge,
  seededRandom,
  threatReport,
} from '../../../packages/engine/src/index.ts'
import { measureSimulation } from '../../../packages/engine/src/simulation/index.ts'
import type { Grade } from './generator.ts'
import { type Answer, judgeAnswer, judgeEnrollment, type Service } from './judge.ts'

const ALIVE_FROM = 0.5
/** What a capture loses that the threat report calls synthetic, one with not a single clear stroke, and one for each step into simulations. */
const [SYNTHETIC, UNCLEAR, SIMULATED] = [1, 6, 0.3]
const WORST = -30
/** A service with an empty memory. */
const FIRST: Service = { memory: [], refusesSimulation: true }

/**
 * Grades a way of making motion by the open engine: first one capture alone, whose presence score falls off without a floor so that
 * every little gain shows; when that passes, an enrollment and an answer at the high risk level.
 */
export const gradeOpenly: Grade = (make, seed) => {
  const random = seededRandom(seed)
  const perform = (challenge: Answer['challenge']): Answer => ({
    challenge,
    imu: make(challenge, random, { subject: 1, stolen: [] }),
  })
  const answer = perform(generateChallenge(random))
  const alone = gradeCapture(answer)
  if (alone < 0) return alone - 1
  return gradeEnrolled(answer, generateEnrollment(random).map(perform))
}

function gradeEnrolled(answer: Answer, rounds: readonly Answer[]): number {
  const worst = Math.min(...rounds.map(gradeCapture))
  const verdict = judgeEnrollment(rounds, FIRST)
  if ('refused' in verdict) return Math.max(-1, -0.5 + worst / 4)
  const { passed, score } = judgeAnswer(answer, { ...FIRST, enrolled: verdict.enrolled }).high
  return passed ? score : (score - 1) / 2
}

/** 0 where nothing speaks against a capture, the less the more does. */
function gradeCapture({ challenge, imu }: Answer): number {
  const { status, score } = presenceScore({ imu })
  if (status !== 'ok') return WORST
  const alive = Math.min(0, Math.max(WORST, Math.log(score / ALIVE_FROM)))
  const followed = UNCLEAR * (scoreChallenge(challenge, imu).value - 1)
  const unlikeHands = SIMULATED * Math.min(0, measureSimulation({ imu: [...imu] }) ?? 0)
  return alive + followed + unlikeHands - (isSynthetic(imu) ? SYNTHETIC : 0)
}

function isSynthetic(imu: readonly ImuSample[]): boolean {
  return threatReport({ imu }).overallVerdict === 'likely_synthetic'
}
