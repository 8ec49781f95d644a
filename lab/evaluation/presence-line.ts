import { seededRandom } from '../../packages/engine/src/random.ts'
import { type Interval, shareIntervalOver, thresholdAtBpcer } from './figures.ts'

/** The score of a capture of a person, who was left out of the models of one fold. */
export type PersonScore = { person: string; fold: number; score: number }

/** A person's number of captures, and how many fall below the line. */
type LineCount = { below: number; all: number }

const ROUNDS = 200
const REFUSED = 0.05

/** The share of captures below the line that is to refuse one in twenty, where the people of other folds set that line. */
export function shareBelowLine(scores: readonly PersonScore[]): Interval {
  const lines = new Map([...new Set(scores.map(({ fold }) => fold))].map((fold) => [fold, lineWithout(scores, fold)]))
  const people = [...Map.groupBy(scores, ({ person }) => person).values()].map((captures): LineCount => {
    const below = captures.filter(({ fold, score }) => score < (lines.get(fold) ?? 0)).length
    return { below, all: captures.length }
  })
  const sum = (drawn: readonly LineCount[], member: keyof LineCount) =>
    drawn.reduce((total, one) => total + one[member], 0)
  const share = (drawn: readonly LineCount[]) => sum(drawn, 'below') / sum(drawn, 'all')
  return shareIntervalOver(people, share, { random: seededRandom(6), rounds: ROUNDS })
}

function lineWithout(scores: readonly PersonScore[], fold: number): number {
  const others = scores.filter((one) => one.fold !== fold)
  return thresholdAtBpcer(
    others.map(({ score }) => score),
    REFUSED,
  )
}
