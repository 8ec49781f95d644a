import { describe, expect, it } from 'vitest'
import { DET_TICKS, computeDetLine, computeDetPoint, drawPath, computeProbit, computeRocLine } from './curves.tsx'

const DET = [
  { far: 1, fnmr: 0 },
  { far: 0.1, fnmr: 0.2 },
  { far: 0.001, fnmr: 0.9 },
]

// Abramowitz and Stegun, table 26.5.
it.each([
  [0.5, 0],
  [0.001, -3.090232],
  [0.999, 3.090232],
  [0.025, -1.959964],
  [0.9, 1.281552],
])('probit of %d is %d', (p, x) => {
  expect(computeProbit(p)).toBeCloseTo(x, 5)
})

describe('curves', () => {
  it('the ROC goes from corner to corner and only rises', () => {
    const line = computeRocLine(DET)
    expect(line[0]).toEqual({ x: 0, y: 0 })
    expect(line.at(-1)).toEqual({ x: 1, y: 1 })
    for (const [index, { y }] of line.slice(1).entries()) expect(y).toBeGreaterThanOrEqual(line[index]?.y ?? 1)
  })

  it('the DET only falls and stays on the plot', () => {
    const line = computeDetLine(DET)
    for (const { x, y } of line) expect(Math.min(x, y, 1 - x, 1 - y)).toBeGreaterThanOrEqual(0)
    for (const [index, { y }] of line.slice(1).entries()) expect(y).toBeLessThanOrEqual(line[index]?.y ?? 0)
  })

  it('equal rates are on the diagonal, one half in the middle', () => {
    const { x, y } = computeDetPoint({ far: 0.5, fnmr: 0.5 })
    expect([x, y]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(0.5, 12)])
    expect(DET_TICKS[0]).toEqual({ at: 0, text: '0.1 %' })
  })

  it('draws upward, and nothing without points', () => {
    expect(
      drawPath([
        { x: 0, y: 0 },
        { x: 1, y: 1 },
      ]),
    ).toBe('M0.00 100.00L100.00 0.00')
    expect(drawPath([])).toBe('')
    expect(computeRocLine([])).toHaveLength(2)
  })
})
