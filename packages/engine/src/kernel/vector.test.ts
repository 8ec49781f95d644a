import { describe, expect, it } from 'vitest'
import { addScaled, centralSums, correlation, dot, sum } from './vector.ts'

const X = Float64Array.of(100, 1, 2, 3, 4, 5, 6, 100)
const Y = Float64Array.of(7, 7, 10, 20, 30, 40, 50, 60)

describe('vector', () => {
  it.each([
    [0, 0],
    [1, 10],
    [2, 50],
    [4, 300],
    [5, 550],
    [6, 910],
  ])('multiplies and adds %d terms from where it is told', (n, expected) => {
    expect(dot(X, 1, Y, 2, n)).toBe(expected)
  })

  it.each([
    [0, 0],
    [1, 1],
    [4, 10],
    [5, 15],
    [6, 21],
  ])('adds %d terms from where it is told', (n, expected) => {
    expect(sum(X, 1, n)).toBe(expected)
  })

  it('adds in the order of two registers of two lanes', () => {
    // One after the other, the 1 would drown in the first term.
    const x = Float64Array.of(1e16, 1, -1e16, 1)
    expect(sum(x, 0, 4)).toBe(2)
    expect(dot(x, 0, Float64Array.of(1, 1, 1, 1), 0, 4)).toBe(2)
  })

  it.each([8, 9, 11, 14])('takes %d terms in their order', (n) => {
    const [x, y] = [
      Float64Array.from({ length: 20 }, (_, i) => i * i),
      Float64Array.from({ length: 20 }, (_, i) => i + 1),
    ]
    const places = Array.from({ length: n }, (_, i) => i)
    expect(sum(x, 4, n)).toBe(places.reduce((total, i) => total + (i + 4) ** 2, 0))
    expect(dot(x, 4, y, 5, n)).toBe(places.reduce((total, i) => total + (i + 4) ** 2 * (i + 6), 0))
  })

  it.each([0, 1, 2, 5])('adds a multiple of %d terms and touches no others', (n) => {
    const y = Y.slice()
    addScaled(X, 1, 2, y, 2, n)
    expect([...y]).toEqual([...Y].map((value, i) => (i >= 2 && i < 2 + n ? value + 2 * X[i - 1] : value)))
  })
})

describe('correlation', () => {
  it.each([2, 3, 4, 6])('is ±1 for %d terms on a line', (n) => {
    expect(correlation(X, 1, Y, 2, n)).toBeCloseTo(1, 12)
    const falling = Y.map((value) => -value)
    expect(correlation(X, 1, falling, 2, n)).toBeCloseTo(-1, 12)
  })

  it('is the covariance over both spreads, whatever the means', () => {
    // Deviations -1 0 1 and 1 -2 1 have no product; -1 0 1 and -2 1 1 have 3 / √(2·6).
    expect(correlation(Float64Array.of(4, 5, 6), 0, Float64Array.of(1, -2, 1), 0, 3)).toBeCloseTo(0, 12)
    expect(correlation(Float64Array.of(4, 5, 6), 0, Float64Array.of(7, 10, 10), 0, 3)).toBeCloseTo(
      3 / Math.sqrt(12),
      12,
    )
  })

  it('weighs the last of an odd number of terms as all others', () => {
    // Deviations -1 -2 3 and -4 1 3: 11 / √(14·26).
    const [x, y] = [Float64Array.of(1, 0, 5), Float64Array.of(0, 5, 7)]
    expect(correlation(x, 0, y, 0, 3)).toBeCloseTo(11 / Math.sqrt(14 * 26), 12)
  })

  it('is 0 where a side does not change, and for no terms at all', () => {
    expect(correlation(X, 1, Float64Array.of(2, 2, 2, 2), 0, 4)).toBe(0)
    expect(correlation(Float64Array.of(2, 2, 2, 2), 0, X, 1, 4)).toBe(0)
    expect(correlation(X, 1, Y, 2, 0)).toBe(0)
  })
})

describe('centralSums', () => {
  it.each([
    // mean 2.5: deviations ±1.5 ±0.5
    [4, 5, 0, 10.25],
    // mean 3: deviations ±2 ±1 0
    [5, 10, 0, 34],
  ])('adds the powers of the distances of %d terms from their mean', (n, second, third, fourth) => {
    const sums = new Float64Array(3)
    centralSums(X, 1, n, sums)
    expect([...sums]).toEqual([second, third, fourth])
  })

  it('keeps the sign of a long tail', () => {
    const sums = new Float64Array(3)
    centralSums(Float64Array.of(0, 0, 3), 0, 3, sums)
    // deviations -1 -1 2
    expect([...sums]).toEqual([6, 6, 18])
  })
})
