import { equalErrorRate, interval, quantileFrom, type Ranked, rankTrials, shareFrom } from './figures.ts'
import { type Line, scoreAt } from './line.ts'
import { independentTrials } from './operating-points.ts'
import type { Trials } from './trial-lists.ts'
import type { Circumstance, MatedFigures, OperatingPoint } from './types.ts'

/** The strangers that every circumstance is held against, and the thresholds that come from them. */
type Strangers = { nonMated: Ranked; points: readonly OperatingPoint[]; line: Line }

/** Figures of the mated trials of each circumstance; null where there are none. */
export function computeMatedFigures(
  apart: Partial<Record<Circumstance, Trials>>,
  strangers: Strangers,
): Record<Circumstance, MatedFigures | null> {
  const figuresOf = (trials: Trials | undefined) =>
    trials && trials.score.length > 0 ? computeFigures(trials, strangers) : null
  return {
    sameDay: figuresOf(apart.sameDay),
    crossDay: figuresOf(apart.crossDay),
    otherDevice: figuresOf(apart.otherDevice),
  }
}

function computeFigures(trials: Trials, { nonMated, points, line }: Strangers): MatedFigures {
  const { people, first } = numberPeople(trials)
  const mated = rankTrials({ ...trials, first, second: first })
  const withInterval = (rate: number, score: number) => interval(rate, independentTrials(mated, score, people))
  const eer = equalErrorRate(mated, nonMated)
  return {
    pairs: mated.score.length,
    people,
    eer,
    eerInterval: withInterval(eer, quantileFrom(nonMated, eer)),
    operatingPoints: points.map(({ targetFar, threshold }) => {
      if (threshold === null) return { targetFar, fnmr: null, fnmrInterval: null }
      const score = scoreAt(line, threshold)
      const fnmr = 1 - shareFrom(mated, score)
      return { targetFar, fnmr, fnmrInterval: withInterval(fnmr, score) }
    }),
  }
}

/** Those who were compared under this circumstance, counted from 0: nobody else makes these figures any surer. */
function numberPeople({ first }: Trials): { people: number; first: Int32Array } {
  const numbers = new Map([...new Set(first)].map((person, number) => [person, number]))
  return { people: numbers.size, first: first.map((person) => numbers.get(person) ?? 0) }
}
