import { type RejectionReason, spaceOut } from '../../../apps/server/src/scan/verification/arena.ts'
import { generateChallenge, generateEnrollment, type Random, seededRandom } from '../../../packages/engine/src/index.ts'
import type { StolenScan } from '../../../packages/engine/src/synthetic/unmarked.ts'
import type { Attempt, Injection } from './generator.ts'
import {
  type Answer,
  type Enrolled,
  holdToLevel,
  judgeAnswer,
  judgeAsNew,
  judgeEnrollment,
  refuseAll,
  type Service,
  type Verdicts,
} from './judge.ts'
import { type Trace, traceCapture } from './memory.ts'
import { answerAtPace, type Paced } from './pace.ts'
import { giveOutPrepared, guessStrokes, runAgainEachStep } from './steps.ts'

/** Anonymous people may enroll again when they are refused; so may an attacker. */
const MOST_ENROLLMENTS = 3
/** A victim's earlier scans, stolen by the attacker. */
const STOLEN_SCANS = 8
/** A key in a file signs like any unattested passkey. */
export const SOFTWARE_PASSKEY = { pace: 'live', device: 'passkey' } as const

/** One subject of an attack: who enrolled, what the service remembers, what the attacker has. */
type Subject = Service & { enrolled: Enrolled; memory: Trace[]; attempt: Attempt }

/** The outcome of one answer; a subject that couldn't enroll is refused for that. */
export type Outcome = { isEnrolled: boolean; verdicts: Verdicts }

/** All strokes revealed at once; one by one and answered live; one by one, with an answer made in advance. */
export const WAYS = ['batch', 'live', 'prepared'] as const
export type Way = (typeof WAYS)[number]

export type Attack = {
  subject: number
  /** The number of fresh challenges answered in each way. */
  answers: Readonly<Record<Way, number>>
  seed: number
  /** Milliseconds of CPU time that were used so far. */
  spentMs: () => number
}

/** Enrolls one subject and answers fresh challenges; every capture is remembered, also a refused one. */
export function attackOnce(injection: Injection, { subject, answers, seed, spentMs }: Attack): Record<Way, Outcome[]> {
  const random = seededRandom(seed)
  const enrolled = enrollSubject(injection, subject, random)
  const answerOnce = (way: Way): Outcome => {
    if ('refused' in enrolled) return { isEnrolled: false, verdicts: refuseAll(enrolled.refused) }
    return { isEnrolled: true, verdicts: ANSWER_BY[way]({ injection, subject: enrolled, random, spentMs }) }
  }
  const answerAll = (way: Way) => Array.from({ length: answers[way] }, () => answerOnce(way))
  return { batch: answerAll('batch'), live: answerAll('live'), prepared: answerAll('prepared') }
}

type Answering = { injection: Injection; subject: Subject; random: Random; spentMs: () => number }

const ANSWER_BY: Readonly<Record<Way, (answering: Answering) => Verdicts>> = {
  batch: ({ injection, subject, random }) => {
    const challenge = generateChallenge(random)
    return judgeAndRemember({ challenge, imu: injection.make(challenge, random, subject.attempt) }, subject)
  },
  live: ({ injection, subject, random, spentMs }) => {
    const challenge = spaceOut(generateChallenge(random), random)
    const { begin = runAgainEachStep(injection.make) } = injection
    const step = begin(challenge.durationMs, random, subject.attempt)
    return judgePaced(challenge, subject, answerAtPace(challenge, step, spentMs))
  },
  prepared: ({ injection, subject, random, spentMs }) => {
    const challenge = spaceOut(generateChallenge(random), random)
    const imu = injection.make(guessStrokes(challenge, random), random, subject.attempt)
    // Guesses are many, and the memory is dear to search: it is asked only where the rest would do.
    const { passed, reason } = judgeAsNew({ challenge, imu }, subject)
    if (!passed && reason !== null) return refuseAll(reason)
    return judgePaced(challenge, subject, answerAtPace(challenge, giveOutPrepared(imu), spentMs))
  },
}

/** A challenge that was ended, and motion that is not the committed one, are refused by the service before it looks at the motion. */
function judgePaced(challenge: Answer['challenge'], subject: Subject, { imu, problem }: Paced): Verdicts {
  if (problem !== null) return refuseAll('challenge_mismatch')
  return holdToLevel(judgeAndRemember({ challenge, imu, isLive: true }, subject), 2, SOFTWARE_PASSKEY)
}

function judgeAndRemember(answer: Answer, subject: Subject): Verdicts {
  const trace = traceCapture(answer.imu, answer.challenge)
  const verdicts = judgeAnswer(answer, subject, trace)
  if (trace !== null) subject.memory.push(trace)
  return verdicts
}

function enrollSubject(injection: Injection, subject: number, random: Random): Subject | { refused: RejectionReason } {
  const { make, victim = make } = injection
  const memory: Trace[] = []
  // Whoever is attacked is a person, for whom one of the kit stands in.
  const refusesSimulation = injection.victim === undefined
  const perform = (challenge: Answer['challenge']): StolenScan => ({
    challenge,
    imu: victim(challenge, random, { subject, stolen: [] }),
  })
  for (let tries = 1; ; tries++) {
    const rounds = generateEnrollment(random).map(perform)
    const verdict = judgeEnrollment(rounds, { memory, refusesSimulation })
    for (const round of rounds) remember(memory, round)
    if ('enrolled' in verdict) {
      const scans = victim === make ? 0 : STOLEN_SCANS
      const stolen = Array.from({ length: scans }, () => perform(generateChallenge(random)))
      for (const scan of stolen) remember(memory, scan)
      return { enrolled: verdict.enrolled, memory, refusesSimulation, attempt: { subject, stolen } }
    }
    if (tries === MOST_ENROLLMENTS) return verdict
  }
}

function remember(memory: Trace[], { imu, challenge }: Answer): void {
  const trace = traceCapture(imu, challenge)
  if (trace !== null) memory.push(trace)
}
