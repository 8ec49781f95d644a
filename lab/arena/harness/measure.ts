import { type RiskLevel, seededRandom } from '../../../packages/engine/src/index.ts'
import { exactShare } from '../../evaluation/binomial.ts'
import type { Interval } from '../../evaluation/figures.ts'
import { attackOnce, type Outcome } from './attempt.ts'
import type { Injection, Make } from './generator.ts'
import { gradeOpenly } from './grade.ts'
import { RISK_LEVELS } from './judge.ts'

/** How often an injection passes at one risk level. */
export type Passes = { passed: number; trials: number; share: Interval }

/** What a search with the open engine came to; `passes` is what its last find reaches on fresh challenges. */
type SearchFigures = {
  cpuSeconds: number
  reached: boolean
  /** Of ten fresh challenges at the high risk level, at the last look. */
  lastLook: number
  passes: Record<RiskLevel, Passes>
}

export type InjectionFigures = {
  name: string
  does: string
  passes: Record<RiskLevel, Passes>
  /** Why answers were refused at the high risk level, and how often. */
  refusals: Record<string, number>
  search: SearchFigures | null
}

export type MeasureOptions = {
  trials: number
  /** CPU seconds after which a search is given up. */
  cap: number
  seed: number
  /** CPU seconds that this process has used so far. */
  cpuSeconds: () => number
  say: (message: string) => void
}

const ANSWERS_EACH = 4
const [LOOKED, ENOUGH] = [10, 9]

/** Lets an injection enroll and answer fresh challenges, and search where it can. */
export function measureInjection(injection: Injection, options: MeasureOptions): InjectionFigures {
  const { name, does } = injection
  options.say(`${name} …`)
  const outcomes = attackMany(injection, injection.trials ?? options.trials, options.seed)
  const search = injection.search ? measureSearch(injection, injection.search, options) : null
  return { name, does, passes: countPasses(outcomes), refusals: countRefusals(outcomes), search }
}

/** Several subjects, each with a few answers, since answers of one subject are alike. */
function attackMany(injection: Injection, trials: number, seed: number): Outcome[] {
  const subjects = Math.ceil(trials / ANSWERS_EACH)
  return Array.from({ length: subjects }, (_, i) => {
    const answers = Math.min(ANSWERS_EACH, trials - i * ANSWERS_EACH)
    return attackOnce(injection, { subject: 1000 * seed + i, answers, seed: 100_000 * seed + i })
  }).flat()
}

function countPasses(outcomes: readonly Outcome[]): Record<RiskLevel, Passes> {
  const trials = outcomes.length
  const entries = RISK_LEVELS.map((level) => {
    const passed = outcomes.filter(({ verdicts }) => verdicts[level].passed).length
    return [level, { passed, trials, share: exactShare(passed, trials) }]
  })
  return Object.fromEntries(entries) as Record<RiskLevel, Passes>
}

function countRefusals(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { isEnrolled, verdicts } of outcomes) {
    const { reason } = verdicts.high
    if (reason === null) continue
    const named = isEnrolled ? reason : `${reason} (enrolling)`
    counts[named] = (counts[named] ?? 0) + 1
  }
  return counts
}

type Search = NonNullable<Injection['search']>

/** Only the search's own CPU time counts; looks at its finds are the arena's. */
function measureSearch(injection: Injection, search: Search, options: MeasureOptions): SearchFigures {
  const { cap, seed, cpuSeconds, say } = options
  const steps = search(gradeOpenly, seededRandom(seed))
  let [spent, looks, lastLook] = [0, 0, 0]
  let found: Make = injection.make
  while (spent < cap && lastLook < ENOUGH) {
    const before = cpuSeconds()
    const { value, done } = steps.next()
    spent += cpuSeconds() - before
    if (done) break
    found = value
    lastLook = lookAt({ ...injection, make: found }, 7_000 * seed + looks++)
    say(`${injection.name}: ${lastLook} of ${LOOKED} after ${spent.toFixed(1)} CPU s`)
  }
  const outcomes = attackMany({ ...injection, make: found }, options.trials, seed + 1)
  return { cpuSeconds: spent, reached: lastLook >= ENOUGH, lastLook, passes: countPasses(outcomes) }
}

function lookAt(injection: Injection, seed: number): number {
  const outcomes = attackOnce(injection, { subject: 1, answers: LOOKED, seed })
  return outcomes.filter(({ verdicts }) => verdicts.high.passed).length
}
