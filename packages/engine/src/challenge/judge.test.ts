import { describe, expect, it } from 'vitest'
import { computeAngle, type CommandedStroke, type Direction } from './challenge.ts'
import type { DetectedStroke } from './detection.ts'
import {
  measureAngleBetween,
  computeIntendedAngle,
  computeDirectionOdds,
  estimateHolding,
  judgeStrokes,
} from './judge.ts'

const PARAMETERS = { angleSd: 0.2, leastStrength: 0.4, clearStraightness: 0.6, leastStraightness: 0.4, mostDepth: 1 }
const DEGREE = Math.PI / 180
const COMMANDS: readonly CommandedStroke[] = (
  ['up', 'left', 'down-right', 'right', 'up-left', 'down'] satisfies Direction[]
).map((direction, i) => ({ direction, atMs: 1000 + 2500 * i }))

function stroke(degrees: number, changes: Partial<DetectedStroke> = {}): DetectedStroke {
  const [right, up] = [2 * Math.cos(degrees * DEGREE), 2 * Math.sin(degrees * DEGREE)]
  return { onsetMs: 380, durationMs: 640, right, up, towards: 0, straightness: 0.9, ...changes }
}

const RIGHT_ONES = COMMANDS.map(({ direction }) => stroke(computeAngle(direction) / DEGREE))

/** What becomes of the first stroke (up) where all others are as commanded. */
function first(seen: DetectedStroke | null) {
  return judgeStrokes(COMMANDS, [seen, ...RIGHT_ONES.slice(1)], PARAMETERS)[0]
}

describe('judgeStrokes', () => {
  it('finds strokes as commanded clear, and says which they were', () => {
    const judged = judgeStrokes(COMMANDS, RIGHT_ONES, PARAMETERS)
    expect(judged.map(({ outcome }) => outcome)).toEqual(Array(6).fill('clear'))
    expect(judged.map(({ seen }) => seen)).toEqual(COMMANDS.map(({ direction }) => direction))
    expect(judged.map(({ atMs }) => atMs)).toEqual([1000, 3500, 6000, 8500, 11000, 13500])
    expect(judged[0]).toMatchObject({ direction: 'up', onsetMs: 380, explanation: 'performed as commanded' })
    for (const { confidence } of judged) expect(confidence).toBeGreaterThan(0.9)
  })

  it.each([
    ['no movement', null],
    ['a weak one', stroke(90, { right: 0, up: 0.39 })],
    ['no stroke at all', stroke(90, { straightness: 0.39 })],
  ])('misses the stroke for %s', (_, seen) => {
    expect(first(seen)).toEqual({
      direction: 'up',
      atMs: 1000,
      seen: null,
      onsetMs: null,
      confidence: 0,
      outcome: 'missing',
      explanation: 'nothing that moves like a stroke followed the cue',
    })
  })

  it('takes the weakest and the least straight that count', () => {
    expect(first(stroke(90, { right: 0, up: 0.4 })).outcome).toBe('clear')
    expect(first(stroke(90, { straightness: 0.4 })).outcome).toBe('unclear')
    expect(first(stroke(90, { straightness: 0.6 })).outcome).toBe('clear')
  })

  it('misses a stroke that starts after 900 ms and the tolerance of 40', () => {
    expect(first(stroke(90, { onsetMs: 940 })).outcome).toBe('clear')
    expect(first(stroke(90, { onsetMs: 960.4 }))).toMatchObject({
      outcome: 'missing',
      seen: null,
      onsetMs: 960,
      confidence: 0,
      explanation: 'began 960 ms after the cue: too late, 900 ms are allowed',
    })
  })

  it('calls another direction wrong and names it', () => {
    expect(first(stroke(0))).toMatchObject({ outcome: 'wrong', seen: 'right', explanation: 'went right instead' })
    expect(first(stroke(0)).confidence).toBeLessThan(0.01)
    expect(first(stroke(-90))).toMatchObject({ outcome: 'wrong', seen: 'down' })
    expect(first(stroke(45))).toMatchObject({ outcome: 'wrong', seen: 'up-right' })
  })

  it('goes from clear over unclear to wrong as a stroke turns to the next direction', () => {
    const turning = Array.from({ length: 91 }, (_, i) => first(stroke(90 - i / 2)))
    const runs = turning.map(({ outcome }) => outcome).filter((outcome, i, all) => outcome !== all[i - 1])
    expect(runs).toEqual(['clear', 'unclear', 'wrong'])
    const between = turning.filter(({ outcome }) => outcome === 'unclear')
    expect(between[0].explanation).toBe('went between two directions, rather up')
    expect(between.at(-1)?.explanation).toBe('went between two directions, rather up-right')
    for (const { outcome, confidence } of turning) {
      if (outcome === 'clear') expect(confidence).toBeGreaterThanOrEqual(0.6)
      if (outcome === 'unclear') expect(confidence).toBeGreaterThanOrEqual(0.1)
      if (outcome !== 'clear') expect(confidence).toBeLessThanOrEqual(0.49)
      if (outcome === 'wrong') expect(confidence).toBeLessThan(0.1)
    }
  })

  it('takes the next direction for possible from one in ten on', () => {
    const wide = judgeStrokes(COMMANDS, [stroke(45), ...RIGHT_ONES.slice(1)], { ...PARAMETERS, angleSd: 0.45 })
    expect(wide[0].confidence).toBeGreaterThan(0.1)
    expect(wide[0].confidence).toBeLessThan(0.2)
    expect(wide[0]).toMatchObject({ outcome: 'unclear', seen: 'up-right' })
  })

  it('calls a movement unclear that is not straight or not in the plane, if it may have been meant', () => {
    const bent = first(stroke(60, { straightness: 0.5 }))
    expect(bent).toMatchObject({ outcome: 'unclear', seen: 'up-right' })
    expect(bent.explanation).toBe('was not one straight movement from rest, rather up-right')
    expect(first(stroke(90, { straightness: 0.5 })).confidence).toBe(0.49)
    const deep = first(stroke(90, { towards: -2.1 }))
    expect(deep).toMatchObject({
      outcome: 'unclear',
      explanation: 'was mostly towards or away from the person, rather up',
    })
    expect(first(stroke(90, { towards: 1.9 })).outcome).toBe('clear')
  })

  it('calls a clumsy movement wrong from 67.5 degrees off', () => {
    expect(first(stroke(90 - 66, { straightness: 0.5 })).outcome).toBe('unclear')
    expect(first(stroke(90 - 69, { straightness: 0.5 })).outcome).toBe('wrong')
    expect(first(stroke(-90, { towards: 3 })).outcome).toBe('wrong')
  })

  it('allows for a phone that is turned in all strokes', () => {
    const turned = COMMANDS.map(({ direction }) => stroke(computeAngle(direction) / DEGREE + 20))
    expect(judgeStrokes(COMMANDS, turned, PARAMETERS).map(({ outcome }) => outcome)).toEqual(Array(6).fill('clear'))
    // The same 20 degrees in one stroke alone are at the edge.
    expect(first(stroke(110)).confidence).toBeLessThan(judgeStrokes(COMMANDS, turned, PARAMETERS)[0].confidence)
  })

  it('does not learn the hold from strokes that are bent, late or deep', () => {
    const others = (changes: Partial<DetectedStroke>) =>
      judgeStrokes(
        COMMANDS,
        COMMANDS.map(({ direction }, i) => stroke(computeAngle(direction) / DEGREE + 20, i === 0 ? {} : changes)),
        PARAMETERS,
      )[0].confidence
    expect(others({ straightness: 0.5 })).toBeLessThan(others({}))
    expect(others({ onsetMs: 1000 })).toBeLessThan(others({}))
    expect(others({ towards: 3 })).toBeLessThan(others({}))
  })

  it('calls the answer to a neighboring sequence wrong in every stroke', () => {
    const turned = COMMANDS.map(({ direction }) => stroke(computeAngle(direction) / DEGREE + 45))
    expect(judgeStrokes(COMMANDS, turned, PARAMETERS).map(({ outcome }) => outcome)).toEqual(Array(6).fill('wrong'))
  })

  it('judges an answer without any stroke', () => {
    const judged = judgeStrokes(COMMANDS, Array(6).fill(null), PARAMETERS)
    expect(judged.map(({ outcome }) => outcome)).toEqual(Array(6).fill('missing'))
  })
})

const SD = 0.2
const COMMANDED: readonly Direction[] = ['up', 'left', 'down-right', 'right', 'up-left', 'down']

/** The moves of someone who turns all directions and reaches further upwards. */
function moved(directions: readonly Direction[], turn: number, aspect = 1) {
  return directions.map((direction) => {
    const [x, y] = [Math.cos(computeAngle(direction)), aspect * Math.sin(computeAngle(direction))]
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
    expect(measureAngleBetween(a * DEGREE, b * DEGREE)).toBeCloseTo(degrees * DEGREE, 9)
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
      expect(
        measureAngleBetween(computeIntendedAngle(move, { turn: 0.2, aspect: 1.4 }), computeAngle(direction)),
      ).toBeCloseTo(0, 9)
    }
  })
})

describe('directionOdds', () => {
  it('are those of normal spreads around the eight angles', () => {
    // At 10 degrees: 10 from right, 35 from up-right, 55 from down-right; the rest is too far to matter.
    const density = (degrees: number) => Math.exp(-((degrees * DEGREE) ** 2) / (2 * SD * SD))
    const total = density(10) + density(35) + density(55) + density(80) + density(100)
    const odds = computeDirectionOdds(10 * DEGREE, SD)
    expect(odds[0]).toBeCloseTo(density(10) / total, 6)
    expect(odds[1]).toBeCloseTo(density(35) / total, 6)
    expect(odds[7]).toBeCloseTo(density(55) / total, 6)
    expect(odds.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
  })
  it('are even halfway between two directions', () => {
    const odds = computeDirectionOdds(67.5 * DEGREE, SD)
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
