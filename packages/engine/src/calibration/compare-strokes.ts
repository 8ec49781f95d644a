import { DEFAULT_THRESHOLDS, type RiskLevel } from '../evidence.ts'
import { meanVector } from '../math/statistics.ts'
import { seededRandom } from '../random.ts'
import {
  computeLogOdds,
  createStrokeComparer,
  type PlacedTakes,
  type StrokeComparison,
} from '../stroke-signature/match.ts'
import { STROKE_MODEL } from '../stroke-signature/signature.ts'
import { MOST_TAKES } from '../stroke-signature/template.ts'
import {
  addTrial,
  drawPairs,
  createTrialList,
  hashIntegers,
  type Line,
  NON_MATED,
  toTrials,
  sortTrials,
  scoreAt,
  type ScoredTrials,
  computeShareFrom,
  type Trials,
} from './figures.ts'
import { judgeSubjects, type ScreeningView } from './screening.ts'
import { STROKE_COORDINATES as COORDINATES } from './sessions.ts'
import { type ComparisonResult, type Context, type Evidence, MIN_SUBJECTS } from './settings.ts'
import { hashContent, selectFairShares, type Grouping, mergeNames, MAX_SHARE, MIN_PEOPLE } from './subjects.ts'
import type { CalibrationProgress, Circumstance, StoredSession, StrokeRecording } from './types.ts'

/**
 * Compares sessions of strokes with each other under the shipped model, as a verification does; yields progress. The
 * model isn't learned from the sessions, so no session influences the model that judges it. `linked` are pairs of names
 * that may be one person. Returns null evidence if there are too few subjects.
 */
export function* compareStrokeSessions(
  kept: readonly StoredSession[],
  { linked }: Context,
): Generator<CalibrationProgress, ComparisonResult> {
  const all = selectStrokeSubjects(kept)
  if (all.subjects.length < MIN_SUBJECTS) return { grouped: { ...all, outliers: 0 }, evidence: null }
  yield { stage: 'screening', fraction: 0.2 }
  const { isGood, outliers } = judgeSubjects(all.subjects, [() => toScreenedWindows(all.subjects)])
  const grouped = { ...all, subjects: all.subjects.filter((_, i) => isGood[i]), outliers }
  yield { stage: 'comparison', fraction: 0.5 }
  return { grouped, evidence: createEvidence(grouped.subjects, linked) }
}

function createEvidence(subjects: readonly StrokeSubject[], linked: ReadonlySet<string>): Evidence {
  const { apart, ...trials } = compareSubjects(subjects, linked)
  return {
    trials,
    apart,
    projection: { k: COORDINATES, retained: 1, needed: COORDINATES },
    buildModel: (line) => ({ featureMode: 'strokes', version: STROKE_MODEL.version, calibration: line }),
    shippedFars: computeShippedRates(trials.nonMated),
    warnings: [
      ...(apart.crossDay.score.length > 0
        ? []
        : ['no person came back on another day: same-day figures are not identity']),
      ...(apart.otherDevice.score.length > 0 ? [] : ['no person came back with another phone']),
    ],
  }
}

/** Returns whole sessions for screening: single rounds would make honest people look alike. */
function toScreenedWindows(
  subjects: readonly StrokeSubject[],
): ScreeningView<{ template: PlacedTemplate; strokes: PlacedRound }> {
  return {
    windows: subjects.map(({ recorded }) =>
      recorded.map(({ template }) => ({ template, strokes: computeMeanTakes(template) })),
    ),
    compare: ({ template }, { strokes }) => scoreRound(template, strokes) ?? 0,
  }
}

function computeMeanTakes(template: PlacedTemplate): PlacedRound {
  return [...template.values()].map(({ gesture, takes }) => {
    return { gesture, place: meanVector(takes.map(({ place }) => place)) }
  })
}

/** The shipped scale is that of log odds. */
const SHIPPED_LINE: Line = [1, 0]

function computeShippedRates(nonMated: Trials): Record<RiskLevel, number> {
  const ranked = sortTrials(nonMated)
  const rateAt = (level: RiskLevel) => computeShareFrom(ranked, scoreAt(SHIPPED_LINE, DEFAULT_THRESHOLDS[level]))
  return { low: rateAt('low'), medium: rateAt('medium'), high: rateAt('high') }
}

const PAIR_EACH = 16

const compare = createStrokeComparer(STROKE_MODEL)

/**
 * Returns the log-likelihood ratio that a verification would compute for the strokes of one answer and an enrolled
 * template. Null if the two share no gesture.
 */
export function scoreRound(template: PlacedTemplate, strokes: PlacedRound): number | null {
  const compared: StrokeComparison[] = []
  for (const { gesture, place } of strokes) {
    const takes = template.get(gesture)
    if (takes) compared.push(compare(takes, place))
  }
  return computeLogOdds(compared)
}

/**
 * Scores each person against their own other sessions (`mated`, and `apart` by circumstance: same day, another day,
 * other phone) and against other people (`nonMated`), under the shipped model. Pairs of names in `linked` may be one
 * person and aren't compared as strangers.
 */
export function compareSubjects(
  subjects: readonly StrokeSubject[],
  linked: ReadonlySet<string>,
): ScoredTrials & { apart: Record<Circumstance, Trials> } {
  return { ...compareWithSelves(subjects), nonMated: compareWithOthers(subjects, linked) }
}

type OwnScore = { circumstance: Circumstance; score: number }

/** Compares people with themselves. Each person has the same weight among all, and within each circumstance. */
function compareWithSelves(subjects: readonly StrokeSubject[]) {
  const mated = createTrialList()
  const apart = { sameDay: createTrialList(), crossDay: createTrialList(), otherDevice: createTrialList() }
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
    mated: toTrials(mated),
    apart: { sameDay: toTrials(sameDay), crossDay: toTrials(crossDay), otherDevice: toTrials(otherDevice) },
  }
}

/** Compares each round of a single session with all its other rounds. */
function compareRounds({ rounds }: PlacedSession): OwnScore[] {
  return rounds.flatMap((round) => {
    const others = rounds.filter((other) => other !== round)
    const score = scoreRound(toPlacedTemplate(others.flat()), round)
    return score === null ? [] : [{ circumstance: 'sameDay', score }]
  })
}

/** Compares each round of each session with each other session. */
function compareSessions(recorded: readonly PlacedSession[]): OwnScore[] {
  return recorded.flatMap((enrolled) =>
    recorded
      .filter((answered) => answered !== enrolled)
      .flatMap((answered) =>
        answered.rounds.flatMap((round) => {
          const score = scoreRound(enrolled.template, round)
          return score === null ? [] : [{ circumstance: compareCircumstances(enrolled, answered), score }]
        }),
      ),
  )
}

function compareCircumstances(one: PlacedSession, other: PlacedSession): Circumstance {
  if (one.device !== other.device) return 'otherDevice'
  return one.day === other.day ? 'sameDay' : 'crossDay'
}

function compareWithOthers(subjects: readonly StrokeSubject[], linked: ReadonlySet<string>): Trials {
  const trials = createTrialList()
  const pairs = drawPairs(
    subjects.length,
    (i, j) => areDifferentPeople(subjects[i], subjects[j], linked),
    seededRandom(11),
  )
  const each = Math.max(1, Math.min(PAIR_EACH, Math.floor(NON_MATED / pairs.length)))
  for (const [i, j] of pairs)
    for (let n = 0; n < each; n++) {
      const [enrolled, answering] = n % 2 === 0 ? [i, j] : [j, i]
      const score = drawScore(subjects[enrolled], subjects[answering], n)
      if (score !== null) addTrial(trials, score, [i, j, (subjects[i].weight * subjects[j].weight) / each])
    }
  return toTrials(trials)
}

/** Compares a random round of the second person with a random session of the first. */
function drawScore(enrolled: StrokeSubject, answering: StrokeSubject, n: number): number | null {
  const chance = hashIntegers(enrolled.key, answering.key, n)
  const template = enrolled.recorded[chance % enrolled.recorded.length].template
  const { rounds } = answering.recorded[(chance >>> 8) % answering.recorded.length]
  return scoreRound(template, rounds[(chance >>> 16) % rounds.length])
}

/**
 * Returns whether two subjects are certainly different people. Pseudonyms get lost, so subjects that share a source or
 * a motion may be the same person.
 */
function areDifferentPeople(one: StrokeSubject, other: StrokeSubject, linked: ReadonlySet<string>): boolean {
  if ([...one.sources].some((source) => other.sources.has(source))) return false
  return one.person === null || other.person === null || !linked.has(mergeNames(one.person, other.person))
}

/** A stroke in the shipped model's coordinates. */
type PlacedStroke = { gesture: string; place: Float32Array | Float64Array }

/** The takes of each gesture. */
type PlacedTemplate = ReadonlyMap<string, PlacedTakes>

/** The strokes of one answer. */
type PlacedRound = readonly PlacedStroke[]

type PlacedSession = Pick<StrokeRecording, 'day' | 'device'> & { rounds: PlacedRound[]; template: PlacedTemplate }

/** A person and their sessions. The key, derived from what they recorded, seeds all random choices about them. */
type StrokeSubject = {
  person: string | null
  /** The sources of their sessions, as far as known. */
  sources: ReadonlySet<string>
  recorded: PlacedSession[]
  sessions: number
  weight: number
  key: number
}

/** Maximum number of sessions per person; more say nothing new about strangers. */
const MAX_SESSIONS = 8

/**
 * Groups sessions of strokes into subjects, one for each person and one for each session without a person. Sessions of
 * a source with too many are dropped first; `dominated` is their number.
 */
export function selectStrokeSubjects(kept: readonly StoredSession[]): Grouping & { subjects: StrokeSubject[] } {
  const { fair, dominated } = selectFairShares(kept)
  const people = [...Map.groupBy(fair, (session) => session.person ?? session).values()]
  const subjects = computeFairWeights(people.map(toSubject))
  const isEnough = subjects.filter(({ recorded }) => recorded.length > 1).length >= MIN_PEOPLE
  return { labels: isEnough ? 'people' : 'halves', dominated, subjects }
}

/** Gives all people the same weight, but those of one source together at most a tenth of all. */
function computeFairWeights(subjects: readonly StrokeSubject[]): StrokeSubject[] {
  const counts = new Map<string, number>()
  for (const { sources } of subjects) for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1)
  const most = Math.max(1, MAX_SHARE * subjects.length)
  return subjects.map((subject) => {
    const shares = [...subject.sources].map((source) => most / (counts.get(source) as number))
    return { ...subject, weight: Math.min(1, ...shares) }
  })
}

function toSubject(own: readonly StoredSession[]): StrokeSubject {
  const recorded = own.slice(0, MAX_SESSIONS).map(toPlacedSession)
  const sources = new Set(own.flatMap(({ source }) => source ?? []))
  const [{ person, features }] = own
  return { person, sources, recorded, sessions: own.length, weight: 1, key: hashContent(features) }
}

function toPlacedSession({ features, recorded }: StoredSession): PlacedSession {
  const { day, device, rounds: gestures } = recorded ?? { day: '', device: '', rounds: [] }
  let at = 0
  const rounds = gestures.map((round) =>
    // A view, not a copy: copies of all strokes would take most of a calibration's memory.
    round.map((gesture) => ({ gesture, place: features.subarray(at, (at += COORDINATES)) })),
  )
  return { day, device, rounds, template: toPlacedTemplate(rounds.flat()) }
}

/** Returns what `enrollStrokes` would keep of these strokes, in the model's coordinates. */
function toPlacedTemplate(strokes: readonly PlacedStroke[]): PlacedTemplate {
  const gestures = Map.groupBy(strokes, ({ gesture }) => gesture)
  return new Map(
    [...gestures].map(([gesture, own]) => {
      return [gesture, { gesture, takes: own.slice(-MOST_TAKES).map(({ place }) => ({ count: 1, place })) }]
    }),
  )
}
