import { reportMotion } from '../../apps/server/src/verification/arena.ts'
import {
  generateChallenge,
  generateEnrollment,
  type Random,
  type RiskLevel,
  type ScoredPresence,
  scorePresence,
  seededRandom,
} from '../../packages/engine/src/index.ts'
import { strokesOf, syntheticPerson } from '../../packages/engine/src/synthetic/unmarked.ts'
import { type Answer, type Enrolled, judgeEnrollment, RISK_LEVELS } from '../arena/harness/judge.ts'
import { toResponse } from '../arena/harness/response.ts'
import { exactShare } from './binomial.ts'
import type { Interval } from './figures.ts'

// The complete scorer, which needs answers to commanded strokes: no public set has them with names of people, so that people of the
// testing kit stand in, who resemble each other more than real ones do. Simulations are not refused here, since all of them are.

const PEOPLE = 24
const ANSWERS = 4
/** Far from the numbers of those who enroll. */
const STRANGERS = 70_000_000

type Rates = { refusedOwners: Interval; acceptedStrangers: Interval }

/** At each risk level: of all answers, and where a passkey says who it is, so that the likeness of the motion is only reported. */
export type ScorerFigures = { people: number } & Record<'withMotion' | 'withoutMotion', Record<RiskLevel, Rates>>

export function evaluateWholeScorer(): ScorerFigures {
  const random = seededRandom(91)
  const people = Array.from({ length: PEOPLE }, (_, person) => ({ person, enrolled: enrollPerson(person, random) }))
  const known = people.flatMap(({ person, enrolled }) => (enrolled === null ? [] : { person, enrolled }))
  const scoresOf = (shift: number) =>
    known.flatMap(({ person, enrolled }) =>
      Array.from({ length: ANSWERS }, () =>
        scoreAtAll(enrolled, answerAs(person + shift, generateChallenge(random), random)),
      ),
    )
  const [own, others] = [scoresOf(0), scoresOf(STRANGERS)]
  const ratesBy = (judge: (scored: ScoredPresence) => ScoredPresence) => {
    const countVerified = (scores: readonly Scores[], level: RiskLevel) =>
      scores.filter((scored) => judge(scored[level]).verified).length
    const entries = RISK_LEVELS.map((level) => {
      const refusedOwners = exactShare(own.length - countVerified(own, level), own.length)
      return [level, { refusedOwners, acceptedStrangers: exactShare(countVerified(others, level), others.length) }]
    })
    return Object.fromEntries(entries) as Record<RiskLevel, Rates>
  }
  return { people: known.length, withMotion: ratesBy((scored) => scored), withoutMotion: ratesBy(reportMotion) }
}

function enrollPerson(person: number, random: Random): Enrolled | null {
  const rounds = generateEnrollment(random).map((round) => answerAs(person, round, random))
  const verdict = judgeEnrollment(rounds, { memory: [], refusesSimulation: false })
  return 'enrolled' in verdict ? verdict.enrolled : null
}

function answerAs(person: number, challenge: Answer['challenge'], random: Random): Answer {
  return { challenge, imu: strokesOf(syntheticPerson(person), challenge.strokes, random) }
}

type Scores = Record<RiskLevel, ScoredPresence>

function scoreAtAll(enrolled: Enrolled, { challenge, imu }: Answer): Scores {
  const scoreAt = (riskLevel: RiskLevel) =>
    scorePresence(enrolled, challenge, toResponse(imu), {}, { riskLevel, nearest: 0 })
  return { low: scoreAt('low'), medium: scoreAt('medium'), high: scoreAt('high') }
}

if (import.meta.main) console.log(JSON.stringify(evaluateWholeScorer(), null, 1))
