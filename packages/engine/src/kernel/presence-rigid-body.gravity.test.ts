import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { GRAVITY_FEATURES, gravityFeatures, integrateTurning } from './presence-rigid-body.ts'

const N = 400

/** A device turned to and fro about x: gravity swings in the y-z plane, and the gyroscope says so times `gain`. */
function tilted(gain: number, swing = 0.8): Float64Array {
  const raw = new Float64Array(6 * N)
  for (let i = 0; i < N; i++) {
    const phase = (2 * Math.PI * i) / 100
    const angle = swing * Math.sin(phase)
    raw[N + i] = 9.81 * Math.sin(angle)
    raw[2 * N + i] = 9.81 * Math.cos(angle)
    // d angle/dt at 50 Hz; a turns against ω: dg/dt = -ω×g gives dgy/dt = ωx·gz.
    raw[3 * N + i] = gain * swing * Math.cos(phase) * ((2 * Math.PI) / 2)
  }
  return raw
}

function featuresOf(raw: Float64Array): { out: Float64Array; rest: Float64Array; turned: Float64Array } {
  const out = new Float64Array(GRAVITY_FEATURES)
  const rest = new Float64Array(3 * N)
  const turned = new Float64Array(3 * N)
  integrateTurning(raw, N, turned)
  gravityFeatures(raw, turned, N, rest, out, 0)
  return { out, rest, turned }
}

describe('integrateTurning', () => {
  it('reproduces the swing of gravity from the rotation alone', () => {
    const raw = tilted(1)
    const { turned } = featuresOf(raw)
    for (const i of [0, 25, 60, 133, 399]) {
      expect(turned[N + i]).toBeCloseTo(raw[N + i] - raw[N], 1)
      expect(turned[2 * N + i]).toBeCloseTo(raw[2 * N + i] - raw[2 * N], 1)
      expect(turned[i]).toBe(0)
    }
  })
})

describe('gravityFeatures', () => {
  it('finds full agreement and a gain of 1 for a true gyroscope, over every span', () => {
    const { out } = featuresOf(tilted(1))
    for (let k = 0; k < 4; k++) {
      expect(out[2 * k]).toBeGreaterThan(0.98)
      expect(out[2 * k + 1]).toBeGreaterThan(0.95)
      expect(out[2 * k + 1]).toBeLessThan(1.03)
    }
  })
  it('finds the gain of a gyroscope that is twice too strong or reversed', () => {
    expect(featuresOf(tilted(2)).out[7]).toBeCloseTo(0.5, 1)
    expect(featuresOf(tilted(-1)).out[7]).toBeCloseTo(-1, 1)
    expect(featuresOf(tilted(-1)).out[6]).toBeLessThan(-0.98)
  })
  it('finds a true gyroscope steadier than every wrong one', () => {
    const { out, rest } = featuresOf(tilted(1))
    for (let k = 8; k < 14; k++) expect(out[k]).toBeLessThan(-1)
    // The gravity it starts from is a guess that is forgotten within some seconds.
    for (let c = 0; c < 3; c++) for (let i = 300; i < N; i++) expect(Math.abs(rest[c * N + i])).toBeLessThan(1)
  })
  it('finds a reversed gyroscope worse than none and than the right one', () => {
    const { out } = featuresOf(tilted(-1))
    expect(out[8]).toBeGreaterThan(0.5)
    expect(out[9]).toBeGreaterThan(1)
  })
  it('prefers half of a rate that is doubled, and double of one that is halved', () => {
    expect(featuresOf(tilted(2)).out[12]).toBeGreaterThan(1)
    expect(featuresOf(tilted(0.5)).out[13]).toBeGreaterThan(1)
  })
  it('stays finite at rest', () => {
    const raw = new Float64Array(6 * N)
    raw.fill(9.81, 2 * N, 3 * N)
    for (const value of featuresOf(raw).out) expect(value).toBeCloseTo(0, 9)
  })
  it.each([100, 157])('agrees with vectors turned one by one in %d samples', (n) => {
    const random = seededRandom(n)
    const raw = Float64Array.from({ length: 6 * n }, (_, at) => (at < 3 * n ? 2 + at / n : 1) * normal(random))
    const samples = Array.from({ length: n }, (_, i) => ({ a: vectorAt(raw, 0, n, i), w: vectorAt(raw, 3 * n, n, i) }))
    const turned = new Float64Array(3 * n).fill(7)
    const rest = new Float64Array(3 * n)
    const out = new Float64Array(GRAVITY_FEATURES + 6).fill(7)
    integrateTurning(raw, n, turned)
    gravityFeatures(raw, turned, n, rest, out, 3)
    const alone = plainTurned(samples)
    const left = GYROSCOPES.map((gyroscope) => plainRest(samples, gyroscope))
    const expected = [7, 7, 7, ...[3, 6, 12, 24].flatMap((lag) => plainSpan(samples, alone, lag)), ...compared(left), 7]
    for (let k = 0; k < expected.length; k++) expect(out[k], `place ${k}`).toBeCloseTo(expected[k], 9)
    for (let i = 0; i < n; i++) {
      expect(vectorAt(turned, 0, n, i)).toEqual(alone[i].map((value) => expect.closeTo(value, 9)))
      expect(vectorAt(rest, 0, n, i)).toEqual(left[0][i].map((value) => expect.closeTo(value, 9)))
    }
  })
})

type Vector = [number, number, number]
type Sample = { a: Vector; w: Vector }

const vectorAt = (x: Float64Array, from: number, n: number, i: number): Vector => [
  x[from + i],
  x[from + n + i],
  x[from + 2 * n + i],
]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
/** a + scale·b */
const plus = (a: Vector, scale: number, b: Vector): Vector => [
  a[0] + scale * b[0],
  a[1] + scale * b[1],
  a[2] + scale * b[2],
]
const inner = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const NOTHING: Vector = [0, 0, 0]

/** As measured, none, the other sign, the axes exchanged in two ways, half, double. */
const GYROSCOPES: readonly ((w: Vector) => Vector)[] = [
  (w) => w,
  () => NOTHING,
  (w) => plus(NOTHING, -1, w),
  ([x, y, z]) => [y, z, x],
  ([x, y, z]) => [z, x, y],
  (w) => plus(NOTHING, 0.5, w),
  (w) => plus(NOTHING, 2, w),
]

/** The trapezoids under -ω×a. */
function plainTurned(samples: readonly Sample[]): Vector[] {
  const rates = samples.map(({ a, w }) => cross(a, w))
  const total: Vector[] = [NOTHING]
  for (let i = 1; i < rates.length; i++) total.push(plus(total[i - 1], 0.01, plus(rates[i], 1, rates[i - 1])))
  return total
}

function plainSpan(samples: readonly Sample[], turned: readonly Vector[], lag: number): number[] {
  const pairs = samples.slice(lag).map(({ a }, i) => ({
    seen: plus(a, -1, samples[i].a),
    told: plus(turned[i + lag], -1, turned[i]),
  }))
  const total = (value: (pair: { seen: Vector; told: Vector }) => number) =>
    pairs.reduce((sum, pair) => sum + value(pair), 0)
  const both = total(({ seen, told }) => inner(seen, told))
  const seenSquares = 0.02 * samples.length + total(({ seen }) => inner(seen, seen))
  const toldSquares = 0.02 * samples.length + total(({ told }) => inner(told, told))
  return [both / Math.sqrt(seenSquares * toldSquares), both / toldSquares]
}

/** The acceleration without a gravity that starts as the mean of half a second, turns and follows slowly. */
function plainRest(samples: readonly Sample[], gyroscope: (w: Vector) => Vector): Vector[] {
  let gravity = samples.slice(0, 25).reduce((total, { a }) => plus(total, 1 / 25, a), NOTHING)
  return samples.map(({ a, w }) => {
    const rest = plus(a, -1, gravity)
    gravity = plus(plus(gravity, -1 / 50, cross(gyroscope(w), gravity)), 0.012, rest)
    return rest
  })
}

function compared(left: readonly Vector[][]): number[] {
  const level = (rest: readonly Vector[]) =>
    Math.log(rest.reduce((total, e) => total + inner(e, e), 0) / rest.length + 1e-3)
  const slow = left.map((rest) => {
    let smooth = NOTHING
    return level(rest.map((e) => (smooth = plus(smooth, 0.17, plus(e, -1, smooth)))))
  })
  const whole = left.map(level)
  return [
    slow[0] - slow[1],
    slow[0] - slow[2],
    slow[0] - (slow[3] + slow[4]) / 2,
    whole[0] - (whole[1] + whole[2] + whole[3] + whole[4]) / 4,
    slow[0] - slow[5],
    slow[0] - slow[6],
  ]
}
