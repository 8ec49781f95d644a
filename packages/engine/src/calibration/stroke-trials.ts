import { seededRandom } from '../random.ts'
import { calibrateRatios, placeComparer, type StrokeComparison } from '../stroke-signature/match.ts'
import { STROKE_MODEL } from '../stroke-signature/parameters.ts'
import { joinNames } from './keeping.ts'
import {
  type PlacedRound,
  type PlacedSession,
  type PlacedTemplate,
  placeTemplate,
  type StrokeSubject,
} from './stroke-subjects.ts'
import {
  addTrial,
  drawPairs,
  emptyTrials,
  hashIntegers,
  NON_MATED,
  packTrials,
  type Scored,
  type Trials,
} from './trial-lists.ts'
import type { Circumstance } from './types.ts'

const PAIR_EACH = 16

const compare = placeComparer(STROKE_MODEL)

/** The log-likelihood ratio that a verification of this answer would find; null where there is no gesture to compare. */
export function scoreRound(template: PlacedTemplate, strokes: PlacedRound): number | null {
  const compared: StrokeComparison[] = []
  for (const { gesture, place } of strokes) {
    const takes = template.get(gesture)
    if (takes) compared.push(compare(takes, place))
  }
  return calibrateRatios(compared)
}

/** Everybody compared with themselves, by circumstance, and with others. The shipped model has never seen any of them. */
export function compareSubjects(
  subjects: readonly StrokeSubject[],
  linked: ReadonlySet<string>,
): Scored & { apart: Record<Circumstance, Trials> } {
  return { ...compareWithSelves(subjects), nonMated: compareWithOthers(subjects, linked) }
}

type OwnScore = { circumstance: Circumstance; score: number }

/** Everybody weighs the same among all, and among those of each circumstance. */
function compareWithSelves(subjects: readonly StrokeSubject[]) {
  const mated = emptyTrials()
  const apart = { sameDay: emptyTrials(), crossDay: emptyTrials(), otherDevice: emptyTrials() }
  subjects.forEach(({ recorded, weight }, i) => {
    const scores = recorded.length === 1 ? compareRounds(recorded[0]) : compareSessions(recorded)
    const alike = Map.groupBy(scores, ({ circumstance }) => circumstance)
    for (const { score, circumstance } of scores) {
      addTrial(mated, score, [i, i, weight / scores.length])
      addTrial(apart[circumstance], score, [i, i, weight / (alike.get(circumstance) ?? []).length])
    }
  })
  const { sameDay, crossDay, otherDevice } = apart
  return {
    mated: packTrials(mated),
    apart: { sameDay: packTrials(sameDay), crossDay: packTrials(crossDay), otherDevice: packTrials(otherDevice) },
  }
}

/** Each round of a single session against all its other rounds. */
function compareRounds({ rounds }: PlacedSession): OwnScore[] {
  return rounds.flatMap((round) => {
    const others = rounds.filter((other) => other !== round)
    const score = scoreRound(placeTemplate(others.flat()), round)
    return score === null ? [] : [{ circumstance: 'sameDay', score }]
  })
}

/** Each round of each session against each other session. */
function compareSessions(recorded: readonly PlacedSession[]): OwnScore[] {
  return recorded.flatMap((enrolled) =>
    recorded
      .filter((answered) => answered !== enrolled)
      .flatMap((answered) =>
        answered.rounds.flatMap((round) => {
          const score = scoreRound(enrolled.template, round)
          return score === null ? [] : [{ circumstance: circumstanceOf(enrolled, answered), score }]
        }),
      ),
  )
}

function circumstanceOf(one: PlacedSession, other: PlacedSession): Circumstance {
  if (one.device !== other.device) return 'otherDevice'
  return one.day === other.day ? 'sameDay' : 'crossDay'
}

function compareWithOthers(subjects: readonly StrokeSubject[], linked: ReadonlySet<string>): Trials {
  const trials = emptyTrials()
  const pairs = drawPairs(subjects.length, (i, j) => areTwo(subjects[i], subjects[j], linked), seededRandom(11))
  const each = Math.max(1, Math.min(PAIR_EACH, Math.floor(NON_MATED / pairs.length)))
  for (const [i, j] of pairs)
    for (let n = 0; n < each; n++) {
      const [enrolled, answering] = n % 2 === 0 ? [i, j] : [j, i]
      const score = drawScore(subjects[enrolled], subjects[answering], n)
      if (score !== null) addTrial(trials, score, [i, j, (subjects[i].weight * subjects[j].weight) / each])
    }
  return packTrials(trials)
}

/** A drawn round of the second person against a drawn session of the first. */
function drawScore(enrolled: StrokeSubject, answering: StrokeSubject, n: number): number | null {
  const chance = hashIntegers(enrolled.key, answering.key, n)
  const template = enrolled.recorded[chance % enrolled.recorded.length].template
  const { rounds } = answering.recorded[(chance >>> 8) % answering.recorded.length]
  return scoreRound(template, rounds[(chance >>> 16) % rounds.length])
}

/** A pseudonym is easily lost: whoever shares a source with somebody, or a motion, may be the same person. */
function areTwo(one: StrokeSubject, other: StrokeSubject, linked: ReadonlySet<string>): boolean {
  if ([...one.sources].some((source) => other.sources.has(source))) return false
  return one.person === null || other.person === null || !linked.has(joinNames(one.person, other.person))
}
