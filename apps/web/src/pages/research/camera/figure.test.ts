import { expect, it } from 'vitest'
import { drawPose, findPoses, computePose } from './figure.tsx'
import { PHASES } from './session.ts'

it('stays in its box in every phase', () => {
  for (let phase = 0; phase < PHASES.length; phase++) {
    for (let seconds = 0; seconds < 6; seconds += 0.1) {
      const { head, lines } = drawPose(computePose(phase, seconds))
      const spots = [head, ...lines.flat()]
      expect(Math.max(...spots.map(([x]) => Math.abs(x - 50)))).toBeLessThan(62)
      expect(Math.max(...spots.map(([, y]) => Math.abs(y - 80)))).toBeLessThan(78)
    }
  }
})

it('swings from one end pose to the other and back without a jump', () => {
  for (let phase = 0; phase < PHASES.length; phase++) {
    const [from, to] = findPoses(phase)
    expect(from).not.toEqual(to)
    expect(computePose(phase, 0)).toEqual(from)
    const heights = Array.from({ length: 100 }, (_, index) => drawPose(computePose(phase, index / 20)).lines.flat())
    for (const [index, spots] of heights.entries()) {
      const before = heights[index - 1] ?? spots
      const steps = spots.map(([x, y], at) => Math.hypot(x - before[at]![0], y - before[at]![1]))
      expect(Math.max(...steps)).toBeLessThan(8)
    }
  }
})

it('shows every phase differently', () => {
  expect(new Set(PHASES.map((_, phase) => JSON.stringify(findPoses(phase)))).size).toBe(PHASES.length)
})
