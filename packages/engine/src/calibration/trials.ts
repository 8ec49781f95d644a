import { seededRandom } from '../random.ts'
import { comparer, projectOnto } from './comparison.ts'
import { joinNames } from './keeping.ts'
import type { Subject } from './subjects.ts'
import {
  addTrial,
  drawPairs,
  emptyTrials,
  type Growing,
  hashIntegers,
  NON_MATED,
  packTrials,
  type Scored,
} from './trial-lists.ts'
import { addSubject, emptySums, fitTwoCovariances, type Sums, type TwoCovariances, without } from './two-covariances.ts'

/** Few people are parted into more folds, so that a model without two of them has nearly as many to learn from as the last one. */
const [MIN_FOLDS, MAX_FOLDS] = [5, 8]
const PEOPLE_TIMES_FOLDS = 480
const MATED_EACH = 40
const PAIR_EACH = 16
const MAX_TEMPLATE = 3
/** Whoever came so often more than once counts in full among those who are compared with themselves. */
const FULL_TRIES = 4

/** Sums of everybody and of each fold, and which fold a subject is in. */
export type Folds = { all: Sums; parts: Sums[]; foldOf: Int32Array }

export function assignFolds(subjects: readonly Subject[], windows: readonly Float64Array[][], k: number): Folds {
  const count = countFolds(subjects.length)
  const foldOf = Int32Array.from(subjects, ({ key }) => hashIntegers(key, 0, 0) % count)
  const parts = Array.from({ length: count }, () => emptySums(k))
  const all = emptySums(k)
  subjects.forEach(({ weight }, i) => {
    addSubject(parts[foldOf[i]], windows[i], weight)
    addSubject(all, windows[i], weight)
  })
  return { all, parts, foldOf }
}

function countFolds(people: number): number {
  const wanted = Math.max(MIN_FOLDS, Math.min(MAX_FOLDS, Math.round(PEOPLE_TIMES_FOLDS / people)))
  return Math.max(2, Math.min(wanted, people >> 1))
}

/** Scores everybody against everybody, each pair under a model that knows neither; yields how far it is. */
export function* crossFitted(
  subjects: readonly Subject[],
  windows: readonly Float64Array[][],
  { all, parts, foldOf, linked }: Folds & { linked: ReadonlySet<string> },
): Generator<number, Scored> {
  const random = seededRandom(11)
  const mated = emptyTrials()
  const nonMated = emptyTrials()
  const pairs = drawPairs(subjects.length, (i, j) => areTwo(subjects[i], subjects[j], linked), random)
  const each = Math.max(1, Math.min(PAIR_EACH, Math.floor(NON_MATED / pairs.length)))
  for (let f = 0; f < parts.length; f++) {
    for (let g = f; g < parts.length; g++) {
      const model = fitTwoCovariances(f === g ? without(all, parts[f]) : without(all, parts[f], parts[g]))
      const draw = drawer(model, windows, subjects)
      if (f === g) foldOf.forEach((fold, i) => fold === f && addMated(mated, i, subjects[i], draw))
      for (const [i, j] of pairs) {
        if (Math.min(foldOf[i], foldOf[j]) !== f || Math.max(foldOf[i], foldOf[j]) !== g) continue
        const weight = (subjects[i].weight * subjects[j].weight) / each
        for (let n = 0; n < each; n++)
          addTrial(nonMated, draw(n % 2 === 0 ? i : j, n % 2 === 0 ? j : i, n), [i, j, weight])
      }
    }
    yield (f + 1) / parts.length
  }
  return { mated: packTrials(mated), nonMated: packTrials(nonMated) }
}

/** Sessions without a name from one source may be one person's, and so may names that share a session. */
function areTwo(one: Subject, other: Subject, linked: ReadonlySet<string>): boolean {
  if (one.person !== null && other.person !== null) return !linked.has(joinNames(one.person, other.person))
  return one.source === null || one.source !== other.source
}

/** Scores a drawn window of the second subject against a template of drawn windows of the first. */
type Draw = (template: number, probe: number, n: number) => number

function drawer(model: TwoCovariances, windows: readonly Float64Array[][], subjects: readonly Subject[]): Draw {
  const places = new Map<number, Float64Array[]>()
  const own = (subject: number) => {
    const known = places.get(subject) ?? projectOnto(model, windows[subject])
    places.set(subject, known)
    return known
  }
  const compare = Array.from({ length: MAX_TEMPLATE }, (_, count) => comparer(model, count + 1))
  const mean = new Float64Array(model.k)
  return (template, probe, n) => {
    const [mine, theirs] = [own(template), own(probe)]
    const chance = hashIntegers(subjects[template].key, subjects[probe].key, n)
    const shown = chance % theirs.length
    // Halves of one session are compared one to one, and nobody's window with itself.
    const count = Math.min(MAX_TEMPLATE, Math.max(1, mine.length - 1))
    const room = template === probe ? mine.length - count : mine.length
    const from = (template === probe ? shown + 1 : 0) + ((chance >>> 12) % room)
    mean.fill(0)
    for (let i = from; i < from + count; i++) {
      const window = mine[i % mine.length]
      for (let j = 0; j < mean.length; j++) mean[j] += window[j] / count
    }
    return compare[count - 1](mean, theirs[shown])
  }
}

function addMated(mated: Growing, i: number, { windows, weight }: Subject, draw: Draw): void {
  if (windows.length < 2) return
  const each = Math.min(MATED_EACH, windows.length * (windows.length - 1))
  // Two sessions are one try; names of two are the cheapest way to show two people as one.
  const share = (weight * Math.min(1, (windows.length - 1) / FULL_TRIES)) / each
  for (let n = 0; n < each; n++) addTrial(mated, draw(i, i, n), [i, i, share])
}
