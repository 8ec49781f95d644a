import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { complexityFeatures } from './signature-features.ts'

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const squares = (values: readonly number[]) => total(values.map((value) => value * value))

/** Features of four views, behind three sevens and in front of three more. */
function written(z: Float64Array, n: number): Float64Array {
  const out = new Float64Array(38).fill(7)
  complexityFeatures(z, n, out, 3)
  return out
}

/** Feature by number, of a series that all views share. */
function featureOf(feature: number, series: readonly number[]): number {
  return written(Float64Array.from([series, series, series, series].flat()), series.length)[3 + 4 * feature]
}

describe('complexityFeatures', () => {
  it.each([100, 127, 150])('agree with their definitions for %d numbers, view by view', (n) => {
    const random = seededRandom(n)
    const z = Float64Array.from({ length: 4 * n }, (_, at) => normal(random) ** (1 + (at % 3)) + Math.sin(at / 9))
    const rows = [0, 1, 2, 3].map((view) => plainFeatures(Array.from(z.slice(view * n, (view + 1) * n))))
    const expected = [7, 7, 7, ...rows[0].flatMap((_, feature) => rows.map((row) => row[feature])), 7, 7, 7]
    const out = written(z, n)
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
  })

  it('know the entropy of orders that take turns', () => {
    const length = 102
    const series = (...cycle: number[]) => Array.from({ length }, (_, i) => cycle[i % cycle.length])
    expect(featureOf(0, series(0, 1))).toBeCloseTo(Math.log(2), 9)
    // 1 2 3, 2 3 1 and 3 1 2: three of the six orders.
    expect(featureOf(0, series(1, 2, 3))).toBeCloseTo(Math.log(3), 3)
    expect(featureOf(0, series(3, 2, 1))).toBeCloseTo(Math.log(3), 3)
  })

  it('take equal values for falling ones', () => {
    const flat = Array.from({ length: 100 }, () => 1)
    const falling = Array.from({ length: 100 }, (_, i) => -i)
    const falls = Array.from({ length: 100 }, (_, i) => -Math.floor(i / 2))
    for (const series of [flat, falling, falls]) expect(featureOf(0, series)).toBeCloseTo(0, 12)
  })

  it('say of silence that nothing changes, that nothing is left, and that the effort is even', () => {
    const silence = Array.from({ length: 100 }, () => 0)
    expect(featureOf(1, silence)).toBe(0)
    for (const feature of [2, 3, 4])
      expect(featureOf(feature, silence)).toBeCloseTo(Math.log(1e-9 / Math.sqrt(1e-9)), 9)
    expect(featureOf(5, silence)).toBeCloseTo(Math.log(1e-5), 9)
    expect(featureOf(6, silence)).toBeCloseTo(Math.log(1e-6), 9)
    expect(featureOf(7, silence)).toBeCloseTo(Math.log(0.02), 9)
  })
})

function plainFeatures(z: readonly number[]): number[] {
  return [
    plainEntropy(z),
    plainAsymmetry(incrementsOf(z, 4), z.length),
    ...[3, 12, 24].map((lag) => plainPeakedness(incrementsOf(z, lag), z.length)),
    plainPairs(z),
    plainHjorth(z),
    plainEffort(z),
  ]
}

const incrementsOf = (z: readonly number[], lag: number) => z.slice(lag).map((value, i) => value - z[i])

/** Of the orders of three neighbors, told apart by the places of the sorted values. */
function plainEntropy(z: readonly number[]): number {
  const counts = new Map<string, number>()
  for (let i = 0; i + 2 < z.length; i++) {
    const order = [i, i + 1, i + 2].toSorted((p, q) => z[p] - z[q]).map((place) => place - i)
    counts.set(order.join(), (counts.get(order.join()) ?? 0) + 1)
  }
  const shares = Array.from(counts.values(), (count) => count / (z.length - 2))
  return -total(shares.map((share) => share * Math.log(share)))
}

function plainAsymmetry(d: readonly number[], n: number): number {
  return total(d.map((value) => value ** 3)) / n / ((squares(d) / n) ** 1.5 + 1e-6)
}

function plainPeakedness(d: readonly number[], n: number): number {
  return Math.log((total(d.map(Math.abs)) / n + 1e-9) / Math.sqrt(squares(d) / n + 1e-9))
}

function plainPairs(z: readonly number[]): number {
  const means = Array.from({ length: Math.floor(z.length / 2) }, (_, k) => (z[2 * k] + z[2 * k + 1]) / 2)
  return Math.log(squares(means) / means.length + 1e-5)
}

/** Mobility of the first difference over mobility of the series, whose variance is 1. */
function plainHjorth(z: readonly number[]): number {
  const first = incrementsOf(z, 1)
  const second = incrementsOf(first, 1)
  const [power, change] = [squares(first) / z.length + 1e-12, squares(second) / z.length]
  return Math.log(Math.sqrt(change / power) / (Math.sqrt(power) + 1e-9) + 1e-6)
}

function plainEffort(z: readonly number[]): number {
  const starts = Array.from({ length: Math.floor((z.length - 50) / 25) + 1 }, (_, k) => 25 * k)
  const efforts = starts.map((start) => Math.log(squares(z.slice(start, start + 50)) / 50 + 1e-6))
  const mean = total(efforts) / efforts.length
  return Math.log(Math.sqrt(squares(efforts.map((effort) => effort - mean)) / efforts.length) + 0.02)
}
