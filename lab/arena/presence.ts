import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import type { AttackFamily } from '../attacks/index.ts'
import {
  apcerAtBpcer,
  auc,
  type DetPoint,
  detPoints,
  histogram,
  type Interval,
  shareFrom,
  shareIntervalOver,
  thresholdAtBpcer,
} from '../evaluation/figures.ts'
import { ARENA_HZ, type ArenaPerson } from './people.ts'

export const HISTOGRAM_BINS = 25

export type FamilyFigures = {
  name: string
  kind: AttackFamily['kind']
  description: string
  windows: number
  /** Attacks let through where 5 % and 1 % of people are refused. */
  apcer5: Interval
  apcer1: Interval
  /** Attacks let through at the line of the specification. */
  apcerAtLine: number
  auc: number
  histogram: number[]
  det: DetPoint[]
}

export type PresenceFigures = {
  people: number
  windows: number
  threshold5: number
  threshold1: number
  /** People below the line of the specification, 0.50. */
  bpcerAtLine: Interval
  histogram: number[]
  /** Forgeries first, each kind from the easiest to the worst. */
  families: FamilyFigures[]
  /** All forgeries together. */
  det: DetPoint[]
}

export type PresenceInputs = {
  people: readonly ArenaPerson[]
  families: readonly AttackFamily[]
  score: (imu: readonly ImuSample[]) => number
  seed: number
  /** Forged windows for each person and family. */
  attempts: number
  progress?: (done: number, all: number) => void
}

export const PRESENCE_LINE = 0.5
const ROUNDS = 200

type Scored = { human: number[]; attack: number[] }

/** Measures each family against the presence score. */
export function measurePresence({
  people,
  families,
  score,
  seed,
  attempts,
  progress,
}: PresenceInputs): PresenceFigures {
  const human = people.map(({ windows }) => windows.map(score))
  const measured = families.map((family, f) => {
    progress?.(f, families.length)
    const attack = people.map((_, p) => scoreForgeries({ people, family, score, attempts }, p, seed + 131 * f))
    return familyFigures(
      family,
      people.map((_, p) => ({ human: human[p], attack: attack[p] })),
      seed,
    )
  })
  const everybody = human.flat()
  return {
    people: people.length,
    windows: everybody.length,
    threshold5: thresholdAtBpcer(everybody, 0.05),
    threshold1: thresholdAtBpcer(everybody, 0.01),
    bpcerAtLine: shareIntervalOver(human, (drawn) => 1 - shareFrom(drawn.flat(), PRESENCE_LINE), resampling(seed)),
    histogram: histogram(everybody, { bins: HISTOGRAM_BINS }),
    families: measured.map(({ figures }) => figures).toSorted(worstLast),
    det: thinOut(
      detPoints(
        everybody,
        measured.filter(({ figures }) => figures.kind === 'forged').flatMap(({ scores }) => scores),
      ),
    ),
  }
}

type Making = Pick<PresenceInputs, 'people' | 'score' | 'attempts'> & { family: AttackFamily }

/** Scores of what the family makes of this person's windows and those of the next person of the group. */
function scoreForgeries({ people, family, score, attempts }: Making, p: number, seed: number): number[] {
  const person = people[p]
  const group = people.filter(({ group: name }) => name === person.group)
  const other = group[(group.indexOf(person) + 1) % group.length]
  const scores: number[] = []
  for (let k = 0; k < attempts; k++) {
    const random = seededRandom(seed + 7_919 * p + k)
    const human = person.windows[(seed + k) % person.windows.length]
    const theirs = other.windows[(seed + k + 1) % other.windows.length]
    const made = family.make({ human, other: theirs, rateHz: ARENA_HZ }, random)
    if (made) scores.push(score(made))
  }
  return scores
}

function familyFigures(
  family: AttackFamily,
  people: readonly Scored[],
  seed: number,
): { figures: FamilyFigures; scores: number[] } {
  const scores = people.flatMap(({ attack }) => attack)
  const everybody = people.flatMap(({ human }) => human)
  const apcer = (bpcer: number) =>
    shareIntervalOver(
      people,
      (drawn) =>
        apcerAtBpcer(
          drawn.flatMap(({ human }) => human),
          drawn.flatMap(({ attack }) => attack),
          bpcer,
        ),
      resampling(seed),
    )
  return {
    scores,
    figures: {
      name: family.name,
      kind: family.kind,
      description: family.description,
      windows: scores.length,
      apcer5: apcer(0.05),
      apcer1: apcer(0.01),
      apcerAtLine: shareFrom(scores, PRESENCE_LINE),
      auc: auc(everybody, scores),
      histogram: histogram(scores, { bins: HISTOGRAM_BINS }),
      det: thinOut(detPoints(everybody, scores)),
    },
  }
}

function resampling(seed: number) {
  return { random: seededRandom(seed), rounds: ROUNDS }
}

function worstLast(a: FamilyFigures, b: FamilyFigures): number {
  if ((a.windows === 0) !== (b.windows === 0)) return a.windows === 0 ? -1 : 1
  if (a.kind !== b.kind) return a.kind === 'forged' ? -1 : 1
  return (
    a.apcer5.value - b.apcer5.value || a.apcer1.value - b.apcer1.value || a.auc - b.auc || (a.name < b.name ? -1 : 1)
  )
}

/** At most about 200 points, ends included. */
function thinOut(points: readonly DetPoint[]): DetPoint[] {
  const every = Math.ceil(points.length / 200)
  return points.filter((_, i) => i % every === 0 || i === points.length - 1)
}
