import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import { log } from './logarithm.ts'

describe('log', () => {
  it('is within two units in the last place of Math.log over the whole range of doubles', () => {
    const random = seededRandom(1)
    for (let i = 0; i < 20_000; i++) {
      const x = (1 + random()) * 2 ** Math.floor(-1022 + 2045 * random())
      const expected = Math.log(x)
      expect(Math.abs(log(x) - expected)).toBeLessThanOrEqual(2 ** -51 * Math.abs(expected))
    }
  })

  it('is exact to the last place or two near 1, where it nearly vanishes', () => {
    for (const x of [1 - 2 ** -53, 1 + 2 ** -52, 1 - 1e-9, 1 + 1e-9, 0.999, 1.001, Math.SQRT1_2, Math.SQRT2]) {
      expect(Math.abs(log(x) / Math.log(x) - 1)).toBeLessThanOrEqual(2 ** -51)
    }
    expect(log(1)).toBe(0)
  })

  it.each([0, -0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 5e-324, 2 ** -1023])(
    'answers as Math.log for %d',
    (x) => {
      expect(log(x)).toBe(Math.log(x))
    },
  )
})
