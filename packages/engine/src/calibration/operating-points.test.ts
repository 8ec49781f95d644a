import { describe, expect, it, vi } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { fitLine, computeInterval, findQuantile, sortTrials, computeShareFrom, type Trials } from './figures.ts'
import { type Outcomes, computeOperatingPoints, selectThresholds, listUnsupportedPoints } from './operating-points.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const PEOPLE = 90

type Rows = [first: number, second: number, score: number][]

function trialsOf(rows: Rows): Trials {
  return {
    first: Int32Array.from(rows, ([first]) => first),
    second: Int32Array.from(rows, ([, second]) => second),
    score: Float64Array.from(rows, ([, , score]) => score),
    weight: Float64Array.from(rows, (_, i) => 1 + (i % 3)),
  }
}

const random = seededRandom(5)
const OTHERS: Rows = Array.from({ length: PEOPLE }, (_, i) =>
  Array.from({ length: i }, (__, j): Rows[number] => [i, j, normal(random)]),
).flat()
const OWN: Rows = Array.from({ length: PEOPLE * 10 }, (_, i) => [i % PEOPLE, i % PEOPLE, 2 + normal(random)])

function outcomesOf(own: Rows, others: Rows, people = PEOPLE): Outcomes {
  return {
    mated: sortTrials(trialsOf(own)),
    nonMated: sortTrials(trialsOf(others)),
    people,
    pairs: (people * (people - 1)) / 2,
  }
}

const OUTCOMES = outcomesOf(OWN, OTHERS)
const TARGETS = [0.01, 0.05, 0.1]
const logistic = (logOdds: number) => 1 / (1 + Math.exp(-logOdds))

describe('operatingPoints', () => {
  const points = computeOperatingPoints(TARGETS, OUTCOMES)

  it('asks for three comparisons over the rate, and has them here', () => {
    expect(points.map(({ trialsNeeded }) => trialsNeeded)).toEqual([300, 60, 30])
    expect(points.map(({ supported }) => supported)).toEqual([true, true, true])
    for (const { trials } of points) expect(trials).toBeLessThanOrEqual((PEOPLE * (PEOPLE - 1)) / 2)
  })

  it('lets one stranger fewer pass than the target would, for the one to come', () => {
    for (const { targetFar, trials, realisedFar, fnmr, threshold, farInterval } of points) {
      const score = findQuantile(OUTCOMES.nonMated, (targetFar * (trials + 1) - 1) / trials)
      const [slope, offset] = fitLine(OUTCOMES.mated, OUTCOMES.nonMated)
      expect(realisedFar).toBe(computeShareFrom(OUTCOMES.nonMated, score))
      expect(fnmr).toBeCloseTo(1 - computeShareFrom(OUTCOMES.mated, score), 12)
      expect(threshold).toBeCloseTo(logistic(slope * score + offset), 12)
      expect(farInterval).toEqual(computeInterval(realisedFar as number, trials))
      expect(realisedFar).toBeLessThan(targetFar)
    }
  })

  it('has around a threshold what groups of people left out and the interval of the rate say', () => {
    for (const { targetFar, trials, thresholdInterval, threshold, farInterval } of points.slice(1, 2)) {
      const share = (targetFar * (trials + 1) - 1) / trials
      const isIn = (group: number) => (row: Rows[number]) => row[0] % 20 !== group && row[1] % 20 !== group
      const left = Array.from({ length: 20 }, (_, group) => {
        const weights = (rows: Rows) => {
          const all = trialsOf(rows)
          const kept = rows.flatMap((row, i) => (isIn(group)(row) ? [i] : []))
          return sortTrials({
            first: all.first,
            second: all.second,
            score: Float64Array.from(kept, (i) => all.score[i]),
            weight: Float64Array.from(kept, (i) => all.weight[i]),
          })
        }
        const [own, others] = [weights(OWN), weights(OTHERS)]
        const [slope, offset] = fitLine(own, others)
        return slope * findQuantile(others, share) + offset
      })
      const mean = left.reduce((sum, value) => sum + value, 0) / 20
      const error = Math.sqrt((19 / 20) * left.reduce((sum, value) => sum + (value - mean) ** 2, 0))
      const logOdds = Math.log((threshold as number) / (1 - (threshold as number)))
      const [slope, offset] = fitLine(OUTCOMES.mated, OUTCOMES.nonMated)
      const [most, least] = (farInterval as number[]).map(
        (rate) => slope * findQuantile(OUTCOMES.nonMated, rate) + offset,
      )
      const half = 1.25 * 2.09 * error
      expect(thresholdInterval?.[0]).toBeCloseTo(logistic(Math.min(logOdds - half, least)), 9)
      expect(thresholdInterval?.[1]).toBeCloseTo(logistic(Math.max(logOdds + half, most)), 9)
    }
  })

  it('promises nothing where the comparisons are too few, and says how many there are', () => {
    const few = { ...OUTCOMES, pairs: 59 }
    const [first, second, third] = computeOperatingPoints(TARGETS, few)
    expect(first).toMatchObject({ supported: false, threshold: null, realisedFar: null, fnmr: null, trials: 59 })
    expect(first).toMatchObject({ thresholdInterval: null, farInterval: null, fnmrInterval: null, trialsNeeded: 300 })
    expect(second).toMatchObject({ supported: false, trials: 59, trialsNeeded: 60 })
    expect(third).toMatchObject({ supported: true, trials: 59 })
    expect(computeOperatingPoints([0.05], { ...OUTCOMES, pairs: 60 })[0]).toMatchObject({ supported: true, trials: 60 })
  })

  it('counts people and not pairs where strangers do not differ in score', () => {
    const alike = outcomesOf(
      OWN,
      OTHERS.map(([i, j]) => [i, j, 0]),
    )
    expect(computeOperatingPoints([0.05], alike)[0].trials).toBe(PEOPLE)
  })

  it('counts the fewer comparisons the more some people are taken for others', () => {
    const wolves = outcomesOf(
      OWN,
      OTHERS.map(([i, j, score]) => [i, j, score + (i % 9 === 0 || j % 9 === 0 ? 2 : 0)]),
    )
    const [calm] = computeOperatingPoints([0.1], OUTCOMES)
    const [wild] = computeOperatingPoints([0.1], wolves)
    expect(wild.trials).toBeLessThan(calm.trials / 4)
    expect(wild.trials).toBeGreaterThanOrEqual(1)
  })

  it('has an interval of the people refused that is as wide as few people make it', () => {
    for (const { fnmr, fnmrInterval } of points) {
      const [low, high] = fnmrInterval as [number, number]
      expect(low).toBeLessThan(fnmr as number)
      expect(high).toBeGreaterThan(fnmr as number)
      // 900 mated comparisons of 90 people: between the interval of the one and of the other number.
      const [narrow, wide] = [computeInterval(fnmr as number, 2000), computeInterval(fnmr as number, PEOPLE / 2)]
      expect(high - low).toBeGreaterThan(narrow[1] - narrow[0])
      expect(high - low).toBeLessThan(wide[1] - wide[0])
    }
  })
})

describe('levels', () => {
  it.each([
    [[0.1], ['high']],
    [
      [0.1, 0.2],
      ['high', 'medium'],
    ],
    [
      [0.1, 0.2, 0.3],
      ['high', 'medium', 'low'],
    ],
    [
      [0.1, 0.2, 0.3, 0.4],
      ['high', 'medium', null, 'low'],
    ],
    [
      [0.1, 0.2, 0.3, 0.4, 0.5],
      ['high', null, 'medium', null, 'low'],
    ],
  ])('take the first, the last and one between of %j', (targets, levels) => {
    const points = listUnsupportedPoints(targets)
    expect(points.map(({ level }) => level)).toEqual(levels)
    expect(points.map(({ targetFar }) => targetFar)).toEqual(targets)
    for (const point of points) expect(point).toMatchObject({ supported: false, trials: 0, threshold: null })
    const thresholds = selectThresholds(points.map((point, i) => ({ ...point, threshold: 1 - i / 10 })))
    const at = (level: string) => 1 - levels.indexOf(level) / 10
    expect(thresholds.high).toBe(1)
    expect(thresholds.medium).toBe(levels.includes('medium') ? at('medium') : 1)
    expect(thresholds.low).toBe(1 - (targets.length - 1) / 10)
  })

  it('have no threshold without points', () => {
    expect(selectThresholds([])).toEqual({ low: null, medium: null, high: null })
    expect(selectThresholds(listUnsupportedPoints(TARGETS))).toEqual({ low: null, medium: null, high: null })
  })
})
