import { judgeCaptures, reportMotion } from '../../../apps/server/src/scan/verification/arena.ts'
import {
  type Challenge,
  generateChallenge,
  generateEnrollment,
  type ImuSample,
  type Random,
  type RiskLevel,
  type ScoredPresence,
  scorePresence,
  seededRandom,
} from '../../../packages/engine/src/index.ts'
import { strokesOf, syntheticPerson } from '../../../packages/engine/src/synthetic/unmarked.ts'
import { exactShare } from '../../evaluation/binomial.ts'
import type { ScorerFigures, ScorerRates } from '../../evaluation/targets.ts'

// The complete scorer, which needs answers to commanded strokes: no public set has them with names of people, so that people of the
// testing kit stand in, who resemble each other more than real ones do. Simulations are not refused here, since all of them are.

const PEOPLE = 24
const ANSWERS = 4
/** Far from the numbers of those who enroll. */
const STRANGERS = 70_000_000

const RISK_LEVELS: readonly RiskLevel[] = ['low', 'medium', 'high']

type Answer = { challenge: Challenge; imu: ImuSample[] }

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
    return Object.fromEntries(entries) as Record<RiskLevel, ScorerRates>
  }
  return { people: known.length, withMotion: ratesBy((scored) => scored), withoutMotion: ratesBy(reportMotion) }
}

/** Returns the enrollment that POST /api/enroll would seal for three rounds, as the scorer reads it; null if it would refuse them. */
function enrollPerson(person: number, random: Random): Record<string, unknown> | null {
  const rounds = generateEnrollment(random)
  const captures = rounds.map((round) => ({ imu: answerAs(person, round, random).imu }))
  const judged = judgeCaptures(captures, rounds, { similarities: [], refusesSimulation: false })
  if ('problems' in judged) return null
  const { template, strokes, reaction } = judged
  const { mean: vector, version, count: sample_count } = template
  return { ...template, signature: { vector, version }, sample_count, strokes, reaction }
}

function answerAs(person: number, challenge: Challenge, random: Random): Answer {
  return { challenge, imu: strokesOf(syntheticPerson(person), challenge.strokes, random) }
}

type Scores = Record<RiskLevel, ScoredPresence>

function scoreAtAll(enrolled: Record<string, unknown>, { challenge, imu }: Answer): Scores {
  const samples = imu.map(({ t, ax, ay, az, rx, ry, rz }) => ({ t, accel: [ax, ay, az], gyro: [rx, ry, rz] }))
  const response = { imu_sequence: { samples } }
  const scoreAt = (riskLevel: RiskLevel) => scorePresence(enrolled, challenge, response, {}, { riskLevel, nearest: 0 })
  return { low: scoreAt('low'), medium: scoreAt('medium'), high: scoreAt('high') }
}

if (import.meta.main) console.log(JSON.stringify(evaluateWholeScorer(), null, 1))
