import { describe, expect, it } from 'vitest'
import { type MotionReading, toSample } from './reading.ts'

const full = {
  accelerationIncludingGravity: { x: 1, y: 2, z: 3 },
  rotationRate: { alpha: 4, beta: 5, gamma: 6 },
  timeStamp: 500,
} as MotionReading

describe('toSample', () => {
  it('takes alpha, beta and gamma for the rates about x, y and z', () => {
    expect(toSample(full, 501, 0)).toEqual({ t: 500, ax: 1, ay: 2, az: 3, rx: 4, ry: 5, rz: 6 })
  })

  it.each([
    [0, { ax: 1, ay: 2, rx: 4, ry: 5 }],
    [90, { ax: -2, ay: 1, rx: -5, ry: 4 }],
    [180, { ax: -1, ay: -2, rx: -4, ry: -5 }],
    [270, { ax: 2, ay: -1, rx: 5, ry: -4 }],
    [-90, { ax: 2, ay: -1, rx: 5, ry: -4 }],
  ])('turns both sensors with a screen at %d°', (angle, expected) => {
    expect(toSample(full, 501, angle)).toMatchObject({ ...expected, az: 3, rz: 6 })
  })

  it('reads gravity as pointing up the screen however the phone is turned', () => {
    // The left side lies on the table edge: x points up, and the browser turns its content by 90°.
    const onItsSide = { ...full, accelerationIncludingGravity: { x: 9.8, y: 0, z: 0 } } as MotionReading
    expect(toSample(onItsSide, 501, 90).ay).toBeCloseTo(9.8)
  })

  it.each([
    [1_767_225_600_000, 800],
    [Number.NaN, 800],
    [700, 700],
    [800 - 9_000, 800 - 9_000],
  ])('believes a stamp of %d only if it is of the same clock', (timeStamp, t) => {
    expect(toSample({ ...full, timeStamp }, 800, 0).t).toBe(t)
  })

  it.each([null, {}, { x: null, y: null, z: null }, { x: 1, y: 2, z: null }, { x: undefined, y: 2, z: 3 }])(
    'gives no number for the empty acceleration %o',
    (acceleration) => {
      const { ax, ay, az } = toSample({ ...full, accelerationIncludingGravity: acceleration as never }, 501, 0)
      expect(Number.isFinite(ax + ay + az)).toBe(false)
    },
  )

  it.each([null, {}, { alpha: null, beta: null, gamma: null }, { alpha: 1, beta: 2, gamma: null }])(
    'leaves out the incomplete rates %o',
    (rotationRate) => {
      expect(toSample({ ...full, rotationRate: rotationRate as never }, 501, 0)).toEqual({
        t: 500,
        ax: 1,
        ay: 2,
        az: 3,
      })
    },
  )
})
