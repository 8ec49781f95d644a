import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../random.ts'
import {
  computeAngle,
  challengeProblem,
  DIRECTIONS,
  GAP_MS,
  generateChallenge,
  generateEnrollment,
  LEAD_MS,
  TAIL_MS,
} from './challenge.ts'

const many = Array.from({ length: 2000 }, (_, seed) => generateChallenge(seededRandom(seed)))

describe('generateChallenge', () => {
  it.each([undefined, null, 0.5, {}])('refuses %o by the name of the parameter', (random) => {
    expect(() => generateChallenge(random as never)).toThrow(new TypeError('random must be a function'))
  })

  it('makes well formed challenges in whole milliseconds that survive JSON', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const challenge = generateChallenge(seededRandom(seed))
        expect(challengeProblem(challenge)).toBeNull()
        expect(JSON.parse(JSON.stringify(challenge))).toEqual(challenge)
        expect(challenge.strokes.every(({ atMs }) => Number.isInteger(atMs))).toBe(true)
        expect(challenge.durationMs).toBe(challenge.strokes[5].atMs + TAIL_MS)
      }),
      { seed: 20260310 },
    )
  })

  it('takes 8 to 10 s in all', () => {
    const durations = many.map(({ durationMs }) => durationMs)
    expect(Math.min(...durations)).toBeGreaterThanOrEqual(8000)
    expect(Math.max(...durations)).toBeLessThanOrEqual(10_000)
  })

  it('never leads the hand further than two strokes from where it began, though no stroke comes back', () => {
    for (const { strokes } of many) {
      const hand = { right: 0, up: 0 }
      for (const { direction } of strokes) {
        hand.right += Math.cos(computeAngle(direction))
        hand.up += Math.sin(computeAngle(direction))
        expect(Math.hypot(hand.right, hand.up)).toBeLessThan(1.9)
      }
    }
  })

  it('makes the same challenge from the same seed and another from another', () => {
    expect(generateChallenge(seededRandom(1))).toEqual(generateChallenge(seededRandom(1)))
    expect(new Set(many.map((challenge) => JSON.stringify(challenge))).size).toBe(many.length)
  })

  it('uses every direction in every place about as often', () => {
    for (let place = 0; place < 6; place++) {
      for (const direction of DIRECTIONS) {
        const share = many.filter(({ strokes }) => strokes[place].direction === direction).length / many.length
        // Four standard errors of 1 in 8.
        expect(Math.abs(share - 1 / 8)).toBeLessThan(4 * Math.sqrt(((1 / 8) * (7 / 8)) / many.length))
      }
    }
  })

  it('spreads the cues evenly over the whole of the allowed times', () => {
    const leads = many.map(({ strokes }) => strokes[0].atMs)
    const gaps = many.flatMap(({ strokes }) => strokes.slice(1).map(({ atMs }, i) => atMs - strokes[i].atMs))
    for (const [times, { least, most }] of [
      [leads, LEAD_MS],
      [gaps, GAP_MS],
    ] as const) {
      expect(Math.min(...times)).toBeGreaterThanOrEqual(least)
      expect(Math.min(...times)).toBeLessThan(least + 10)
      expect(Math.max(...times)).toBeLessThanOrEqual(most)
      expect(Math.max(...times)).toBeGreaterThan(most - 10)
      const mean = times.reduce((a, b) => a + b, 0) / times.length
      expect(Math.abs(mean - (least + most) / 2)).toBeLessThan(30)
    }
  })

  it('reaches the latest allowed time of every cue, to the millisecond', () => {
    const { strokes } = generateChallenge(() => 1 - Number.EPSILON)
    expect(strokes.map(({ atMs }) => atMs)).toEqual(strokes.map((_, i) => LEAD_MS.most + i * GAP_MS.most))
  })

  it.each([0, 0.5, 1, -1, Number.NaN, Infinity])(
    'still makes a well formed challenge from a source that always says %d',
    (number) => {
      expect(challengeProblem(generateChallenge(() => number))).toBeNull()
    },
  )
})

describe('generateEnrollment', () => {
  it('refuses what is no source by the name of the parameter', () => {
    expect(() => generateEnrollment(0.5 as never)).toThrow(new TypeError('random must be a function'))
  })

  it('makes three well formed challenges in which every direction comes at least twice', () => {
    for (let seed = 0; seed < 300; seed++) {
      const rounds = generateEnrollment(seededRandom(seed))
      expect(rounds.map(challengeProblem)).toEqual([null, null, null])
      const asked = rounds.flatMap(({ strokes }) => strokes.map(({ direction }) => direction))
      for (const direction of DIRECTIONS) {
        expect(asked.filter((one) => one === direction).length).toBeGreaterThanOrEqual(2)
      }
    }
  })

  it('makes a fourth round with which every direction comes three times, and leaves the others as they are', () => {
    for (let seed = 0; seed < 300; seed++) {
      const rounds = generateEnrollment(seededRandom(seed), 4)
      expect(rounds.map(challengeProblem)).toEqual([null, null, null, null])
      expect(rounds.slice(0, 3)).toEqual(generateEnrollment(seededRandom(seed)))
      const asked = rounds.flatMap(({ strokes }) => strokes.map(({ direction }) => direction))
      expect(DIRECTIONS.map((direction) => asked.filter((one) => one === direction).length)).toEqual(Array(8).fill(3))
    }
  })

  it.each([2, 5, Number.NaN, null])('refuses %o rounds by the name of the parameter', (count) => {
    expect(() => generateEnrollment(seededRandom(1), count as never)).toThrow(new TypeError('count must be 3 or 4'))
  })

  it('draws every round anew, also from a source that always says the same', () => {
    const texts = Array.from({ length: 300 }, (_, seed) => JSON.stringify(generateEnrollment(seededRandom(seed))))
    expect(new Set(texts).size).toBe(texts.length)
    const [first, second] = generateEnrollment(seededRandom(7))
    expect(first.strokes).not.toEqual(second.strokes)
    expect(generateEnrollment(() => Number.NaN).map(challengeProblem)).toEqual([null, null, null])
  })

  it('asks for every direction in every place of the first round about as often', () => {
    const firsts = Array.from({ length: 2000 }, (_, seed) => generateEnrollment(seededRandom(seed))[0])
    for (let place = 0; place < 6; place++) {
      for (const direction of DIRECTIONS) {
        const share = firsts.filter(({ strokes }) => strokes[place].direction === direction).length / firsts.length
        expect(Math.abs(share - 1 / 8)).toBeLessThan(4 * Math.sqrt(((1 / 8) * (7 / 8)) / firsts.length))
      }
    }
  })
})
