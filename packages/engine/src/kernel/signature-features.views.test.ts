import { describe, expect, it } from 'vitest'
import { symmetricEigen } from '../math/linear-algebra.ts'
import { normal, seededRandom } from '../random.ts'
import { signatureViews, VIEW_SERIES } from './signature-features.ts'

const N = 400
const GRAVITY = 9.80665

/** The five series for six channels given as functions of the sample. */
function viewsOf(channels: ((i: number) => number)[], hasGyro = 1): Float64Array[] {
  const flat = Float64Array.from({ length: 6 * N }, (_, at) => channels[Math.floor(at / N)]?.(at % N) ?? 0)
  const views = new Float64Array(VIEW_SERIES * N)
  signatureViews(flat, N, hasGyro, views)
  return Array.from({ length: VIEW_SERIES }, (_, view) => views.slice(view * N, (view + 1) * N))
}

const constant = (value: number) => () => value
const wave = (amplitude: number) => (i: number) => amplitude * Math.sin((2 * Math.PI * i) / 10)

describe('signatureViews', () => {
  it('sees nothing but gravity in a device at rest, however it lies', () => {
    const [moved, vertical, turning, about, whole] = viewsOf([0.6, 0, -0.8].map((share) => constant(share * GRAVITY)))
    for (const series of [moved, vertical, turning, about]) for (const value of series) expect(value).toBeCloseTo(0, 9)
    for (const value of whole) expect(value).toBeCloseTo(GRAVITY, 9)
  })

  it('projects acceleration and rotation on gravity', () => {
    const still = [constant(0), constant(GRAVITY), constant(0)]
    const [, vertical, turning, about] = viewsOf([...still, constant(3), constant(-2), constant(6)])
    expect(about[200]).toBeCloseTo(-2, 9)
    expect(turning[200]).toBeCloseTo(7, 9)
    expect(vertical[200]).toBeCloseTo(0, 9)
  })

  it('tells motion along gravity, with its sign, from motion across it', () => {
    const [moved, vertical] = viewsOf([constant(0), constant(0), (i) => GRAVITY + wave(2)(i)])
    expect(vertical[203]).toBeCloseTo(wave(2)(203), 1)
    expect(moved[203]).toBeCloseTo(Math.abs(wave(2)(203)), 1)
    const [across, upright] = viewsOf([wave(2), constant(0), constant(GRAVITY)])
    expect(across[203]).toBeCloseTo(Math.abs(wave(2)(203)), 1)
    expect(Math.abs(upright[203])).toBeLessThan(0.05)
  })

  it('takes the main axis where gravity was removed, turned so that the third moment is not negative', () => {
    const spikes = (sign: number) => (i: number) => sign * (i % 20 === 0 ? 6 : -6 / 19)
    for (const sign of [1, -1]) {
      const [, along] = viewsOf([constant(0), (i) => 0.6 * spikes(sign)(i), (i) => 0.8 * spikes(sign)(i)])
      expect(along[200]).toBeGreaterThan(5.5)
      expect(along[205]).toBeLessThan(0)
    }
  })

  it('takes the main axis of the rotation too, turned by its third moment and not by its mean', () => {
    // Their sum is negative, the sum of their cubes is positive.
    const spikes = (sign: number) => (i: number) => sign * (i % 20 === 0 ? 6 : -1)
    for (const sign of [1, -1]) {
      const rotation = [(i: number) => 0.6 * spikes(sign)(i), constant(0), (i: number) => -0.8 * spikes(sign)(i)]
      const [, , , about] = viewsOf([constant(0), constant(0), constant(0), ...rotation])
      expect(about[200]).toBeCloseTo(6, 6)
      expect(about[205]).toBeCloseTo(-1, 6)
    }
  })

  it.each([0, GRAVITY])('leaves the views of the rotation at 0 without a gyroscope, with gravity %d', (gravity) => {
    const still = [constant(0), constant(0), (i: number) => gravity + wave(1)(i)]
    const [, , turning, about] = viewsOf([...still, constant(5), constant(4), constant(3)], 0)
    for (const value of [...turning, ...about]) expect(value).toBe(0)
  })

  it('takes a slow acceleration of less than 4.5 m/s² for none', () => {
    const [, above] = viewsOf([constant(4.6)])
    for (const value of above) expect(value).toBeCloseTo(4.6 - GRAVITY, 9)
    const [, below] = viewsOf([constant(4.25)])
    for (const value of below) expect(value).toBeCloseTo(0, 9)
  })

  it('answers 0 along a gravity that vanishes while it turns over', () => {
    const over = (i: number) => 10 * Math.sign(200 - i)
    const [, vertical, , about] = viewsOf([over, constant(0), constant(0), constant(3)])
    expect(vertical[200]).toBe(-GRAVITY)
    expect(about[200]).toBe(0)
    expect([about[199], about[201]]).toEqual([3, -3])
  })

  it.each(['gravity', 'no gravity'])('agrees with vectors taken one by one, with %s', (kind) => {
    const n = 130
    const random = seededRandom(n)
    const offsets = kind === 'gravity' ? [2, -7, 6, 0, 0, 0] : [0, 0, 0, 0, 0, 0]
    const rows = offsets.map((offset, c) =>
      Float64Array.from({ length: n }, () => offset + (1 + (c % 3)) * normal(random) ** (c > 3 ? 2 : 1)),
    )
    const views = new Float64Array((VIEW_SERIES + 1) * n).fill(7)
    signatureViews(Float64Array.from(rows.flatMap((row) => [...row])), n, 1, views)
    const expected = plainViews(rows, kind === 'gravity')
    for (let k = 0; k < views.length; k++) expect(views[k], `place ${k}`).toBeCloseTo(expected[k] ?? 7, 6)
  })
})

type Vector = [number, number, number]

const inner = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const length = (a: Vector) => Math.sqrt(inner(a, a))

function plainViews(rows: Float64Array[], hasGravity: boolean): number[] {
  const [a, w] = [0, 3].map((first) => Array.from(rows[0], (_, i) => vectorOf((c) => rows[first + c][i])))
  const gravity = a.map((_, i) => {
    const around = a.slice(Math.max(0, i - 35), i + 36)
    return vectorOf((c) => around.reduce((total, vector) => total + vector[c], 0) / around.length)
  })
  const moved = a.map((vector, i) => vectorOf((c) => vector[c] - gravity[i][c]))
  const along = (vectors: Vector[]) => vectors.map((vector, i) => inner(vector, gravity[i]) / length(gravity[i]))
  return [
    ...moved.map(length),
    ...(hasGravity ? along(a).map((value) => value - GRAVITY) : alongMainAxis(moved)),
    ...w.map(length),
    ...(hasGravity ? along(w) : alongMainAxis(w)),
    ...a.map(length),
  ]
}

function vectorOf(value: (c: number) => number): Vector {
  return [value(0), value(1), value(2)]
}

/** Along the eigenvector of the greatest power, to the side of the longer tail. */
function alongMainAxis(vectors: Vector[]): number[] {
  const power = Float64Array.from({ length: 9 }, (_, at) =>
    vectors.reduce((total, vector) => total + vector[Math.floor(at / 3)] * vector[at % 3], 0),
  )
  const axes = new Float64Array(9)
  symmetricEigen(power, 3, new Float64Array(3), axes)
  const values = vectors.map((vector) => inner(vector, [axes[0], axes[1], axes[2]]))
  const side = Math.sign(values.reduce((total, value) => total + value ** 3, 0))
  return values.map((value) => side * value)
}
