import { describe, expect, it } from 'vitest'
import { cholesky, solveLower, solveUpper } from '../math/linear-algebra.ts'
import { normal, seededRandom } from '../random.ts'
import { bandPassAxes } from './filters.ts'
import { LEVER_FEATURES, leverFeatures } from './presence-rigid-body.ts'

const N = 600
const R = [0.1, -0.3, 0.2]

type Vector = [number, number, number]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

/** A body turning about a fixed point, its sensor at R; the acceleration is that of the sensor times `gain`. */
function swung(gain: number): { raw: Float64Array; rest: Float64Array } {
  const raw = new Float64Array(6 * N)
  const rest = new Float64Array(3 * N)
  for (let i = 0; i < N; i++) {
    const s = i / 50
    const w: Vector = [
      3 * Math.sin(2 * Math.PI * 1.1 * s),
      2 * Math.sin(2 * Math.PI * 1.7 * s + 1),
      2.5 * Math.cos(2 * Math.PI * 0.9 * s),
    ]
    const alpha: Vector = [
      3 * 2 * Math.PI * 1.1 * Math.cos(2 * Math.PI * 1.1 * s),
      2 * 2 * Math.PI * 1.7 * Math.cos(2 * Math.PI * 1.7 * s + 1),
      -2.5 * 2 * Math.PI * 0.9 * Math.sin(2 * Math.PI * 0.9 * s),
    ]
    const swing = cross(alpha, R as Vector)
    const pull = cross(w, cross(w, R as Vector))
    for (let c = 0; c < 3; c++) {
      raw[(3 + c) * N + i] = w[c]
      rest[c * N + i] = gain * (swing[c] + pull[c])
    }
  }
  return { raw, rest }
}

function featuresOf({ raw, rest }: { raw: Float64Array; rest: Float64Array }): Float64Array {
  const out = new Float64Array(LEVER_FEATURES)
  leverFeatures(raw, rest, N, out, 0)
  return out
}

describe('leverFeatures', () => {
  it('explains a swung sensor by one lever of the right length', () => {
    const out = featuresOf(swung(1))
    expect(out[0] + out[1]).toBeGreaterThan(0.9)
    expect(out[2]).toBeGreaterThan(0.95)
    expect(Math.exp(out[3])).toBeCloseTo(0.01 + 0.09 + 0.04, 1)
  })
  it('explains it worse with the axes of the gyroscope exchanged', () => {
    const out = featuresOf(swung(1))
    expect(out[4]).toBeGreaterThan(0.3)
    expect(out[5]).toBeGreaterThan(0)
  })
  it('finds levers that point in opposite ways when the swing has the wrong sign', () => {
    const { raw, rest } = swung(1)
    for (let i = 3 * N; i < 6 * N; i++) raw[i] *= -1
    expect(featuresOf({ raw, rest })[2]).toBeLessThan(-0.5)
  })
  it('explains everything by rotation, its change and its products, and part of it by the first two', () => {
    const out = featuresOf(swung(1))
    expect(out[7]).toBeGreaterThan(0.8)
    expect(out[7]).toBeGreaterThan(out[6])
    expect(out[9]).toBeGreaterThan(0.95)
    expect(out[9]).toBeGreaterThanOrEqual(out[8])
  })
  it('explains nothing where the acceleration has nothing to do with the rotation', () => {
    const { raw } = swung(1)
    const rest = Float64Array.from({ length: 3 * N }, (_, i) => Math.sin(2 * Math.PI * 4.3 * (i / 50)))
    const out = featuresOf({ raw, rest })
    expect(out[0]).toBeLessThan(0.05)
    expect(out[1]).toBeLessThan(0.05)
    expect(out[7]).toBeLessThan(0.1)
  })
  it('stays finite without any motion', () => {
    const out = featuresOf({ raw: new Float64Array(6 * N), rest: new Float64Array(3 * N) })
    for (const value of out) expect(Number.isFinite(value)).toBe(true)
    expect(out[0]).toBe(0)
  })
  it.each(['three axes', 'two axes'])('agrees with least squares written out for noise on %s', (axes) => {
    const n = 120
    const random = seededRandom(8)
    const raw = Float64Array.from({ length: 6 * n }, (_, at) => (1 + at / n) * normal(random))
    if (axes === 'two axes') raw.fill(0, 4 * n, 5 * n)
    const rest = Float64Array.from({ length: 3 * n }, (_, at) => raw[3 * n + at] + (1 + at / n) * normal(random))
    const out = new Float64Array(LEVER_FEATURES + 6).fill(7)
    leverFeatures(raw, rest, n, out, 3)
    const terms = filteredTerms(raw, rest, n)
    const expected = [7, 7, 7, ...plainLevers(terms), ...plainShares(terms), 7, 7, 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 8)
  })
})

/** Band-passed: ω, its change, its squares, its products with the next axis, and the acceleration, as three axes each. */
type Terms = Record<'w' | 'alpha' | 'squares' | 'products' | 'u', Float64Array[]>

function filteredTerms(raw: Float64Array, rest: Float64Array, n: number): Terms {
  const w = (c: number, i: number) => raw[(3 + (c % 3)) * n + i]
  const filtered = (value: (c: number, i: number) => number) => {
    const rows = Float64Array.from({ length: 3 * n }, (_, at) => value(Math.floor(at / n), at % n))
    bandPassAxes(rows, 0, n, 0.7 / 50, 8 / 50, rows, 0)
    return [0, 1, 2].map((c) => rows.subarray(c * n, (c + 1) * n))
  }
  return {
    w: filtered(w),
    alpha: filtered((c, i) => (w(c, Math.min(i + 1, n - 1)) - w(c, Math.max(i - 1, 0))) / 0.04),
    squares: filtered((c, i) => w(c, i) ** 2),
    products: filtered((c, i) => w(c, i) * w(c + 1, i)),
    u: filtered((c, i) => rest[c * n + i]),
  }
}

function plainLevers({ alpha, squares, products, u }: Terms): number[] {
  // What the three axes of u would be for r = (1,0,0), (0,1,0) and (0,0,1): α×r, and ω(ω·r) - ω²r.
  const swing = ([x, y, z]: number[], i: number) => {
    const a: Vector = [alpha[x][i], alpha[y][i], alpha[z][i]]
    return [cross(a, [1, 0, 0]), cross(a, [0, 1, 0]), cross(a, [0, 0, 1])]
  }
  const pull = ([x, y, z]: number[], i: number) => {
    const [xx, yy, zz] = [squares[x][i], squares[y][i], squares[z][i]]
    const [xy, yz, zx] = [products[x][i], products[y][i], products[z][i]]
    return [
      [-yy - zz, xy, zx],
      [xy, -xx - zz, yz],
      [zx, yz, -xx - yy],
    ]
  }
  const axes = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
  ]
  const n = u[0].length
  const total = 1e-3 * n + u.flatMap((row) => [...row]).reduce((sum, value) => sum + value * value, 0)
  const fits = [swing, pull].map((effect) =>
    axes.map((order) => {
      const columns = [0, 1, 2].map((k) =>
        Float64Array.from({ length: 3 * n }, (_, at) => effect(order, at % n)[k][Math.floor(at / n)]),
      )
      return leastSquares(columns, Float64Array.from(u.flatMap((row) => [...row])), 0.3 * n)
    }),
  )
  const [one, other] = fits.map(([{ r }]) => r)
  const lengths = Math.hypot(...one) * Math.hypot(...other) + 1e-4
  const shares = fits.map((turns) => turns.map(({ explained }) => explained / total))
  return [
    shares[0][0],
    shares[1][0],
    inner(one, other) / lengths,
    Math.log(lengths),
    ...shares.map(([right, next, last]) => right - (next + last) / 2),
  ]
}

function plainShares({ w, alpha, squares, products, u }: Terms): number[] {
  const total = 1e-6 * u[0].length + u.reduce((sum, row) => sum + inner(row, row), 0)
  const left = (...terms: Float64Array[]) =>
    total - u.reduce((sum, row) => sum + leastSquares(terms, row, 0).explained, 0)
  const linear = left(...w, ...alpha)
  return [
    1 - left(...w) / total,
    1 - linear / total,
    1 - left(...w, ...alpha, ...squares) / linear,
    1 - left(...w, ...alpha, ...squares, ...products) / linear,
  ]
}

/** The mixture r of the columns nearest to y by the normal equations, and how much of its sum of squares that explains. */
function leastSquares(columns: Float64Array[], y: Float64Array, ridge: number) {
  const n = columns.length
  const matrix = Float64Array.from({ length: n * n }, (_, at) => {
    const [row, column] = [Math.floor(at / n), at % n]
    return inner(columns[row], columns[column]) + (row === column ? ridge : 0)
  })
  const b = Float64Array.from(columns, (column) => inner(column, y))
  const r = b.slice()
  const l = cholesky(matrix, n, 1e-6)
  solveLower(l, n, r)
  solveUpper(l, n, r)
  return { r, explained: inner(b, r) }
}

function inner(a: Float64Array, b: Float64Array): number {
  return a.reduce((total, value, i) => total + value * b[i], 0)
}
