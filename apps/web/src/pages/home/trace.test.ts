import { expect, it } from 'vitest'
import { computeTracePath } from './trace.tsx'

it('stays on its paper, ends at the pen, and is the same at every call', () => {
  const { line, end } = computeTracePath(1200, 120)
  const heights = [...line.matchAll(/[ML]\d+ (-?[\d.]+)/g)].map(([, y]) => Number(y))
  expect(heights).toHaveLength(397)
  expect(Math.min(...heights)).toBeGreaterThan(4)
  expect(Math.max(...heights)).toBeLessThan(116)
  expect(line.endsWith(`L${end[0]} ${end[1].toFixed(1)}`)).toBe(true)
  expect(computeTracePath(1200, 120).line).toBe(line)
})
