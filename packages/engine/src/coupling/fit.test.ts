import { describe, expect, it, vi } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { computeQuantileTimes } from './features.ts'
import { findBestFit, computeDerivative, computeEnergy, integrate, computeNorms, predict } from './fit.ts'

// A busy machine may take its time.
vi.setConfig({ testTimeout: 120_000 })

const n = 120
const wave = (period: number, phase = 0) =>
  Float64Array.from({ length: n }, (_, i) => Math.sin((2 * Math.PI * i) / period + phase))
// Two level axes and up for the velocity, and for the lever arms along each sensor axis.
const BASE = [
  [wave(30), wave(41, 1), wave(23)],
  [wave(17), wave(53, 2), wave(60)],
  [wave(24, 1), wave(15), wave(37)],
  [wave(12), wave(29, 2), wave(48, 1)],
]

function seenFrom(heading: number, mirror: 1 | -1, weights: readonly number[]): Float64Array[] {
  const sum = (axis: number) => wave(9).map((_, t) => weights.reduce((total, w, k) => total + w * BASE[k][axis][t], 0))
  const [a, b, up] = [0, 1, 2].map(sum)
  const [c, s] = [Math.cos(heading), Math.sin(heading)]
  return [a.map((v, t) => c * v - mirror * s * b[t]), up, a.map((v, t) => s * v + mirror * c * b[t])]
}

const HEADING = (2 * Math.PI * 7) / 48

describe('bestFit', () => {
  it.each([1, -1] as const)('finds heading, handedness %d, scale and lever arm of what the camera saw', (mirror) => {
    const camera = seenFrom(HEADING, mirror, [0.8, 0.1, -0.2, 0.05])
    const fit = findBestFit(BASE, camera, 0)
    expect(fit.explained).toBeGreaterThan(0.999)
    expect(fit.mirror).toBe(mirror)
    const expected = predict(BASE, fit)
    for (let c = 0; c < 3; c++) for (const t of [0, 50, 119]) expect(expected[c][t]).toBeCloseTo(camera[c][t], 2)
  })

  it('explains the same whatever the unit of the camera', () => {
    const camera = seenFrom(1, 1, [0.8, 0.1, -0.2, 0.05]).map((axis, c) =>
      axis.map((v, t) => v + 0.5 * BASE[1][c][(t * 7) % n]),
    )
    const scaled = camera.map((axis) => axis.map((v) => 1000 * v))
    expect(findBestFit(BASE, scaled, 0).explained).toBeCloseTo(findBestFit(BASE, camera, 0).explained, 9)
  })

  it('explains upside-down coordinates as well', () => {
    const [x, up, z] = seenFrom(HEADING, 1, [1, 0, 0, 0])
    expect(findBestFit(BASE, [x, up.map((v) => -v), z], 0).explained).toBeGreaterThan(0.999)
  })

  it('pairs sample i of the sensor with sample i + lag of the camera', () => {
    const camera = seenFrom(0, 1, [1, 0, 0, 0]).map((axis) => axis.map((_, t) => (t >= 6 ? axis[t - 6] : 0)))
    expect(findBestFit(BASE.slice(0, 1), camera, 6).explained).toBeGreaterThan(0.999)
    expect(findBestFit(BASE.slice(0, 1), camera, 0).explained).toBeLessThan(0.5)
    const early = seenFrom(0, 1, [1, 0, 0, 0]).map((axis) => axis.map((_, t) => axis[Math.min(n - 1, t + 4)]))
    expect(findBestFit(BASE.slice(0, 1), early, -4).explained).toBeGreaterThan(0.99)
  })

  it('finds the level direction that a camera without depth sees', () => {
    const [x, up] = seenFrom((2 * Math.PI * 5) / 24, 1, [0.7, 0, 0.3, 0])
    expect(findBestFit(BASE, [x, up], 0).explained).toBeGreaterThan(0.999)
    const between = seenFrom(HEADING, 1, [0.7, 0, 0.3, 0])
    expect(findBestFit(BASE, between.slice(0, 2), 0).explained).toBeGreaterThan(0.99)
  })

  it('does not let a camera without depth see everything', () => {
    const noise = [wave(7), wave(8, 1)]
    expect(findBestFit(BASE, noise, 0).explained).toBeLessThan(0.2)
  })

  it('explains the share of a least-squares fit', () => {
    // The camera's upward velocity is the sensor's plus an orthogonal wave of the same energy: half is explained.
    const zero = new Float64Array(n)
    const base = [[zero, zero, wave(30)]]
    const fit = findBestFit(base, [zero, wave(30).map((v, t) => v + wave(20)[t]), zero], 0)
    expect(fit.explained).toBeCloseTo(0.5, 3)
    expect(fit.weights[0]).toBeCloseTo(1, 3)
  })

  it('explains nothing of a camera that saw no movement', () => {
    const still = [0, 1, 2].map(() => new Float64Array(n))
    expect(findBestFit(BASE, still, 0)).toEqual({ explained: 0, heading: 0, mirror: 1, weights: [0, 0, 0, 0] })
    expect(findBestFit(BASE, still.slice(0, 2), 0).explained).toBe(0)
  })

  it('explains nothing where the sensor felt nothing', () => {
    const nothing = BASE.map((vector) => vector.map(() => new Float64Array(n)))
    expect(findBestFit(nothing, seenFrom(0, 1, [1, 0, 0, 0]), 0).explained).toBe(0)
  })
})

describe('predict', () => {
  it('turns the weighted base by the heading', () => {
    const camera = seenFrom(0.4, -1, [2, 0.5, 0, -1])
    const out = predict(BASE, { explained: 1, heading: 0.4, mirror: -1, weights: [2, 0.5, 0, -1] })
    for (let c = 0; c < 3; c++) for (const t of [0, 33, 119]) expect(out[c][t]).toBeCloseTo(camera[c][t], 12)
  })
})

/** Least squares by Gauss' elimination, with the ridge that keeps the lever arm finite. */
function solved(rows: readonly (readonly number[])[], seen: readonly number[]): number[] {
  const k = rows.length
  const a = rows.map((row, i) => {
    const products = rows.map((other) => row.reduce((sum, value, t) => sum + value * other[t], 0))
    products[i] *= 1 + 1e-4
    return [...products, row.reduce((sum, value, t) => sum + value * seen[t], 0)]
  })
  for (let i = 0; i < k; i++)
    for (let j = 0; j < k; j++) {
      const factor = a[j][i] / a[i][i]
      if (j !== i) a[j] = a[j].map((value, c) => value - factor * a[i][c])
    }
  return a.map((row, i) => row[k] / row[i])
}

describe('the best fit of a noisy camera', () => {
  const random = seededRandom(6)
  const camera = seenFrom(2, -1, [0.8, 0.4, -0.2, 0.3]).map((axis) => axis.map((value) => value + normal(random)))

  /** What each heading explains, by plain least squares over the samples that both have. */
  function explainedBy(
    columns: number,
    lag: number,
    headings: number,
  ): { best: number; heading: number; weights: number[] } {
    const inBoth = Array.from({ length: n }, (_, t) => t).filter((t) => t + lag >= 0 && t + lag < n)
    const seen = camera.slice(0, columns).flatMap((axis) => inBoth.map((t) => axis[t + lag]))
    const all = seen.reduce((sum, value) => sum + value * value, 0)
    let best = { best: 0, heading: 0, weights: [0] }
    for (let h = 0; h < headings; h++)
      for (const mirror of columns === 3 ? [1, -1] : [1]) {
        const heading = (2 * Math.PI * h) / headings
        const [c, s] = [Math.cos(heading), Math.sin(heading)]
        const rows = BASE.map(([x, y, up]) => [
          ...inBoth.map((t) => c * x[t] - mirror * s * y[t]),
          ...inBoth.map((t) => up[t]),
          ...(columns === 3 ? inBoth.map((t) => s * x[t] + mirror * c * y[t]) : []),
        ])
        const weights = solved(rows, seen)
        const products = rows.map((row) => row.reduce((sum, value, t) => sum + value * seen[t], 0))
        const explained = weights.reduce((sum, weight, k) => sum + weight * products[k], 0) / all
        if (explained > best.best) best = { best: explained, heading, weights }
      }
    return best
  }

  it.each([
    [3, 7, 48],
    [3, -5, 48],
    [2, 4, 24],
    [2, -9, 24],
  ])('in %d columns at lag %d is that of plain least squares over %d headings', (columns, lag, headings) => {
    const { best, heading, weights } = explainedBy(columns, lag, headings)
    const fit = findBestFit(BASE, camera.slice(0, columns), lag)
    expect(best).toBeGreaterThan(0.05)
    expect(fit.explained).toBeCloseTo(best, 9)
    // Without depth the opposite heading with opposite weights of the level axes need not be the same; the best one is.
    expect(fit.heading).toBeCloseTo(heading, 9)
    weights.forEach((weight, k) => expect(fit.weights[k]).toBeCloseTo(weight, 7))
  })
})

describe('norms', () => {
  it('is the length of the vector at each time', () => {
    expect(computeNorms([Float64Array.of(3, 0), Float64Array.of(4, 0), Float64Array.of(0, 2)])).toEqual(
      Float64Array.of(5, 2),
    )
  })
})

describe('integrate', () => {
  it('sums what exceeds the mean by the trapezoid rule, fifty steps a second', () => {
    const out = integrate(Float64Array.of(11, 9, 10, 14, 6))
    for (const [i, value] of [0.01, 0.01, 0, 0.04, 0.04].entries()) expect(out[i]).toBeCloseTo(value, 12)
  })
})

describe('derivative', () => {
  it('takes central differences inside and one-sided ones at the ends, a second', () => {
    expect(computeDerivative(Float64Array.of(0, 1, 4, 9))).toEqual(Float64Array.of(50, 100, 200, 250))
  })

  it('is 0 for a single sample', () => {
    expect(computeDerivative(Float64Array.of(8))).toEqual(Float64Array.of(0))
  })
})

describe('quantileTimes', () => {
  it('tells where the shares of the total are reached', () => {
    expect(computeQuantileTimes(Float64Array.of(0, 1, 1, 0, 2), [0.25, 0.5, 0.51, 1])).toEqual([1, 2, 4, 4])
  })

  it('reaches several shares with one large weight', () => {
    expect(computeQuantileTimes(Float64Array.of(0, 9, 1), [0.1, 0.5, 0.9, 0.95])).toEqual([1, 1, 1, 2])
  })

  it('answers the last index where the sum never reaches the share', () => {
    expect(computeQuantileTimes(Float64Array.of(1, Number.NaN, 1), [0.5])).toEqual([2])
  })
})

describe('energy', () => {
  it('is the mean over time of the squared length', () => {
    // (1 + 4 + 9 + 16) / 2
    expect(computeEnergy([Float64Array.of(1, -2), Float64Array.of(3, 4)])).toBe(15)
  })
})
