import { parseArgs } from 'node:util'
import { seededRandom } from '../../packages/engine/src/random.ts'
import type { Evidence } from '../../packages/engine/src/replay/comparison.ts'
import { listEvidenceFeatures } from '../../packages/engine/src/replay/similarity.ts'
import { MOTION_FOLDER } from '../training/recordings.ts'
import { personCaptures } from '../training/replay-captures.ts'
import {
  makeAlteredCopies,
  type Copy,
  genuineSearches,
  groupBy,
  toStoredSeriesList,
  type Search,
} from '../training/replay-searches.ts'
import { type Decision, decision, searchesOfAllSensors } from '../training/replay.ts'
import { type Interval, shareIntervalOver } from './figures.ts'
import { evaluateReplayIndex, type IndexFigures } from './replay-index.ts'

export type ReplayFigures = {
  people: number
  copies: number
  pairs: number
  searches: number
  /** Altered copies missed where 1 % of single comparisons with other captures of the same person alarm. */
  missedAtOnePercentOfPairs: Interval
  /** The same where 1 % of searches of up to 50 own captures alarm. */
  missedAtOnePercentOfSearches: Interval
  /** At the threshold learned without the person. */
  missed: Interval
  falseAlarmsOfPairs: Interval
  falseAlarmsOfSearches: Interval
  missedBySource: Record<string, Interval>
  falseAlarmsOfSearchesBySource: Record<string, Interval>
  missedByAlteration: Record<string, Interval>
  index: IndexFigures
}

/** A result of a person left out, as a logit above the threshold that the other people gave. */
type Outcome = { source: string; person: string; alteration: string; above: number }

const FOLDS = 5
const COPIES_EACH = 8
const SEARCHES = { searches: 36, own: 50 }
const ONE_PERCENT = 0.01

/** Thresholds and weights come from other people than those they are tried on; intervals draw people. */
export function evaluateReplay(motionFolder: string): ReplayFigures {
  const captures = personCaptures(motionFolder)
  const memory = toStoredSeriesList(captures)
  const searches = genuineSearches(memory, SEARCHES, seededRandom(31))
  const copies = makeAlteredCopies(captures, COPIES_EACH, seededRandom(32))
  const tried = searchByFold({ learned: searchesOfAllSensors(memory, []), searches, copies })
  const highest = tried.searches.map((search) => findHighest(search))
  const alarms = (outcomes: readonly Outcome[]) => share(outcomes, ({ above }) => above >= 0)
  const missed = (outcomes: readonly Outcome[]) => share(outcomes, ({ above }) => above < 0)
  return {
    people: new Set(copies.map(({ person }) => person)).size,
    copies: copies.length,
    pairs: tried.searches.flat().length,
    searches: searches.length,
    missedAtOnePercentOfPairs: measureMissed(tried.copies, computeLimit(tried.searches.flat())),
    missedAtOnePercentOfSearches: measureMissed(tried.copies, computeLimit(highest)),
    missed: missed(tried.copies),
    falseAlarmsOfPairs: alarms(tried.searches.flat()),
    falseAlarmsOfSearches: alarms(highest),
    missedBySource: each(tried.copies, ({ source }) => source, missed),
    falseAlarmsOfSearchesBySource: each(highest, ({ source }) => source, alarms),
    missedByAlteration: each(tried.copies, ({ alteration }) => alteration, missed),
    index: evaluateReplayIndex(captures),
  }
}

type Tried = { searches: Outcome[][]; copies: Outcome[] }

type Trials = { learned: readonly Search[]; searches: readonly Search[]; copies: readonly Copy[] }

function searchByFold({ learned, searches, copies }: Trials): Tried {
  const people = [...new Set([...searches, ...copies].map(({ person }) => person))]
  const foldOf = new Map(people.map((person, i) => [person, i % FOLDS]))
  const tried: Tried = { searches: [], copies: [] }
  for (let fold = 0; fold < FOLDS; fold++) {
    const isKept = ({ person }: { person: string }) => foldOf.get(person) !== fold
    const rule = decision(learned.filter(isKept), copies.filter(isKept))
    for (const { source, person, comparisons } of searches.filter((search) => !isKept(search)))
      tried.searches.push(
        comparisons.map((evidence) => ({ source, person, alteration: '', above: aboveThreshold(evidence, rule) })),
      )
    for (const { source, person, alteration, evidence } of copies.filter((copy) => !isKept(copy)))
      tried.copies.push({ source, person, alteration, above: aboveThreshold(evidence, rule) })
  }
  return tried
}

function aboveThreshold(evidence: readonly Evidence[], { weights, bias, allowances, threshold }: Decision): number {
  let best = -30
  for (const one of evidence) {
    const sum = listEvidenceFeatures(one).reduce((total, feature, i) => total + weights[i] * feature, bias)
    best = Math.max(best, sum - allowances[one.sensors])
  }
  return best - Math.log(threshold / (1 - threshold))
}

function findHighest(search: readonly Outcome[]): Outcome {
  return search.reduce((p, q) => (q.above > p.above ? q : p))
}

/** Returns the value that 1 % of the outcomes exceed, with every source weighing the same. */
function computeLimit(outcomes: readonly Outcome[]): number {
  const sources = groupBy(outcomes, ({ source }) => source)
  let alarms = 0
  for (const { source, above } of outcomes.toSorted((p, q) => q.above - p.above)) {
    alarms += 1 / ((sources.get(source)?.length ?? 1) * sources.size)
    if (alarms > ONE_PERCENT) return above
  }
  return Number.NEGATIVE_INFINITY
}

function measureMissed(copies: readonly Outcome[], limit: number): Interval {
  return share(copies, ({ above }) => above <= limit)
}

function share(outcomes: readonly Outcome[], counts: (outcome: Outcome) => boolean): Interval {
  const people = [...groupBy(outcomes, ({ person }) => person).values()]
  const figure = (drawn: readonly Outcome[][]) => {
    const all = drawn.flat()
    return all.filter(counts).length / all.length
  }
  return shareIntervalOver(people, figure, { random: seededRandom(33) })
}

function each(
  outcomes: readonly Outcome[],
  keyOf: (outcome: Outcome) => string,
  figure: (outcomes: readonly Outcome[]) => Interval,
): Record<string, Interval> {
  return Object.fromEntries([...groupBy(outcomes, keyOf)].map(([key, list]) => [key, figure(list)]))
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { motion: { type: 'string' } } })
  const folder = values.motion ?? MOTION_FOLDER
  console.log(JSON.stringify(evaluateReplay(folder), null, 1))
}
