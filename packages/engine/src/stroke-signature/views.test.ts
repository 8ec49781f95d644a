import { describe, expect, it } from 'vitest'
import { readImu } from '../capture.ts'
import { seededRandom } from '../random.ts'
import { feelsGravity, computeStrokeViews, rotateToStart } from './views.ts'

type Vector = [number, number, number]

/** Samples on the engine's own grid, which nothing has to be put between; rotation in rad/s. */
function samplesOf(n: number, acceleration: (i: number) => Vector, rotation: (i: number) => Vector) {
  return Array.from({ length: n }, (_, i) => {
    const [[ax, ay, az], [rx, ry, rz]] = [acceleration(i), rotation(i).map((rate) => (rate * 180) / Math.PI)]
    return { t: 20 * i, ax, ay, az, rx, ry, rz }
  })
}

function viewsOf(n: number, acceleration: (i: number) => Vector, rotation: (i: number) => Vector) {
  const views = computeStrokeViews(readImu(samplesOf(n, acceleration, rotation)))
  if (views.status !== 'ok') throw new Error(views.reason)
  return views
}

/** A phone upright at rest that is turned by 9 rad/s about the vertical in one sample alone. */
const jerk = (n: number, place: number) =>
  viewsOf(
    n,
    () => [0, 9.75, 0],
    (i) => [0, i === place ? 9 : 0, 0],
  )

const unit = (v: Vector) => v.map((value) => value / Math.hypot(...v)) as Vector

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]

const dot = (a: readonly number[], b: readonly number[]) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

describe('strokeViews', () => {
  it.each([
    // Twice averaged over three, 9 is 1, 2, 3, 2, 1. Eight samples are kept at least, the movement at their end.
    ['in the middle', 60, 30, [0, 0, 1, 2, 3, 2, 1, 0]],
    ['near the start', 60, 2, [1, 2, 3, 2, 1, 0, 0, 0]],
    ['at the start, which is held', 60, 0, [5, 3, 1, 0, 0, 0, 0, 0]],
    ['near the end', 60, 57, [0, 0, 0, 1, 2, 3, 2, 1]],
    ['at the end, which is held', 60, 59, [0, 0, 0, 0, 0, 1, 3, 5]],
    ['late', 300, 250, [0, 0, 1, 2, 3, 2, 1, 0]],
    ['after 256 samples, which is not looked at', 300, 280, [0, 0, 0, 0, 0, 0, 0, 0]],
  ])('cut a movement %s from before it starts to after it ends', (_, n, place, expected) => {
    const { rotation, acceleration, n: kept } = jerk(n, place)
    expect(kept).toBe(8)
    expectClose(rotation, [...Array.from({ length: 8 }, () => 0), ...expected, ...Array.from({ length: 8 }, () => 0)])
    expectClose(
      acceleration,
      Array.from({ length: 24 }, () => 0),
    )
  })

  it('cut off 2 % of the energy at either end, of which rotation has four times its square', () => {
    // Slow rises and falls, so that the places depend on every weight.
    const push = (i: number): Vector => [i > 10 && i < 50 ? Math.sin(((i - 10) * Math.PI) / 20) : 0, 9.8, 0]
    const turn = (i: number): Vector => [0, i > 20 && i < 40 ? 0.4 * Math.sin(((i - 20) * Math.PI) / 20) : 0, 0]
    const views = viewsOf(64, push, turn)
    const expected = viewByDefinition(64, push, turn)
    expect(views.n).toBe(expected.n)
    expectClose(views.acceleration, expected.acceleration)
    expectClose(views.rotation, expected.rotation)
  })

  it('are to the right, up and towards the person, however steeply the phone is held', () => {
    const push = (i: number): Vector => [2 * Math.sin(i / 5) + 1, 6 + Math.cos(i / 7), 7 + Math.sin(i / 4)]
    const views = viewsOf(50, push, () => [0, 0, 0])
    const expected = viewByDefinition(50, push, () => [0, 0, 0])
    expect(views).toMatchObject({ n: expected.n, hasGravity: true })
    expectClose(views.acceleration, expected.acceleration)
  })

  it.each([
    [6, true, 0],
    [5.99, false, 5.99],
  ])('keep the axes of a phone where %d m/s² stay: with gravity %s', (size, hasGravity, left) => {
    const views = viewsOf(
      60,
      () => [0, size, 0],
      (i) => [0, i === 30 ? 9 : 0, 0],
    )
    expect(views.hasGravity).toBe(hasGravity)
    expect(views.acceleration[views.n]).toBeCloseTo(left, 9)
  })

  it('need 0.35 s', () => {
    const short = samplesOf(
      18,
      (i) => [0, 9.8, i],
      (i) => [i, 0, 0],
    )
    expect(computeStrokeViews(readImu(short))).toMatchObject({ status: 'insufficient' })
    expect(computeStrokeViews(readImu([...short, { ...short[17], t: 350 }]))).toMatchObject({ status: 'ok' })
  })
})

/** The views of a movement that turns about the phone's y axis alone, along which gravity lies unless it does not turn. */
function viewByDefinition(n: number, push: (i: number) => Vector, turn: (i: number) => Vector) {
  const smooth = (x: number[]) => x.map((value, i) => ((x[i - 1] ?? value) + value + (x[i + 1] ?? value)) / 3)
  const channel = (at: (i: number) => number) => smooth(smooth(Array.from({ length: n }, (_, i) => at(i))))
  const [x, y, z] = [0, 1, 2].map((c) => channel((i) => push(i)[c]))
  const rate = channel((i) => turn(i)[1])
  let angle = 0
  const turned = x.map((_, i): Vector => {
    if (i > 0) angle += (rate[i - 1] + rate[i]) / 100
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
    return [cosine * x[i] + sine * z[i], y[i], cosine * z[i] - sine * x[i]]
  })
  const gravity = [0, 1, 2].map((c) => turned.reduce((sum, v) => sum + v[c] / n, 0)) as Vector
  const up = unit(gravity)
  const right = unit([1 - up[0] * up[0], -up[0] * up[1], -up[0] * up[2]])
  const axes = [right, up, cross(right, up)]
  const moved = axes.map((axis) =>
    turned.map((v) => dot(axis, [v[0] - gravity[0], v[1] - gravity[1], v[2] - gravity[2]])),
  )
  const spun = axes.map((axis) => rate.map((value) => axis[1] * value))
  const energy = rate.map((value, i) => moved.reduce((sum, m) => sum + m[i] ** 2, 0) + 4 * value ** 2)
  const until = (share: number) => {
    const whole = energy.reduce((a, b) => a + b, 0)
    return energy.findIndex((_, i) => energy.slice(0, i + 1).reduce((a, b) => a + b, 0) >= share * whole)
  }
  const [from, to] = [Math.max(0, until(0.02) - 1), Math.min(n, until(0.98) + 2)]
  return {
    n: to - from,
    acceleration: moved.flatMap((m) => m.slice(from, to)),
    rotation: spun.flatMap((s) => s.slice(from, to)),
  }
}

function expectClose(found: Float64Array, expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length)
  found.forEach((value, j) => expect(value, `place ${j}`).toBeCloseTo(expected[j], 9))
}

/** Twenty samples of a swing; at two of them the hand hardly turns, and the sensor reads `quiet` m/s². */
const swing = (quiet: number, moving: number) =>
  Array.from({ length: 20 }, (_, i) => {
    const isQuiet = i === 7 || i === 13
    return { t: 20 * i, ax: 0, ay: isQuiet ? quiet : moving, az: 0, rx: isQuiet ? 1 : 200, ry: 0, rz: 0 }
  })

describe('feelsGravity', () => {
  it.each([
    [9.8, 1, true],
    [6, 1, true],
    [5.99, 30, false],
    [0.2, 9.8, false],
  ])('goes by the quietest tenth: %d m/s² there and %d elsewhere', (quiet, moving, expected) => {
    expect(feelsGravity(swing(quiet, moving))).toBe(expected)
  })

  it('goes by the middle of the quiet readings, so that one wild value decides nothing', () => {
    const samples = Array.from({ length: 30 }, (_, i) => ({
      t: i,
      ax: i === 1 ? 900 : 0,
      ay: 0,
      az: 0,
      rx: i,
      ry: 0,
      rz: 0,
    }))
    expect(feelsGravity(samples)).toBe(false)
  })

  it('needs no gyroscope, and finds no gravity in nothing', () => {
    expect(feelsGravity([{ t: 0, ax: 5, ay: 5, az: 5 }])).toBe(true)
    expect(feelsGravity([])).toBe(false)
  })
})

const HZ = 50

describe('turnToStart', () => {
  it('turns each sample back step by step, by the mean of the rates at both ends of a step', () => {
    const n = 12
    const random = seededRandom(8)
    const channels = Float64Array.from({ length: 6 * n }, () => 20 * (random() - 0.5))
    const at = (first: number, i: number): Vector => [
      channels[first * n + i],
      channels[(first + 1) * n + i],
      channels[(first + 2) * n + i],
    ]
    const turned = rotateToStart(channels, n)
    for (let i = 0; i < n; i++) {
      for (const first of [0, 3]) {
        let expected = at(first, i)
        for (let step = i; step > 0; step--) {
          const [before, after] = [at(3, step - 1), at(3, step)]
          expected = rotate(expected, before.map((rate, c) => (rate + after[c]) / 2 / HZ) as Vector)
        }
        expected.forEach((value, c) => expect(turned[(first + c) * n + i]).toBeCloseTo(value, 10))
      }
    }
  })

  it('leaves what does not turn as it is', () => {
    const channels = Float64Array.from({ length: 24 }, (_, k) => (k < 12 ? k : 0))
    expect(rotateToStart(channels, 4)).toEqual(channels)
  })

  it('turns x into y after a quarter turn about z', () => {
    const n = 26
    const channels = Float64Array.from({ length: 6 * n }, (_, k) => (k < n ? 1 : k < 5 * n ? 0 : Math.PI))
    const turned = rotateToStart(channels, n)
    expect([turned[25], turned[n + 25], turned[2 * n + 25]]).toEqual([expect.closeTo(0, 12), expect.closeTo(1, 12), 0])
  })
})

/** Turned about an axis by the length of that vector in radians: part along it kept, part across it turned in its plane. */
function rotate(v: Vector, turn: Vector): Vector {
  const angle = Math.hypot(...turn)
  const [x, y, z] = turn.map((value) => value / angle)
  const along = v[0] * x + v[1] * y + v[2] * z
  const across = [v[0] - along * x, v[1] - along * y, v[2] - along * z]
  const ahead = [y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]]
  const turned = (c: number) => Math.cos(angle) * across[c] + Math.sin(angle) * ahead[c]
  return [along * x + turned(0), along * y + turned(1), along * z + turned(2)]
}
