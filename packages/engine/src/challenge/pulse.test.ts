import { describe, expect, it } from 'vitest'
import { pulses } from './pulse.ts'

const product = (a: ArrayLike<number>, b: ArrayLike<number>, n = a.length) => {
  let total = 0
  for (let i = 0; i < n; i++) total += a[i] * b[i]
  return total
}

describe.each([0.1, 6])('pulses with stiffness %d', (stiffness) => {
  const all = pulses(stiffness)

  it('run from quick to slow strokes, then from quick to slow strokes there and back', () => {
    expect(all.map(({ durationMs }) => durationMs)).toEqual([320, 400, 520, 640, 800, 1000, 520, 640, 800, 1000, 1280])
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
    const felt = Float64Array.from({ length }, (_, i) => {
      const u = (i - rest + 0.5) / moving
      return u > 0 ? 60 * (u - 3 * u * u + 2 * u ** 3) : 0
    })
    const rms = Math.sqrt(product(felt, felt) / moving)
    expect(product(felt, stroke, length) * scale).toBeCloseTo(rms, 9)
  })

  it('tell which way a movement there and back went first', () => {
    for (const { durationMs, rest, length, stroke } of all.slice(6)) {
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
