import { expect, it } from 'vitest'
import { type Direction, DIRECTIONS, isWithinReach } from './challenge.ts'

it.each<[string, Direction[], boolean]>([
  ['no stroke', [], true],
  ['two strokes side by side', ['up', 'up-right'], true],
  ['three strokes to one side', ['up', 'up-right', 'right'], false],
  ['three strokes with one back in between', ['up', 'up-right', 'down', 'right'], true],
  ['a last stroke too far', ['left', 'right', 'up', 'up-left', 'up-right'], false],
])('%s', (_, directions, expected) => {
  expect(isWithinReach(directions)).toBe(expected)
})

function orders(left: readonly Direction[], count: number): Direction[][] {
  if (count === 0) return [[]]
  return left.flatMap((one, i) => orders(left.toSpliced(i, 1), count - 1).map((rest) => [one, ...rest]))
}

it('leaves 14,688 orders of six directions, and some of every six', () => {
  const within = orders(DIRECTIONS, 6).filter(isWithinReach)
  expect(within).toHaveLength(14_688)
  expect(new Set(within.map((order) => order.toSorted().join())).size).toBe(28)
})
