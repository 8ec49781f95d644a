import { describe, expect, it } from 'vitest'
import { bestFit, predicted } from './fit.ts'

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
    const fit = bestFit(BASE, camera, 0)
    expect(fit.explained).toBeGreaterThan(0.999)
    expect(fit.mirror).toBe(mirror)
    const expected = predicted(BASE, fit)
    for (let c = 0; c < 3; c++) for (const t of [0, 50, 119]) expect(expected[c][t]).toBeCloseTo(camera[c][t], 2)
  })

  it('explains the same whatever the unit of the camera', () => {
    const camera = seenFrom(1, 1, [0.8, 0.1, -0.2, 0.05]).map((axis, c) =>
      axis.map((v, t) => v + 0.5 * BASE[1][c][(t * 7) % n]),
    )
    const scaled = camera.map((axis) => axis.map((v) => 1000 * v))
    expect(bestFit(BASE, scaled, 0).explained).toBeCloseTo(bestFit(BASE, camera, 0).explained, 9)
  })

  it('explains upside-down coordinates as well', () => {
    const [x, up, z] = seenFrom(HEADING, 1, [1, 0, 0, 0])
    expect(bestFit(BASE, [x, up.map((v) => -v), z], 0).explained).toBeGreaterThan(0.999)
  })

  it('pairs sample i of the sensor with sample i + lag of the camera', () => {
    const camera = seenFrom(0, 1, [1, 0, 0, 0]).map((axis) => axis.map((_, t) => (t >= 6 ? axis[t - 6] : 0)))
    expect(bestFit(BASE.slice(0, 1), camera, 6).explained).toBeGreaterThan(0.999)
    expect(bestFit(BASE.slice(0, 1), camera, 0).explained).toBeLessThan(0.5)
    const early = seenFrom(0, 1, [1, 0, 0, 0]).map((axis) => axis.map((_, t) => axis[Math.min(n - 1, t + 4)]))
    expect(bestFit(BASE.slice(0, 1), early, -4).explained).toBeGreaterThan(0.99)
  })

  it('finds the level direction that a camera without depth sees', () => {
    const [x, up] = seenFrom((2 * Math.PI * 5) / 24, 1, [0.7, 0, 0.3, 0])
    expect(bestFit(BASE, [x, up], 0).explained).toBeGreaterThan(0.999)
    const between = seenFrom(HEADING, 1, [0.7, 0, 0.3, 0])
    expect(bestFit(BASE, between.slice(0, 2), 0).explained).toBeGreaterThan(0.99)
  })

  it('does not let a camera without depth see everything', () => {
    const noise = [wave(7), wave(8, 1)]
    expect(bestFit(BASE, noise, 0).explained).toBeLessThan(0.2)
  })

  it('explains the share of a least-squares fit', () => {
    // The camera's upward velocity is the sensor's plus an orthogonal wave of the same energy: half is explained.
    const zero = new Float64Array(n)
    const base = [[zero, zero, wave(30)]]
    const fit = bestFit(base, [zero, wave(30).map((v, t) => v + wave(20)[t]), zero], 0)
    expect(fit.explained).toBeCloseTo(0.5, 3)
    expect(fit.weights[0]).toBeCloseTo(1, 3)
  })

  it('explains nothing of a camera that saw no movement', () => {
    const still = [0, 1, 2].map(() => new Float64Array(n))
    expect(bestFit(BASE, still, 0)).toEqual({ explained: 0, heading: 0, mirror: 1, weights: [0, 0, 0, 0] })
    expect(bestFit(BASE, still.slice(0, 2), 0).explained).toBe(0)
  })

  it('explains nothing where the sensor felt nothing', () => {
    const nothing = BASE.map((vector) => vector.map(() => new Float64Array(n)))
    expect(bestFit(nothing, seenFrom(0, 1, [1, 0, 0, 0]), 0).explained).toBe(0)
  })
})

describe('predicted', () => {
  it('turns the weighted base by the heading', () => {
    const camera = seenFrom(0.4, -1, [2, 0.5, 0, -1])
    const out = predicted(BASE, { explained: 1, heading: 0.4, mirror: -1, weights: [2, 0.5, 0, -1] })
    for (let c = 0; c < 3; c++) for (const t of [0, 33, 119]) expect(out[c][t]).toBeCloseTo(camera[c][t], 12)
  })
})
