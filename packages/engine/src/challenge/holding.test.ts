import { describe, expect, it } from 'vitest'
import { angleOf, type Direction } from './challenge.ts'
import { apart, directionOdds, estimateHolding, computeIntendedAngle } from './judge.ts'

const DEGREE = Math.PI / 180
const SD = 0.2
const COMMANDED: readonly Direction[] = ['up', 'left', 'down-right', 'right', 'up-left', 'down']

/** The moves of someone who turns all directions and reaches further upwards. */
function moved(directions: readonly Direction[], turn: number, aspect = 1) {
  return directions.map((direction) => {
    const [x, y] = [Math.cos(angleOf(direction)), aspect * Math.sin(angleOf(direction))]
    return { right: 3 * (x * Math.cos(turn) - y * Math.sin(turn)), up: 3 * (x * Math.sin(turn) + y * Math.cos(turn)) }
  })
}

describe('apart', () => {
  it.each([
    [0, 0, 0],
    [10, 350, 20],
    [350, 10, 20],
    [90, 270, 180],
    [-170, 170, 20],
    [0, 405, 45],
  ])('%d and %d degrees are %d apart', (a, b, degrees) => {
    expect(apart(a * DEGREE, b * DEGREE)).toBeCloseTo(degrees * DEGREE, 9)
  })
})

describe('computeIntendedAngle', () => {
  it('is the angle of the move for a level hold', () => {
    expect(computeIntendedAngle({ right: 1, up: 1 }, { turn: 0, aspect: 1 })).toBeCloseTo(45 * DEGREE, 12)
    expect(computeIntendedAngle({ right: -2, up: 0 }, { turn: 0, aspect: 1 })).toBeCloseTo(Math.PI, 12)
  })
  it('undoes the turn and the length upwards', () => {
    for (const direction of COMMANDED) {
      const [move] = moved([direction], 0.2, 1.4)
      expect(apart(computeIntendedAngle(move, { turn: 0.2, aspect: 1.4 }), angleOf(direction))).toBeCloseTo(0, 9)
    }
  })
})

describe('directionOdds', () => {
  it('are those of normal spreads around the eight angles', () => {
    // At 10 degrees: 10 from right, 35 from up-right, 55 from down-right; the rest is too far to matter.
    const density = (degrees: number) => Math.exp(-((degrees * DEGREE) ** 2) / (2 * SD * SD))
    const total = density(10) + density(35) + density(55) + density(80) + density(100)
    const odds = directionOdds(10 * DEGREE, SD)
    expect(odds[0]).toBeCloseTo(density(10) / total, 6)
    expect(odds[1]).toBeCloseTo(density(35) / total, 6)
    expect(odds[7]).toBeCloseTo(density(55) / total, 6)
    expect(odds.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
  })
  it('are even halfway between two directions', () => {
    const odds = directionOdds(67.5 * DEGREE, SD)
    expect(odds[1]).toBeCloseTo(odds[2], 9)
    expect(odds[1]).toBeGreaterThan(0.49)
  })
})

describe('estimateHolding', () => {
  it('is level for strokes as commanded, and where there are none', () => {
    expect(estimateHolding(COMMANDED, moved(COMMANDED, 0), SD)).toEqual({ turn: 0, aspect: 1 })
    expect(estimateHolding([], [], SD)).toEqual({ turn: 0, aspect: 1 })
  })
  it('finds how far the phone is turned, either way', () => {
    expect(estimateHolding(COMMANDED, moved(COMMANDED, 10 * DEGREE), SD).turn).toBeCloseTo(8 * DEGREE, 9)
    expect(estimateHolding(COMMANDED, moved(COMMANDED, -10 * DEGREE), SD).turn).toBeCloseTo(-8 * DEGREE, 9)
  })
  it('finds that diagonals are steep or flat', () => {
    const diagonals: readonly Direction[] = ['up-left', 'down-right', 'up-right', 'down-left', 'up-left', 'down-right']
    expect(estimateHolding(diagonals, moved(diagonals, 0, 1.5), SD).aspect).toBeGreaterThan(1.1)
    expect(estimateHolding(diagonals, moved(diagonals, 0, 0.65), SD).aspect).toBeLessThan(0.9)
  })
  it('does not turn one sequence into its neighbor', () => {
    const neighbor = estimateHolding(COMMANDED, moved(COMMANDED, 45 * DEGREE), SD)
    expect(neighbor.turn).toBeCloseTo(0, 9)
    expect(neighbor.aspect).toBe(1)
  })
  it('is that of the neighboring sequence from where that explains the strokes better', () => {
    expect(estimateHolding(COMMANDED, moved(COMMANDED, 17 * DEGREE), SD).turn).toBeGreaterThan(0)
    expect(estimateHolding(COMMANDED, moved(COMMANDED, 28 * DEGREE), SD).turn).toBeLessThan(0)
    expect(estimateHolding(COMMANDED, moved(COMMANDED, -28 * DEGREE), SD).turn).toBeGreaterThan(0)
  })
  it('is not bent by one wrong stroke', () => {
    const moves = moved(COMMANDED, 8 * DEGREE)
    moves[2] = { right: -3, up: -3 }
    expect(estimateHolding(COMMANDED, moves, SD).turn).toBeGreaterThan(0)
    const level = moved(COMMANDED, 0)
    level[0] = { right: 3, up: 0.5 }
    expect(estimateHolding(COMMANDED, level, SD)).toEqual({ turn: 0, aspect: 1 })
  })
})
