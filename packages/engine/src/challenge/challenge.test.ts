import { describe, expect, it } from 'vitest'
import {
  computeAngle,
  type Challenge,
  challengeProblem,
  DIRECTIONS,
  type Direction,
  checkGuessable,
  strokeWords,
} from './challenge.ts'

const GOOD: readonly Direction[] = ['up', 'left', 'down-right', 'right', 'up-left', 'down']

function challenge(directions: readonly Direction[] = GOOD, gapMs = 2500): Challenge {
  const strokes = directions.map((direction, i) => ({ direction, atMs: 1000 + gapMs * i }))
  return { version: 1, strokes, durationMs: 1000 + gapMs * 5 + 2000 }
}

describe('angleOf', () => {
  it('turns counterclockwise from right by an eighth', () => {
    expect(DIRECTIONS.map((direction) => (computeAngle(direction) * 180) / Math.PI)).toEqual([
      0, 45, 90, 135, 180, 225, 270, 315,
    ])
    expect(computeAngle('up')).toBe(Math.PI / 2)
    expect(computeAngle('left')).toBe(Math.PI)
  })
})

describe('strokeWords', () => {
  it.each([undefined, null, 7, '', 'sideways'])('refuses %o by the name of the parameter', (direction) => {
    expect(() => strokeWords(direction as never)).toThrow(new RangeError('direction is none of DIRECTIONS'))
  })

  it('tells what to do in plain words', () => {
    expect(strokeWords('left')).toBe('Move the phone straight left, and stop there.')
    expect(strokeWords('down-right')).toBe('Move the phone straight down and to the right, and stop there.')
  })
})

describe('challengeProblem', () => {
  it('finds none in a well formed challenge, nor after JSON', () => {
    expect(challengeProblem(challenge())).toBeNull()
    expect(challengeProblem(JSON.parse(JSON.stringify(challenge())))).toBeNull()
  })

  const { strokes, durationMs } = challenge()
  it.each([
    ['null', null, 'the challenge is not an object'],
    ['a string', 'up', 'the challenge is not an object'],
    ['another version', { ...challenge(), version: 2 }, 'the challenge is not of version 1'],
    ['no strokes', { version: 1, durationMs }, 'the challenge does not hold 6 strokes'],
    ['five strokes', { version: 1, strokes: strokes.slice(1), durationMs }, 'the challenge does not hold 6 strokes'],
    [
      'seven strokes',
      { version: 1, strokes: [...strokes, strokes[0]], durationMs },
      'the challenge does not hold 6 strokes',
    ],
    [
      'a stroke that is null',
      { ...challenge(), strokes: [null, ...strokes.slice(1)] },
      'a stroke of the challenge has no known direction or no time',
    ],
    [
      'an unknown direction',
      { ...challenge(), strokes: [{ direction: 'north', atMs: 900 }, ...strokes.slice(1)] },
      'a stroke of the challenge has no known direction or no time',
    ],
    [
      'a time that is no number',
      { ...challenge(), strokes: [{ direction: 'up', atMs: '900' }, ...strokes.slice(1)] },
      'a stroke of the challenge has no known direction or no time',
    ],
    [
      'an endless time',
      { ...challenge(), strokes: [...strokes.slice(0, 5), { direction: 'down', atMs: Infinity }] },
      'a stroke of the challenge has no known direction or no time',
    ],
    [
      'strokes in the past',
      { ...challenge(), strokes: [{ direction: 'up', atMs: -1 }, ...strokes.slice(1)] },
      'the strokes of the challenge do not follow each other by 1100 ms or more',
    ],
    [
      'strokes too close',
      challenge(GOOD, 1099),
      'the strokes of the challenge do not follow each other by 1100 ms or more',
    ],
    ['an early end', { ...challenge(), durationMs: strokes[5].atMs }, 'the challenge ends before its last stroke'],
    ['no end', { ...challenge(), durationMs: undefined }, 'the challenge ends before its last stroke'],
    [
      'a direction that comes twice',
      challenge(['up', 'left', 'down-right', 'right', 'down', 'up']),
      'a direction comes twice',
    ],
  ])('finds %s', (_, given, problem) => {
    expect(challengeProblem(given)).toBe(problem)
  })

  it('takes strokes that are exactly as close as allowed, and a first one at once', () => {
    expect(challengeProblem(challenge(GOOD, 1100))).toBeNull()
    const atOnce = challenge()
    atOnce.strokes[0].atMs = 0
    expect(challengeProblem(atOnce)).toBeNull()
  })
})

describe('guessableProblem', () => {
  it('leaves no sequence that a mirrored, turned or constant answer would match in three strokes', () => {
    const mirrors = [0, 1, 2, 3, 4, 5, 6, 7].map((axis) => (k: number) => (axis - k + 8) % 8)
    const turns = [1, 2, 3, 4, 5, 6, 7].map((by) => (k: number) => (k + by) % 8)
    const constants = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => () => k)
    let allowed = 0
    for (let code = 0; code < 8 ** 6; code += 5) {
      const places = [0, 1, 2, 3, 4, 5].map((digit) => Math.floor(code / 8 ** digit) % 8)
      if (checkGuessable(places.map((k) => DIRECTIONS[k])) !== null) continue
      allowed++
      for (const answer of [...mirrors, ...turns, ...constants]) {
        const matches = places.filter((k) => answer(k) === k).length
        if (matches > 2) throw new Error(`${places.join()} is answered by another in ${matches} strokes`)
      }
    }
    // So many stay that a guess of five in six succeeds in fewer than 1 in 1000 tries.
    expect(allowed).toBeGreaterThan(0.9 * ((8 * 7 * 6 * 5 * 4 * 3) / 5))
  })
})
