import { describe, expect, it } from 'vitest'
import { CLIP, scaleFeatures } from './signature.ts'

describe('scaleFeatures', () => {
  const scale = { median: [1, 10, 0], spread: [2, 5, 1] }

  it('makes the median 0 and counts in spreads near it', () => {
    expect(scaleFeatures([1, 10, 0], scale)).toEqual([0, 0, 0])
    expect(scaleFeatures([1.02, 9.95, 0], scale)[0]).toBeCloseTo(0.01, 6)
    expect(scaleFeatures([1.02, 9.95, 0], scale)[1]).toBeCloseTo(-0.01, 6)
  })

  it('bends towards the limit: one limit away is the limit times tanh 1', () => {
    expect(scaleFeatures([1 + 2 * CLIP, 10, 0], scale)[0]).toBeCloseTo(CLIP * Math.tanh(1), 12)
    expect(scaleFeatures([1e9, -1e9, 0], scale)).toEqual([CLIP, -CLIP, 0])
  })

  it('takes infinite values for the limit and what is no number for the median', () => {
    expect(scaleFeatures([Number.POSITIVE_INFINITY, Number.NaN, Number.NEGATIVE_INFINITY], scale)).toEqual([
      CLIP,
      0,
      -CLIP,
    ])
  })
})
