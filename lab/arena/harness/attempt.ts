import { generateChallenge, generateEnrollment, type Random, seededRandom } from '../../../packages/engine/src/index.ts'
import type { StolenScan } from '../../../packages/engine/src/synthetic/unmarked.ts'
import type { Injection } from './generator.ts'
import {
  type Answer,
  type Enrolled,
  judgeAnswer,
  judgeEnrollment,
  type Reason,
  refuseAll,
  type Verdicts,
} from './judge.ts'
import { type Trace, traceCapture } from './memory.ts'

/** Anonymous people may enroll again when they are refused; so may an attacker. */
const MOST_ENROLLMENTS = 3
/** What a victim scanned before, and the attacker has. */
const STOLEN_SCANS = 8

/** One subject of an attack: who enrolled, what the service remembers, what the attacker has. */
type Subject = { enrolled: Enrolled; memory: Trace[]; stolen: StolenScan[] }

/** What became of one answer; whoever could not enroll answers nothing, and is refused for that. */
export type Outcome = { isEnrolled: boolean; verdicts: Verdicts }

export type Attack = { subject: number; answers: number; seed: number }

/** Enrolls one subject and answers fresh challenges; every capture is remembered, also a refused one. */
export function attackOnce(injection: Injection, { subject, answers, seed }: Attack): Outcome[] {
  const random = seededRandom(seed)
  const enrolled = enrollSubject(injection, subject, random)
  if ('refused' in enrolled) {
    return Array.from({ length: answers }, () => ({ isEnrolled: false, verdicts: refuseAll(enrolled.refused) }))
  }
  const { memory, stolen } = enrolled
  return Array.from({ length: answers }, () => {
    const challenge = generateChallenge(random)
    const answer = { challenge, imu: injection.make(challenge, random, { subject, stolen }) }
    const verdicts = judgeAnswer(answer, enrolled)
    remember(memory, answer)
    return { isEnrolled: true, verdicts }
  })
}

function enrollSubject(injection: Injection, subject: number, random: Random): Subject | { refused: Reason } {
  const { make, victim = make } = injection
  const memory: Trace[] = []
  const perform = (challenge: Answer['challenge']): Answer => {
    const answer = { challenge, imu: victim(challenge, random, { subject, stolen: [] }) }
    return answer
  }
  for (let tries = 1; ; tries++) {
    const rounds = generateEnrollment(random).map(perform)
    const verdict = judgeEnrollment(rounds, memory)
    for (const round of rounds) remember(memory, round)
    if ('enrolled' in verdict) {
      const stolen =
        victim === make ? [] : Array.from({ length: STOLEN_SCANS }, () => perform(generateChallenge(random)))
      for (const scan of stolen) remember(memory, scan)
      return { enrolled: verdict.enrolled, memory, stolen }
    }
    if (tries === MOST_ENROLLMENTS) return verdict
  }
}

function remember(memory: Trace[], { imu, challenge }: Answer): void {
  const trace = traceCapture(imu, challenge)
  if (trace !== null) memory.push(trace)
}
