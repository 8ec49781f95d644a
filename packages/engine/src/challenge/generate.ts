import type { Random } from '../random.ts'
import {
  type Challenge,
  type CommandedStroke,
  DIRECTIONS,
  type Direction,
  GAP_MS,
  LEAD_MS,
  STROKES,
  TAIL_MS,
} from './challenge.ts'
import { staysWithinReach } from './reach.ts'

/** A person is enrolled with so many challenges, and with one more if they agree. */
const ENROLLMENT_ROUNDS = 3
/** Directions that a challenge does not ask for. */
const SPARED = DIRECTIONS.length - STROKES

/**
 * Returns six strokes in different directions, in an unforeseeable order at unforeseeable times. The server draws from a cryptographic source;
 * tests use `generateChallenge(seededRandom(1))`. Throws a TypeError where `random` is not a function.
 */
export function generateChallenge(random: Random): Challenge {
  demandFunction(random)
  return timeStrokes(drawDirections(DIRECTIONS, random), random)
}

/**
 * Returns the challenges to enroll with. Each leaves out two directions, and no two the same, so that every direction comes
 * twice or three times; with a fourth round, every one three times. Throws a TypeError where `random` is not a function or `count`
 * is neither 3 nor 4.
 */
export function generateEnrollment(random: Random, count: 3 | 4 = ENROLLMENT_ROUNDS): Challenge[] {
  demandFunction(random)
  if (count !== 3 && count !== 4) throw new TypeError('count must be 3 or 4')
  const six = drawSix(DIRECTIONS, random)
  const leftOut = [...six, ...DIRECTIONS.filter((direction) => !six.includes(direction))]
  return Array.from({ length: count }, (_, round) => {
    const spared = leftOut.slice(round * SPARED, (round + 1) * SPARED)
    const asked = DIRECTIONS.filter((direction) => !spared.includes(direction))
    return timeStrokes(drawDirections(asked, random), random)
  })
}

function demandFunction(random: Random): void {
  if (typeof random !== 'function') throw new TypeError('random must be a function')
}

function timeStrokes(directions: readonly Direction[], random: Random): Challenge {
  let atMs = 0
  const strokes = directions.map((direction, i): CommandedStroke => {
    const { least, most } = i === 0 ? LEAD_MS : GAP_MS
    atMs += least + drawInteger(random, most - least + 1)
    return { direction, atMs }
  })
  return { version: 1, strokes, durationMs: atMs + TAIL_MS }
}

// Three draws of four stay within reach. A broken source that never does gets a well formed challenge all the same.
const MOST_DRAWS = 100

/** Six of them, in any order that keeps the hand within reach. */
function drawDirections(directions: readonly Direction[], random: Random): Direction[] {
  for (let draws = 1; ; draws++) {
    const drawn = drawSix(directions, random)
    if (staysWithinReach(drawn) || draws === MOST_DRAWS) return drawn
  }
}

/** Six of them, in any order (Fisher and Yates 1938). */
function drawSix(directions: readonly Direction[], random: Random): Direction[] {
  const left = [...directions]
  return Array.from({ length: STROKES }, () => left.splice(drawInteger(random, left.length), 1)[0])
}

/** A whole number in [0, below), whatever the source says: a broken one must not break the server. */
function drawInteger(random: Random, below: number): number {
  const number = Math.floor(random() * below)
  return number >= 0 && number < below ? number : 0
}
