import { expect, it } from 'vitest'
import { computeThresholdByKey, toNearestThreshold } from './scores.tsx'

it.each([
  ['ArrowRight', 0.505],
  ['ArrowUp', 0.505],
  ['ArrowLeft', 0.495],
  ['ArrowDown', 0.495],
  ['PageUp', 0.55],
  ['PageDown', 0.45],
  ['Home', 0],
  ['End', 1],
  ['Tab', null],
  ['toString', null],
])('%s leads from one half to %d', (key, threshold) => {
  expect(computeThresholdByKey(key, 0.5)).toBe(threshold)
})

it('stays between 0 and 1', () => {
  expect(computeThresholdByKey('ArrowRight', 1)).toBe(1)
  expect(computeThresholdByKey('PageDown', 0.02)).toBe(0)
  expect([
    toNearestThreshold(-3),
    toNearestThreshold(7),
    toNearestThreshold(Number.NaN),
    toNearestThreshold(0.7026),
  ]).toEqual([0, 1, 0, 0.705])
})
