import { describe, expect, it } from 'vitest'
import { pairLogRatio } from '../math/likelihood.ts'
import { computeSymmetricSpectrum } from '../math/linear-algebra.ts'
import { meanVector } from '../math/statistics.ts'
import { normal, seededRandom } from '../random.ts'
import {
  addSubject,
  createComparer,
  computeSums,
  createSums,
  fitTwoCovariances,
  PERSISTENT,
  projectWindows,
  removeSums,
} from './two-covariances.ts'

/** People at distances of 3, 1 and 0.1 along three axes, scattering by 1, 2 and 0.5 around themselves. */
function people(count: number, windows: number) {
  const random = seededRandom(3)
  return Array.from({ length: count }, () => {
    const own = [3, 1, 0.1].map((size) => size * normal(random))
    return Array.from({ length: windows }, () =>
      Float64Array.from([1, 2, 0.5], (size, j) => own[j] + size * normal(random)),
    )
  })
}

const everybody = people(400, 4)
const weights = everybody.map(() => ({ weight: 1 }))

describe('fitTwoCovariances', () => {
  it('finds how much people differ in units of how much one person does', () => {
    const { between } = fitTwoCovariances(computeSums(weights, everybody, 3))
    expect(between[0]).toBeCloseTo(9, -0.5)
    expect(between[0]).toBeGreaterThan(7.5)
    expect(between[1]).toBeGreaterThan(0.15)
    expect(between[1]).toBeLessThan(0.4)
    expect(between[2]).toBeLessThan(0.15)
  })

  it('gives coordinates in which a person scatters by 1', () => {
    const model = fitTwoCovariances(computeSums(weights, everybody, 3))
    for (let k = 0; k < 3; k++) {
      let squares = 0
      for (const own of everybody) {
        const places = projectWindows(model, own)
        const mean = meanVector(places)
        for (const place of places) squares += (place[k] - mean[k]) ** 2
      }
      expect(squares / (400 * 3)).toBeCloseTo(1, 1)
    }
  })

  it('says something finite of one person, of equal windows and of nobody', () => {
    const same = Array.from({ length: 3 }, () => Float64Array.of(1, 1, 1))
    for (const sums of [createSums(3), computeSums([{ weight: 1 }], [same], 3)]) {
      const { between, rows } = fitTwoCovariances(sums)
      expect([...between, ...rows].every(Number.isFinite)).toBe(true)
    }
  })
})

/** Correlated people away from zero, with different weights and numbers of windows; every fourth came once. */
function uneven(count: number) {
  const random = seededRandom(12)
  const mixed = ([x, y, z]: number[]) => [x + 5, 0.5 * x + y - 3, 0.3 * y - x + z + 1]
  return Array.from({ length: count }, (_, i) => {
    const own = [2, 1, 0.7].map((size) => size * normal(random))
    const windows = Array.from({ length: [1, 2, 3, 8][i % 4] }, () =>
      Float64Array.from(mixed(own.map((value) => value + 0.8 * normal(random)))),
    )
    return { windows, weight: [0.25, 0.5, 1][i % 3] }
  })
}

/** The covariances within and between people by their definitions, made smaller off the diagonal. */
function plainCovariances(subjects: ReturnType<typeof uneven>) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const meanOfWindows = (windows: readonly Float64Array[]) =>
    [0, 1, 2].map((j) => sum(windows.map((x) => x[j])) / windows.length)
  const weight = sum(subjects.map((subject) => subject.weight))
  const means = subjects.map(({ windows }) => meanOfWindows(windows))
  const middle = [0, 1, 2].map((j) => sum(subjects.map((subject, i) => subject.weight * means[i][j])) / weight)
  // A subject of many windows teaches no more about scatter than one of five.
  const freedom = sum(subjects.map((subject) => subject.weight * Math.min(4, subject.windows.length - 1)))
  const within = (i: number, j: number) =>
    sum(
      subjects.map(({ windows, weight: own }, s) => {
        const scatter = sum(windows.map((x) => (x[i] - means[s][i]) * (x[j] - means[s][j])))
        return windows.length === 1 ? 0 : (own * Math.min(4, windows.length - 1) * scatter) / (windows.length - 1)
      }),
    ) / freedom
  const excess = sum(subjects.map((subject) => subject.weight / subject.windows.length)) / weight
  const between = (i: number, j: number) =>
    sum(subjects.map((subject, s) => subject.weight * (means[s][i] - middle[i]) * (means[s][j] - middle[j]))) / weight -
    excess * within(i, j)
  const full = (of: (i: number, j: number) => number) => [0, 1, 2].map((i) => [0, 1, 2].map((j) => of(i, j)))
  const axes = axesOf(full((i, j) => within(i, j) + between(i, j)))
  const shrunk = (of: (i: number, j: number) => number, by: number) => {
    const turned = times(times(axes, full(of)), transposed(axes))
    const least = 1e-9 + (1e-3 * sum(turned.map((row, i) => Math.max(0, row[i])))) / 3
    const smaller = turned.map((row, i) =>
      row.map((value, j) => (i === j ? Math.max(0, value) + least : value * (1 - by))),
    )
    return times(times(transposed(axes), smaller), axes)
  }
  return { middle, within: shrunk(within, 3 / (3 + freedom)), between: shrunk(between, 3 / (3 + weight)) }
}

/** The directions in which a covariance varies most, in rows. */
function axesOf(covariance: number[][]): number[][] {
  const { vectors } = computeSymmetricSpectrum(Float64Array.from(covariance.flat()), 3)
  return [0, 1, 2].map((r) => Array.from(vectors.subarray(3 * r, 3 * r + 3)))
}

function times(a: number[][], b: number[][]): number[][] {
  return a.map((row) => [0, 1, 2].map((j) => row.reduce((total, value, c) => total + value * b[c][j], 0)))
}

function transposed(a: number[][]): number[][] {
  return [0, 1, 2].map((j) => a.map((row) => row[j]))
}

describe('the coordinates of the model', () => {
  it.each([40, 9])(
    'make the scatter of %d people the unit matrix and their spread diagonal, largest first',
    (count) => {
      const subjects = uneven(count)
      const { middle, within, between } = plainCovariances(subjects)
      const model = fitTwoCovariances(
        computeSums(
          subjects,
          subjects.map(({ windows }) => windows),
          3,
        ),
      )
      middle.forEach((value, j) => expect(model.mean[j]).toBeCloseTo(value, 9))
      const row = (r: number) => Array.from(model.rows.subarray(3 * r, 3 * r + 3))
      const under = (matrix: number[][], r: number, s: number) =>
        row(r).reduce((total, a, i) => total + row(s).reduce((inner, b, j) => inner + a * matrix[i][j] * b, 0), 0)
      for (let r = 0; r < 3; r++)
        for (let s = 0; s < 3; s++) {
          expect(under(within, r, s)).toBeCloseTo(r === s ? 1 : 0, 8)
          expect(under(between, r, s)).toBeCloseTo(r === s ? model.between[r] : 0, 8)
        }
      expect(Array.from(model.between)).toEqual(Array.from(model.between).toSorted((a, b) => b - a))
    },
  )

  it('are the same along whatever axes the windows are given', () => {
    // Two turns about two axes.
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)]
    const turned = ([x, y, z]: Float64Array) => {
      const [p, q] = [c * x - s * y, s * x + c * y]
      return Float64Array.of(p, c * q - s * z, s * q + c * z)
    }
    const subjects = uneven(9)
    const fit = (change: (window: Float64Array) => Float64Array) => {
      const windows = subjects.map((subject) => subject.windows.map(change))
      const model = fitTwoCovariances(computeSums(subjects, windows, 3))
      const compare = createComparer(model, 1)
      const [first, ...others] = windows.map((own) => projectWindows(model, own)[0])
      return { between: model.between, scores: others.map((other) => compare(first, other)) }
    }
    const [plain, other] = [fit((window) => window), fit(turned)]
    plain.between.forEach((value, j) => expect(other.between[j]).toBeCloseTo(value, 8))
    plain.scores.forEach((score, j) => expect(other.scores[j]).toBeCloseTo(score, 8))
  })

  it('take away all sums of a part', () => {
    const subjects = uneven(20)
    const sums = (list: typeof subjects) =>
      computeSums(
        list,
        list.map(({ windows }) => windows),
        3,
      )
    const rest = removeSums(sums(subjects), sums(subjects.slice(0, 5)), sums(subjects.slice(5, 8)))
    const expected = sums(subjects.slice(8))
    for (const name of ['weight', 'shares', 'freedom'] as const) expect(rest[name]).toBeCloseTo(expected[name], 9)
    for (const name of ['mean', 'means', 'within'] as const)
      rest[name].forEach((value, at) => expect(value).toBeCloseTo(expected[name][at], 8))
  })
})

describe('without', () => {
  it('takes a part away again', () => {
    const part = computeSums(weights.slice(0, 100), everybody.slice(0, 100), 3)
    const rest = removeSums(computeSums(weights, everybody, 3), part)
    const expected = computeSums(weights.slice(100), everybody.slice(100), 3)
    expect(rest.weight).toBeCloseTo(300, 9)
    expect(rest.freedom).toBeCloseTo(expected.freedom, 9)
    rest.within.forEach((value, at) => {
      expect(value).toBeCloseTo(expected.within[at], 6)
    })
  })
})

describe('addSubject', () => {
  it('lets nobody teach alone how people scatter', () => {
    const [few, many] = [createSums(1), createSums(1)]
    const alternating = (n: number) => Array.from({ length: n }, (_, i) => Float64Array.of(i % 2))
    addSubject(few, alternating(5), 1)
    addSubject(many, alternating(101), 1)
    expect(few.freedom).toBe(4)
    expect(many.freedom).toBe(4)
    expect(many.within[0]).toBeCloseTo(1, 1)
  })
})

describe('comparer', () => {
  it.each([1, 3])('is the sum of the log-likelihood ratios of all coordinates: template of %d', (count) => {
    const between = Float64Array.of(4, 0.5)
    const [x, y] = [Float64Array.of(1, -2), Float64Array.of(0.5, 3)]
    const templateNoise = PERSISTENT + (1 - PERSISTENT) / count
    const expected = [0, 1].map((k) =>
      pairLogRatio({ between: between[k], shared: 0, templateNoise, probeNoise: 1 }, x[k], y[k]),
    )
    expect(createComparer({ between, k: 2 }, count)(x, y)).toBeCloseTo(expected[0] + expected[1], 12)
  })
})
