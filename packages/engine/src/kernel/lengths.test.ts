import { expect, it } from 'vitest'
import { lengthAt, measureLengths } from './filters.ts'

it('measures vectors of three axes, one axis after the other', () => {
  const x = Float64Array.of(99, 1, 3, 2, 4, 2, 12)
  const out = new Float64Array(3)
  measureLengths(x, 1, 2, out, 1)
  expect([...out]).toEqual([0, 3, 13])
  expect(lengthAt(x, 1, 2, 1)).toBe(13)
})
