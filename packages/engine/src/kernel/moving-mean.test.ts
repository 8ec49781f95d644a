import { expect, it } from 'vitest'
import { movingMean } from './filters.ts'

it('averages over the neighbors that are there, of the stretch alone', () => {
  const x = Float64Array.of(99, 1, 2, 3, 6, 99)
  const out = new Float64Array(6)
  movingMean(x, 1, 4, 1, out, 2)
  expect([...out]).toEqual([0, 0, 1.5, 2, 11 / 3, 4.5])
})
