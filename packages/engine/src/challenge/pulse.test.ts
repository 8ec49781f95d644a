import { describe, expect, it } from 'vitest'
import { createPulses as pulses } from './detection.ts'

const product = (a: ArrayLike<number>, b: ArrayLike<number>, n = a.length) => {
  let total = 0
  for (let i = 0; i < n; i++) total += a[i] * b[i]
  return total
}

describe.each([0.1, 6])('pulses with stiffness %d', (stiffness) => {
  const all = pulses(stiffness)

  it('run from quick to slow: strokes, strokes with an early peak, strokes there and back', () => {
    expect(all.map(({ durationMs }) => durationMs)).toEqual([
      320, 400, 520, 640, 800, 1000, 1240, 440, 640, 920, 520, 680, 880, 1160,
    ])
  })

  it('hold 160 ms of rest before the movement', () => {
    for (const { rest, length, durationMs, stroke } of all) {
      expect(rest).toBe(4)
      expect(length).toBe(4 + durationMs / 40)
      // In rest, all that is left of a part is its share of the constant.
      expect(stroke[1]).toBeCloseTo(stroke[0], 12)
      expect(stroke[3]).toBeCloseTo(stroke[0], 12)
      expect(stroke[4]).not.toBeCloseTo(stroke[0], 3)
    }
  })

  it('have parts of length one that do not see each other, nor a constant', () => {
    for (const { tilt, stroke, length } of all) {
      const constant = new Float64Array(length + 1).fill(1, 0, length)
      expect(product(tilt, tilt)).toBeCloseTo(1, 12)
      expect(product(stroke, stroke)).toBeCloseTo(1, 12)
      expect(product(tilt, stroke)).toBeCloseTo(0, 12)
      expect(product(tilt, constant)).toBeCloseTo(0, 12)
      expect(product(stroke, constant)).toBeCloseTo(0, 12)
    }
  })

  it('tell the root mean square of a minimum-jerk stroke', () => {
    const { durationMs, rest, length, stroke, scale } = all[3]
    const moving = durationMs / 40
    // Second differences of the place of a minimum-jerk movement, which are its acceleration in units of the grid.
    const place = (i: number) => {
      const u = Math.min(1, Math.max(0, (i - rest + 0.5) / moving))
      return 10 * u ** 3 - 15 * u ** 4 + 6 * u ** 5
    }
    const felt = Float64Array.from({ length }, (_, i) => (i < rest ? 0 : place(i + 1) - 2 * place(i) + place(i - 1)))
    const rms = Math.sqrt(product(felt, felt) / moving)
    expect(product(felt, stroke, length) * scale).toBeCloseTo(rms, 12)
  })

  it('tell which way a movement there and back went first', () => {
    for (const { durationMs, rest, length, stroke } of all.slice(10)) {
      const moving = durationMs / 40
      const felt = Float64Array.from({ length }, (_, i) => {
        const u = (i - rest + 0.5) / moving
        // The acceleration of u³(1 - u)³, which is there at u = 1/2 and back at 1.
        return u > 0 ? u * (1 - u) * (1 - 5 * u + 5 * u * u) : 0
      })
      expect(product(felt, stroke, length)).toBeGreaterThan(0)
    }
  })
})

describe('push', () => {
  it('lasts until the hand slows down: half of a stroke, less with an early peak or on the way there and back', () => {
    const push = pulses(6).map(({ push: points, durationMs }) => (40 * points) / durationMs)
    for (const share of push.slice(0, 7)) expect(share).toBeCloseTo(0.5, 1)
    for (const share of push.slice(7)) {
      expect(share).toBeGreaterThan(0.2)
      expect(share).toBeLessThan(0.42)
    }
  })
})

describe('stiffness', () => {
  it('leaves less of a one-sided push to tilt the higher it is', () => {
    const push = (stiffness: number) => {
      const { tilt, length, rest } = pulses(stiffness)[3]
      const felt = Float64Array.from({ length }, (_, i) => (i >= rest + 8 ? 1 : 0))
      return Math.abs(product(felt, tilt, length))
    }
    expect(push(0.1)).toBeGreaterThan(push(1))
    expect(push(1)).toBeGreaterThan(push(10))
  })
})
