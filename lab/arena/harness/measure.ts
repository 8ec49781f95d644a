import { type RiskLevel, seededRandom } from '../../../packages/engine/src/index.ts'
import { exactShare } from '../../evaluation/binomial.ts'
import type { Interval } from '../../evaluation/figures.ts'
import { attackOnce, type Outcome, SOFTWARE_PASSKEY, type Way, WAYS } from './attempt.ts'
import type { Injection, Make } from './generator.ts'
import { gradeOpenly } from './grade.ts'
import { holdToLevel, RISK_LEVELS } from './judge.ts'

/** How often an injection passes at one risk level. */
export type Passes = { passed: number; trials: number; share: Interval }

/** What passes at each risk level, and why answers were refused at the high one, and how often. */
type Figures = { passes: Record<RiskLevel, Passes>; refusals: Record<string, number> }

/** What a search came to at one pace; `passes` is what its last find reaches on fresh challenges. */
export type SearchFigures = {
  /** When 9 of 10 passed at the high risk level, or when the search was given up. */
  cpuSeconds: number
  reached: boolean
  /** Of ten fresh challenges at the high risk level, at the last look. */
  lastLook: number
  passes: Record<RiskLevel, Passes>
}

/** The first members are of level 1. */
export type Measured = Figures & {
  name: string
  does: string
  search: (SearchFigures & { live?: SearchFigures }) | null
  /** The higher levels, with a software passkey; absent in a table of before they were measured. */
  higher?: HigherLevels
}

type HigherLevels = {
  /** Level 2: told stroke by stroke and answered so, or with motion made before. */
  live: Figures
  prepared: Figures
  /** Level 3: nobody attests the passkey. */
  attested: Figures
}

/** An instrument that could not be run where the table was made. */
export type NotRun = { name: string; does: string; notRun: string }

export type InjectionFigures = Measured | NotRun

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
/** For each other answer; so 40 make 100. */
const PREPARED_EACH = 2.5
const [LOOKED, ENOUGH] = [10, 9]

/** Lets an injection enroll and answer fresh challenges, and search where it can. */
export function measureInjection(injection: Injection, options: MeasureOptions): InjectionFigures {
  const { name, does, missing } = injection
  options.say(`${name} …`)
  if (missing !== undefined) return { name, does, notRun: missing }
  const { batch, live, prepared } = attackMany(injection, { ...options, trials: injection.trials ?? options.trials })
  const attested = live.map(({ isEnrolled, verdicts }) => ({
    isEnrolled,
    verdicts: holdToLevel(verdicts, 3, SOFTWARE_PASSKEY),
  }))
  const search = injection.search ? measureSearch(injection, injection.search, options) : null
  const higher = { live: toFigures(live), prepared: toFigures(prepared), attested: toFigures(attested) }
  return { name, does, ...toFigures(batch), search, higher }
}

type Attacking = Pick<MeasureOptions, 'trials' | 'seed' | 'cpuSeconds'>

/** Several subjects, each with a few answers, since answers of one subject are alike. */
function attackMany(injection: Injection, { trials, seed, cpuSeconds }: Attacking): Record<Way, Outcome[]> {
  const all = Array.from({ length: Math.ceil(trials / ANSWERS_EACH) }, (_, i) => {
    const each = Math.min(ANSWERS_EACH, trials - i * ANSWERS_EACH)
    const answers = { batch: each, live: each, prepared: Math.ceil(PREPARED_EACH * each) }
    const spentMs = () => 1000 * cpuSeconds()
    return attackOnce(injection, { subject: 1000 * seed + i, answers, seed: 100_000 * seed + i, spentMs })
  })
  const [batch, live, prepared] = WAYS.map((way) => all.flatMap((one) => one[way]))
  return { batch, live, prepared }
}

function toFigures(outcomes: readonly Outcome[]): Figures {
  return { passes: countPasses(outcomes), refusals: countRefusals(outcomes) }
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

/** Only the search's own CPU time counts; looks at its finds are the arena's. It goes on until both paces are reached. */
function measureSearch(injection: Injection, search: Search, options: MeasureOptions): Measured['search'] {
  const { cap, seed, cpuSeconds, say } = options
  const steps = search(gradeOpenly, seededRandom(seed))
  const looks = { batch: newLook(), live: newLook() }
  let found: Make = injection.make
  for (let [spent, count] = [0, 0]; spent < cap && !(looks.batch.reached && looks.live.reached); count++) {
    const before = cpuSeconds()
    const { value, done } = steps.next()
    spent += cpuSeconds() - before
    if (done) break
    found = value
    const passed = lookAt({ ...injection, make: found }, { seed: 7_000 * seed + count, cpuSeconds })
    for (const pace of PACES) noteLook(looks[pace], passed[pace], spent)
    say(`${injection.name}: ${passed.batch} and live ${passed.live} of ${LOOKED} after ${spent.toFixed(1)} CPU s`)
  }
  const outcomes = attackMany({ ...injection, make: found }, { trials: options.trials, seed: seed + 1, cpuSeconds })
  const [batch, live] = PACES.map((pace) => ({ ...looks[pace], passes: countPasses(outcomes[pace]) }))
  return { ...batch, live }
}

const PACES = ['batch', 'live'] as const
type Look = Omit<SearchFigures, 'passes'>

function newLook(): Look {
  return { cpuSeconds: 0, reached: false, lastLook: 0 }
}

/** What was reached once stays reached. */
function noteLook(look: Look, passed: number, spent: number): void {
  if (look.reached) return
  look.cpuSeconds = spent
  look.lastLook = passed
  look.reached = passed >= ENOUGH
}

function lookAt(
  injection: Injection,
  { seed, cpuSeconds }: Pick<MeasureOptions, 'seed' | 'cpuSeconds'>,
): Record<'batch' | 'live', number> {
  const answers = { batch: LOOKED, live: LOOKED, prepared: 0 }
  const { batch, live } = attackOnce(injection, { subject: 1, answers, seed, spentMs: () => 1000 * cpuSeconds() })
  const count = (outcomes: readonly Outcome[]) => outcomes.filter(({ verdicts }) => verdicts.high.passed).length
  return { batch: count(batch), live: count(live) }
}
