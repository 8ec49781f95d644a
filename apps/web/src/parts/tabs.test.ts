import { expect, it } from 'vitest'
import { computeNextIndex } from './tabs.tsx'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, -1],
])('%s leads from tab %d to tab %d of three', (key, from, to) => {
  expect(computeNextIndex(key, from, 3)).toBe(to)
})
