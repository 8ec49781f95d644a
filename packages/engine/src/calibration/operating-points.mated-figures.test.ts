import { describe, expect, it } from 'vitest'
import { computeEqualErrorRate, sortTrials } from './figures.ts'
import { computeMatedFigures, listUnsupportedPoints } from './operating-points.ts'

/** Scores of these people, each of whom weighs the same. */
function trialsOf(people: readonly (readonly [person: number, scores: readonly number[]])[]) {
  const all = people.flatMap(([person, scores]) =>
    scores.map((score) => ({ person, score, weight: 1 / scores.length })),
  )
  const first = Int32Array.from(all, ({ person }) => person)
  const score = Float64Array.from(all, (trial) => trial.score)
  return { score, first, second: first, weight: Float64Array.from(all, ({ weight }) => weight) }
}

const nonMated = sortTrials(trialsOf(Array.from({ length: 50 }, (_, i) => [i, [i / 10 - 2, i / 20 - 1]] as const)))
/** A threshold at score 1, on a line of slope 2 through score 1. */
const line = [2, -2] as const
const points = listUnsupportedPoints([0.01, 0.05]).map((point, i) => (i === 1 ? { ...point, threshold: 0.5 } : point))
const MATED = trialsOf([
  [7, [0, 2, 2, 2]],
  [41, [3, 3]],
  [9, [0.5]],
])

describe('computeMatedFigures', () => {
  const { sameDay, crossDay, otherDevice } = computeMatedFigures({ crossDay: MATED }, { nonMated, points, line })

  it('has none of a circumstance that nobody was in', () => {
    expect([sameDay, otherDevice]).toEqual([null, null])
    const none = trialsOf([])
    expect(computeMatedFigures({ sameDay: none }, { nonMated, points, line }).sameDay).toBeNull()
  })

  it('counts comparisons and people, and everybody the same', () => {
    expect(crossDay).toMatchObject({ pairs: 7, people: 3, eer: computeEqualErrorRate(sortTrials(MATED), nonMated) })
    const [unsupported, supported] = crossDay?.operatingPoints ?? []
    expect(unsupported).toEqual({ targetFar: 0.01, fnmr: null, fnmrInterval: null })
    expect(supported).toMatchObject({ targetFar: 0.05, fnmr: expect.closeTo((1 / 4 + 0 + 1) / 3, 12) as number })
  })

  it('is no surer than its own people make it', () => {
    const sure = (people: number) => trialsOf(Array.from({ length: people }, (_, i) => [100 * i, [5]] as const))
    const widthWith = (people: number) => {
      const figures = computeMatedFigures({ sameDay: sure(people) }, { nonMated, points, line }).sameDay
      expect(figures?.operatingPoints[1].fnmr).toBe(0)
      return figures?.operatingPoints[1].fnmrInterval?.[1] as number
    }
    // Nobody of three, or of thirty, was refused (Agresti and Coull).
    expect(widthWith(3)).toBeGreaterThan(0.5)
    expect(widthWith(30)).toBeLessThan(0.15)
    expect(crossDay?.eerInterval[0]).toBeLessThan(crossDay?.eer as number)
    expect(crossDay?.eerInterval[1]).toBeGreaterThan(crossDay?.eer as number)
  })
})
