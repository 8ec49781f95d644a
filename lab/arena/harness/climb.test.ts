import { expect, it } from 'vitest'
import { seededRandom } from '../../../packages/engine/src/index.ts'
import { climb, sizesAsWritten, varySizes } from './climb.ts'
import type { Make } from './generator.ts'

function climbToOne(start: number) {
  const sizesOf = new Map<Make, readonly number[]>()
  const makeWith = (logs: readonly number[]): Make => {
    const make = () => []
    sizesOf.set(make, logs)
    return make
  }
  const gradeOf = (make: Make) => -Math.hypot(...(sizesOf.get(make) ?? []).map((log) => log - 1))
  const search = climb(sizesAsWritten(4), makeWith, { grade: gradeOf, random: seededRandom(1), start })
  expect(gradeOf(makeWith([0, 0, 0, 0]))).toBe(-2)
  return Array.from({ length: 20 }, () => gradeOf(search.next().value as Make))
}

it.each([0, 1, 2])('climbs from start %d to what is graded best', (start) => {
  expect(climbToOne(start)[19]).toBeGreaterThan(-0.2)
})

it('begins elsewhere at every start, and at the same place each time', () => {
  const firsts = [0, 1].map((start) => climbToOne(start)[0])
  expect(firsts[0]).not.toBe(firsts[1])
  expect(climbToOne(1)[0]).toBe(firsts[1])
})

it('changes each size by its own logarithm, in the order in which they are asked for', () => {
  const vary = varySizes([Math.log(2), Math.log(3)], seededRandom(1))
  expect([vary(1, 0), vary(1, 0), vary(5, 0)]).toEqual([expect.closeTo(2), expect.closeTo(3), 5])
})
