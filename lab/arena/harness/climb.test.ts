import { expect, it } from 'vitest'
import { seededRandom } from '../../../packages/engine/src/index.ts'
import { climbFromWritten, varySizes } from './climb.ts'
import type { Make } from './generator.ts'

it('climbs from the sizes as they are written to what is graded best', () => {
  const sizesOf = new Map<Make, readonly number[]>()
  const makeWith = (logs: readonly number[]): Make => {
    const make = () => []
    sizesOf.set(make, logs)
    return make
  }
  const gradeOf = (make: Make) => -Math.hypot(...(sizesOf.get(make) ?? []).map((log) => log - 1))
  const search = climbFromWritten(4, makeWith, { grade: gradeOf, random: seededRandom(1) })
  expect(gradeOf(makeWith([0, 0, 0, 0]))).toBe(-2)
  const finds = Array.from({ length: 20 }, () => search.next().value as Make)
  expect(gradeOf(finds[19])).toBeGreaterThan(-0.2)
})

it('changes each size by its own logarithm, in the order in which they are asked for', () => {
  const vary = varySizes([Math.log(2), Math.log(3)], seededRandom(1))
  expect([vary(1, 0), vary(1, 0), vary(5, 0)]).toEqual([expect.closeTo(2), expect.closeTo(3), 5])
})
