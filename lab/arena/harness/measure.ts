import { type RiskLevel, seededRandom } from '../../../packages/engine/src/index.ts'
import { exactShare } from '../../evaluation/binomial.ts'
import type { Interval } from '../../evaluation/figures.ts'
import { attackOnce, type Outcome, SOFTWARE_PASSKEY, type Way, WAYS } from './attempt.ts'
import type { Injection, Make } from './generator.ts'
import { gradeOpenly } from './grade.ts'
import { holdToLevel, RISK_LEVELS } from './judge.ts'

/** The passes of an injection at one risk level. */
export type Passes = { passed: number; trials: number; share: Interval }

/** The passes at each risk level, and the counts of reasons for refusal at the high one. */
type Figures = { passes: Record<RiskLevel, Passes>; refusals: Record<string, number> }

/** The results of the searches of one structure at one pace. */
export type SearchFigures = {
  /** CPU seconds of the start that was the first of which 9 of 10 passed at the high risk level; else of each start. */
  cpuSeconds: number
  reached: boolean
  /** Of ten fresh challenges at the high risk level, the most that any find passed. */
  bestLook: number
  /** The passes of the find on fresh challenges, and the subjects it could enroll; null if there is no find. */
  passes: Record<RiskLevel, Passes> | null
  enrolled: Passes | null
}

/** All searches of one structure: from ten starts, each with a seed of its own, by turns. */
type Searches = {
  starts: number
  /** CPU seconds of all starts together, and of one capture made by a find. */
  spentSeconds: number
  captureSeconds: number
  batch: SearchFigures
  live: SearchFigures
}

/** The first members are of level 1. */
export type Measured = Figures & {
  name: string
  does: string
  search: Searches | null
  /** The higher levels, with a software passkey; absent in a table of before they were measured. */
  higher?: HigherLevels
}

type HigherLevels = {
  /** Level 2: revealed stroke by stroke, and answered live or with motion made in advance. */
  live: Figures
  prepared: Figures
  /** Level 3: the passkey isn't attested. */
  attested: Figures
}

/** An instrument that could not be run where the table was made. */
export type NotRun = { name: string; does: string; notRun: string }

export type InjectionFigures = Measured | NotRun

export type MeasureOptions = {
  trials: number
  /** CPU seconds after which the searches of a structure, all starts together, are given up. */
  cap: number
  /** The number of starts for each structure. */
  starts: number
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
function attackMany(
  injection: Injection,
  { trials, seed, cpuSeconds }: Attacking,
  ways: readonly Way[] = WAYS,
): Record<Way, Outcome[]> {
  const all = Array.from({ length: Math.ceil(trials / ANSWERS_EACH) }, (_, i) => {
    const each = Math.min(ANSWERS_EACH, trials - i * ANSWERS_EACH)
    const wanted = (way: Way, count: number) => (ways.includes(way) ? count : 0)
    const prepared = wanted('prepared', Math.ceil(PREPARED_EACH * each))
    const answers = { batch: wanted('batch', each), live: wanted('live', each), prepared }
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

type Start = { steps: Iterator<Make>; spent: number }

/**
 * Searches by turns, always from the start that has used least, so that the first to pass is the cheapest. Only the searches' own CPU
 * time counts, with the grade that an attacker would look at before trying; looks at finds are the arena's.
 */
function measureSearch(injection: Injection, search: Search, options: MeasureOptions): Searches {
  const { cap, seed, cpuSeconds, say } = options
  const starts = Array.from({ length: options.starts }, (_, start): Start => {
    return { steps: search(gradeOpenly, seededRandom(1000 * seed + start), start), spent: 0 }
  })
  const looks = { batch: newLook(), live: newLook() }
  const total = () => starts.reduce((sum, { spent }) => sum + spent, 0)
  for (let count = 0; total() < cap && !(looks.batch.reached && looks.live.reached); count++) {
    const next = starts.reduce((least, start) => (start.spent < least.spent ? start : least))
    const before = cpuSeconds()
    const make = next.steps.next().value
    const seems = gradeOpenly(make, 7_000 * seed + count)
    next.spent += cpuSeconds() - before
    if (seems < 0) continue
    const passed = lookAt({ ...injection, make }, { seed: 7_000 * seed + count, cpuSeconds })
    for (const pace of PACES) noteLook(looks[pace], { make, passed: passed[pace], spent: next.spent })
    say(`${injection.name}: ${passed.batch} and live ${passed.live} of ${LOOKED} after ${next.spent.toFixed(1)} CPU s`)
  }
  const each = total() / starts.length
  const [batch, live] = PACES.map((pace) => measureFind(injection, looks[pace], { ...options, pace, each }))
  const captureSeconds = Math.max(batch.captureSeconds, live.captureSeconds)
  return { starts: starts.length, spentSeconds: total(), captureSeconds, batch: batch.figures, live: live.figures }
}

type Measuring = MeasureOptions & { pace: (typeof PACES)[number]; each: number }

/** Measures the find of a search on fresh challenges, and the CPU time of one capture. */
function measureFind(injection: Injection, look: Look, { pace, each, ...options }: Measuring) {
  const { bestLook, find, reached } = look
  if (!reached || find === null) {
    const figures: SearchFigures = { cpuSeconds: each, reached: false, bestLook, passes: null, enrolled: null }
    return { figures, captureSeconds: 0 }
  }
  const meter = { seconds: 0, captures: 0 }
  const make: Make = (...given) => {
    const before = options.cpuSeconds()
    const imu = find(...given)
    meter.seconds += options.cpuSeconds() - before
    meter.captures++
    return imu
  }
  const { trials, seed, cpuSeconds } = options
  const outcomes = attackMany({ ...injection, make }, { trials, seed: seed + 1, cpuSeconds }, [pace])[pace]
  const subjects = outcomes.filter((_, i) => i % ANSWERS_EACH === 0)
  const [passed, all] = [subjects.filter(({ isEnrolled }) => isEnrolled).length, subjects.length]
  const enrolled = { passed, trials: all, share: exactShare(passed, all) }
  const figures: SearchFigures = {
    cpuSeconds: look.cpuSeconds,
    reached,
    bestLook,
    passes: countPasses(outcomes),
    enrolled,
  }
  return { figures, captureSeconds: meter.seconds / Math.max(1, meter.captures) }
}

const PACES = ['batch', 'live'] as const
type Look = Pick<SearchFigures, 'cpuSeconds' | 'reached' | 'bestLook'> & { find: Make | null }

function newLook(): Look {
  return { cpuSeconds: 0, reached: false, bestLook: 0, find: null }
}

/** What was reached once stays reached. */
function noteLook(look: Look, { make, passed, spent }: { make: Make; passed: number; spent: number }): void {
  if (look.reached || passed <= look.bestLook) return
  look.cpuSeconds = spent
  look.bestLook = passed
  look.find = make
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
