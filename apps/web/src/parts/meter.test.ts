import { expect, it } from 'vitest'
import { computeShare } from './meter.tsx'

it.each([
  [0.25, 1, 0.25],
  [30, 60, 0.5],
  [-1, 1, 0],
  [7, 1, 1],
  [1, 0, 0],
  [Number.NaN, 1, 0],
  [Number.POSITIVE_INFINITY, 1, 0],
])('%d of %d is the share %d', (value, max, share) => {
  expect(computeShare(value, max)).toBe(share)
})
