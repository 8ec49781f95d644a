import { describe, expect, it, vi } from 'vitest'
import { DEFAULT_THRESHOLDS } from '../evidence.ts'
import { normal, seededRandom } from '../random.ts'
import { enroll } from '../signature/enrollment.ts'
import { toCoordinates, computeLogRatio, SIGNATURE_MODEL } from '../signature/match.ts'
import { createPopulation } from './attack-check.ts'
import { createFolds, computeShippedRates, scoreCrossFitted, projectByShippedModel } from './compare-windows.ts'
import type { ScoredTrials } from './figures.ts'
import { mergeNames, type Subject } from './subjects.ts'
import { createComparer } from './two-covariances.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const [MATCHER] = SIGNATURE_MODEL.body.matchers

/** People of the shipped population who share so much of one of them. */
function subjectsOf(people: number, windows: number, alike = 0): Subject[] {
  const person = createPopulation(seededRandom(2))
  const one = person()
  return Array.from({ length: people }, (_, i) => {
    const own = person()
    const drawn = Array.from({ length: windows }, () => {
      const [mine, common] = [own().vector, one().vector]
      return Float32Array.from(mine, (value, j) => (1 - alike) * value + alike * common[j])
    })
    return { windows: drawn, sessions: windows, source: null, weight: 1, person: `person ${i}`, key: i }
  })
}

describe('projectByShippedModel', () => {
  it('places windows where the shipped matcher does', () => {
    const subjects = subjectsOf(3, 2)
    const { windows: places, compare } = projectByShippedModel(subjects)
    const between = Float64Array.from(MATCHER.between)
    const compareThere = createComparer({ between, k: between.length }, 1)
    expect(compare(places[0][0], places[1][0])).toBe(compareThere(places[0][0], places[1][0]))
    subjects.forEach(({ windows }, i) => {
      windows.forEach((window, w) => {
        toCoordinates(MATCHER, window).forEach((value, k) => expect(places[i][w][k]).toBeCloseTo(value, 6))
      })
    })
  })
})

describe('computeShippedRates', () => {
  it('are those of templates of three windows against a stranger’s, under the shipped thresholds', () => {
    const subjects = subjectsOf(15, 4, 0.6)
    const rates = computeShippedRates(subjects)
    const signatures = subjects.map(({ windows }) =>
      windows.map((window) => ({
        vector: Array.from(window),
        version: SIGNATURE_MODEL.body.version,
        missing: [],
        status: 'ok' as const,
        reason: null,
      })),
    )
    // Without the person's own scatter, as among sessions that differ.
    const model = { persistent: SIGNATURE_MODEL.persistent, scatterPrior: 1e12 }
    const scores = signatures.flatMap((own, i) => {
      const template = enroll(own.slice(0, 3))
      return signatures.flatMap((other, j) =>
        i === j ? [] : other.map(({ vector }) => computeLogRatio(MATCHER, model, template, vector)),
      )
    })
    for (const level of ['low', 'medium', 'high'] as const) {
      const line = DEFAULT_THRESHOLDS[level]
      const [slope, offset] = MATCHER.calibration
      const passed = scores.filter((ratio) => 1 / (1 + Math.exp(-(slope * ratio + offset))) >= line).length
      // 600 draws: three standard errors.
      const share = passed / scores.length
      expect(Math.abs(rates[level] - share)).toBeLessThanOrEqual(3 * Math.sqrt((share * (1 - share) + 1e-3) / 600))
    }
    expect(rates.low).toBeGreaterThan(rates.medium)
    expect(rates.medium).toBeGreaterThan(rates.high)
    expect(rates.low).toBeLessThan(1)
  })

  it('are high where one person goes under many names', () => {
    const { low, high } = computeShippedRates(subjectsOf(10, 4, 1))
    expect(low).toBeGreaterThan(0.5)
    expect(low).toBeGreaterThanOrEqual(high)
    expect(low).toBeGreaterThan(5 * computeShippedRates(subjectsOf(15, 4)).low)
  })
})

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const K = 3

/** Windows of people at places of their own. */
function windowsOf(people: number, each: number, seed = 1): Float64Array[][] {
  const random = seededRandom(seed)
  return Array.from({ length: people }, () => {
    const place = Array.from({ length: K }, () => 3 * normal(random))
    return Array.from({ length: each }, () => Float64Array.from(place, (value) => value + normal(random)))
  })
}

function subjectOf(windows: readonly Float64Array[], i: number, more: Partial<Subject> = {}): Subject {
  const features = windows.map((window) => Float32Array.from(window))
  return {
    windows: features,
    sessions: windows.length,
    source: null,
    weight: 1,
    person: `person ${i}`,
    key: 7919 * i + 13,
    ...more,
  }
}

type Change = (i: number) => Partial<Subject>

function tried(windows: Float64Array[][], change: Change = () => ({}), linked: string[] = []) {
  const subjects = windows.map((own, i) => subjectOf(own, i, change(i)))
  const folds = createFolds(subjects, windows, K)
  const steps = scoreCrossFitted(subjects, windows, { ...folds, linked: new Set(linked) })
  const told: number[] = []
  let step = steps.next()
  while (!step.done) {
    told.push(step.value)
    step = steps.next()
  }
  return { ...step.value, told, folds }
}

function pairsOf({ nonMated }: Pick<ScoredTrials, 'nonMated'>): Set<string> {
  return new Set(Array.from(nonMated.first, (first, i) => `${first} ${nonMated.second[i]}`))
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0)

describe('assignFolds', () => {
  it.each([
    [2, 2],
    [5, 2],
    [6, 3],
    [9, 4],
    [40, 8],
    [80, 6],
    [120, 5],
  ])('parts %d subjects into %d folds whose sums add up', (people, count) => {
    const windows = windowsOf(people, 3)
    const subjects = windows.map((own, i) => subjectOf(own, i, { weight: 1 / (1 + i) }))
    const { all, parts, foldOf } = createFolds(subjects, windows, K)
    expect(parts).toHaveLength(count)
    expect(foldOf).toHaveLength(people)
    expect(Math.max(...foldOf)).toBeLessThan(count)
    expect(parts.reduce((total, { weight }) => total + weight, 0)).toBeCloseTo(all.weight, 9)
    expect(parts.reduce((total, { mean }) => total + mean[1], 0)).toBeCloseTo(all.mean[1], 9)
    parts.forEach(({ weight }, fold) => {
      const own = subjects.filter((_, i) => foldOf[i] === fold)
      expect(weight).toBeCloseTo(
        own.reduce((total, subject) => total + subject.weight, 0),
        9,
      )
    })
  })

  it('puts a subject into the same fold whoever else is there', () => {
    const windows = windowsOf(40, 2)
    const subjects = windows.map((own, i) => subjectOf(own, i))
    const { foldOf } = createFolds(subjects, windows, K)
    expect(createFolds(subjects.slice(20), windows.slice(20), K).foldOf).toEqual(foldOf.slice(20))
    expect(new Set(foldOf).size).toBe(8)
  })
})

describe('crossFitted', () => {
  const windows = windowsOf(24, 4)
  const { mated, nonMated, told, folds } = tried(windows)

  it('tells how far it is, up to the end', () => {
    expect(told).toEqual(Array.from({ length: 8 }, (_, fold) => (fold + 1) / 8))
  })

  it('compares everybody with everybody else, and with oneself', () => {
    expect(pairsOf({ nonMated }).size).toBe((24 * 23) / 2)
    expect(new Set(mated.first).size).toBe(24)
    expect(mated.second).toEqual(mated.first)
    expect(Array.from(nonMated.first).every((first, i) => first !== nonMated.second[i])).toBe(true)
    // Four windows: twelve ways to choose a template and a probe.
    expect(mated.score).toHaveLength(24 * 12)
    expect(nonMated.score).toHaveLength(((24 * 23) / 2) * 16)
  })

  it('scores people above strangers', () => {
    const share = (values: Float64Array) => values.filter((value) => value > 0).length / values.length
    expect(share(mated.score)).toBeGreaterThan(0.9)
    expect(share(nonMated.score)).toBeLessThan(0.2)
  })

  it('weighs a person by the weight, and a pair by the product, however often they are tried', () => {
    const weighed = tried(windows, (i) => ({ weight: i === 0 ? 0.5 : 1 }))
    const of = (person: number) => sum(weighed.mated.weight.filter((_, i) => weighed.mated.first[i] === person))
    // Four sessions are three tries out of the four that count in full.
    expect(of(0)).toBeCloseTo(0.375, 12)
    expect(of(1)).toBeCloseTo(0.75, 12)
    const { first, second, weight } = weighed.nonMated
    const between = (p: number, q: number) => sum(weight.filter((_, i) => first[i] === p && second[i] === q))
    expect(between(5, 0)).toBeCloseTo(0.5, 12)
    expect(between(5, 1)).toBeCloseTo(1, 12)
  })

  it('tries nobody oneself more than forty times', () => {
    const often = tried(windowsOf(10, 12))
    expect(often.mated.score).toHaveLength(10 * 40)
  })

  it('compares a person with themselves only from two windows on', () => {
    const once = windowsOf(12, 3)
    once[4] = once[4].slice(0, 1)
    const { mated: own, nonMated: others } = tried(once)
    expect(new Set(own.first)).toEqual(new Set([0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11]))
    expect(Array.from(others.first).filter((first, i) => first === 4 || others.second[i] === 4).length).toBe(11 * 16)
  })

  it('never compares a window with itself', () => {
    // Two windows on opposite sides of everybody: only compared with itself would one seem to be of one person.
    const opposite = windowsOf(24, 1).map(([side]) => [side.map((value) => 9 * value), side.map((value) => -9 * value)])
    const same = tried(opposite).mated.score
    expect(same).toHaveLength(24 * 2)
    expect(Math.max(...same)).toBeLessThan(0)
  })

  it('leaves out names that share a session, and nameless sessions of one source', () => {
    const linked = tried(windows, undefined, [mergeNames('person 3', 'person 7')])
    expect(pairsOf(linked).has('7 3')).toBe(false)
    expect(pairsOf(linked).size).toBe((24 * 23) / 2 - 1)
    const nameless = tried(windows, (i) => ({ person: null, source: i < 3 ? 'one' : i < 5 ? null : `source ${i}` }))
    for (const pair of ['1 0', '2 0', '2 1']) expect(pairsOf(nameless).has(pair)).toBe(false)
    expect(pairsOf(nameless).has('4 3')).toBe(true)
    expect(pairsOf(nameless).size).toBe((24 * 23) / 2 - 3)
    const half = tried(windows, (i) => ({ source: 'one', ...(i === 0 ? { person: null } : {}) }))
    expect(pairsOf(half).has('1 0')).toBe(false)
    expect(pairsOf(half).has('2 1')).toBe(true)
  })

  it('scores each pair under a model that has seen neither of them', () => {
    const other = windows.map((own, i) => (i === 0 ? own.map((window) => window.map((value) => 50 * value)) : own))
    const moved = tried(other)
    const fold = folds.foldOf[0]
    const scoresOf = ({ nonMated: { first, second, score } }: Pick<ScoredTrials, 'nonMated'>, isIn: boolean) =>
      Array.from(score).filter((_, i) => {
        const [p, q] = [first[i], second[i]]
        return p !== 0 && q !== 0 && (folds.foldOf[p] === fold || folds.foldOf[q] === fold) === isIn
      })
    const [before, after] = [scoresOf({ nonMated }, true), scoresOf(moved, true)]
    expect(before.length).toBeGreaterThan(100)
    before.forEach((score, i) => expect(after[i]).toBeCloseTo(score, 6))
    const [unlike, changed] = [scoresOf({ nonMated }, false), scoresOf(moved, false)]
    expect(unlike.filter((score, i) => Math.abs(score - changed[i]) > 1e-3).length).toBeGreaterThan(unlike.length / 2)
  })

  it('draws pairs where there are too many to try all', () => {
    const many = tried(windowsOf(300, 2))
    expect(many.nonMated.score.length).toBeLessThanOrEqual(20_000)
    expect(many.nonMated.score.length).toBeGreaterThan(19_500)
    expect(pairsOf(many).size).toBeGreaterThan(10_000)
  })
})
