import { describe, expect, it } from 'vitest'
import {
  type Attitude,
  computeAccelerometerReadings,
  computeAttitudes,
  multiplyAttitudes,
  rotateVector,
  STANDARD_GRAVITY,
  toBody,
  turnAbout,
  turnBy,
  type Vectors,
} from './rigid-body.ts'

const LEVEL: Attitude = [1, 0, 0, 0]
const constant = (n: number, x: number, y: number, z: number): Vectors => [
  new Float64Array(n).fill(x),
  new Float64Array(n).fill(y),
  new Float64Array(n).fill(z),
]

describe('turnAbout and rotated', () => {
  it('turn x into y by a quarter about z, and back', () => {
    const quarter = turnAbout([0, 0, 1], Math.PI / 2)
    expectVector(rotateVector(quarter, [1, 0, 0]), [0, 1, 0])
    expectVector(rotateVector(quarter, [0, 1, 0]), [-1, 0, 0])
    expectVector(toBody(quarter, [0, 1, 0]), [1, 0, 0])
  })
  it('turn y into z about x and z into x about y', () => {
    expectVector(rotateVector(turnAbout([1, 0, 0], Math.PI / 2), [0, 1, 0]), [0, 0, 1])
    expectVector(rotateVector(turnAbout([0, 1, 0], Math.PI / 2), [0, 0, 1]), [1, 0, 0])
  })
})

describe('multiplyAttitudes', () => {
  it('turns by the second, then by the first', () => {
    const [a, b] = [turnAbout([0, 0, 1], 0.7), turnAbout([1, 0, 0], -1.2)]
    expectVector(rotateVector(multiplyAttitudes(a, b), [0.3, -2, 1]), rotateVector(a, rotateVector(b, [0.3, -2, 1])))
  })
})

describe('turnBy', () => {
  it('adds up to the whole angle', () => {
    let now = LEVEL
    for (let i = 0; i < 10; i++) now = turnBy(now, [0, 0, Math.PI / 2], 0.1)
    expectVector(rotateVector(now, [1, 0, 0]), [0, 1, 0])
  })
  it('stays where it is without turning', () => {
    expect(turnBy([0.6, 0.8, 0, 0], [0, 0, 0], 1)).toEqual([0.6, 0.8, 0, 0])
  })
})

describe('accelerometerReadings', () => {
  it('show the support against gravity at rest', () => {
    const motion = { acceleration: constant(2, 0, 0, 0), turning: constant(2, 0, 0, 0), start: LEVEL, rateHz: 50 }
    expect(computeAccelerometerReadings(motion).map(([, last]) => last)).toEqual([0, 0, STANDARD_GRAVITY])
    expect(computeAccelerometerReadings(motion, 0).map(([, last]) => last)).toEqual([0, 0, 0])
  })
  it('show a push to the right as x, and as -y after a quarter turn about z', () => {
    const push = { acceleration: constant(1, 2, 0, 0), turning: constant(1, 0, 0, 0), rateHz: 50 }
    expectVector(read(computeAccelerometerReadings({ ...push, start: LEVEL }, 0)), [2, 0, 0])
    expectVector(
      read(computeAccelerometerReadings({ ...push, start: turnAbout([0, 0, 1], Math.PI / 2) }, 0)),
      [0, -2, 0],
    )
  })
  it('move gravity through the body as d(g)/dt = -ω × g', () => {
    const n = 101
    const turning = constant(n, 0.4, -0.9, 0.3)
    const motion = { acceleration: constant(n, 0, 0, 0), turning, start: turnAbout([1, 0, 0], 0.5), rateHz: 1000 }
    const [x, y, z] = computeAccelerometerReadings(motion)
    for (let i = 1; i < n - 1; i++) {
      const slope = [x, y, z].map((axis) => (axis[i + 1] - axis[i - 1]) * 500)
      expect(slope[0]).toBeCloseTo(-(-0.9 * z[i] - 0.3 * y[i]), 4)
      expect(slope[1]).toBeCloseTo(-(0.3 * x[i] - 0.4 * z[i]), 4)
      expect(slope[2]).toBeCloseTo(-(0.4 * y[i] + 0.9 * x[i]), 4)
    }
  })
})

describe('attitudes', () => {
  it('start as told and turn each step by the mean rate of its ends', () => {
    const turning: Vectors = [new Float64Array(2), new Float64Array(2), Float64Array.of(0, Math.PI)]
    const [first, second] = computeAttitudes({ acceleration: constant(2, 0, 0, 0), turning, start: LEVEL, rateHz: 1 })
    expect(first).toEqual(LEVEL)
    expectVector(rotateVector(second, [1, 0, 0]), [0, 1, 0])
  })
})

function read(vectors: Vectors): number[] {
  return vectors.map(([first]) => first)
}

function expectVector(got: readonly number[], want: readonly number[]): void {
  expect(got).toHaveLength(want.length)
  got.forEach((value, axis) => expect(value).toBeCloseTo(want[axis], 12))
}
