import type { Random } from '../random.ts'
import {
  type Challenge,
  type CommandedStroke,
  DIRECTIONS,
  type Direction,
  GAP_MS,
  guessableProblem,
  LEAD_MS,
  STROKES,
  TAIL_MS,
} from './challenge.ts'

// A broken source (always the same number, or none at all) must not hang the server.
const MAX_DRAWS = 1000
const FALLBACK: readonly Direction[] = ['up-left', 'right', 'down', 'left', 'up-right', 'down-left']

/**
 * Returns six strokes in unforeseeable directions at unforeseeable times. The server draws from a cryptographic source;
 * tests use `generateChallenge(seededRandom(1))`. Throws a TypeError where `random` is not a function.
 */
export function generateChallenge(random: Random): Challenge {
  if (typeof random !== 'function') throw new TypeError('random must be a function')
  let atMs = 0
  const strokes = drawDirections(random).map((direction, i): CommandedStroke => {
    const { least, most } = i === 0 ? LEAD_MS : GAP_MS
    atMs += least + drawInteger(random, most - least + 1)
    return { direction, atMs }
  })
  return { version: 1, strokes, durationMs: atMs + TAIL_MS }
}

function drawDirections(random: Random): readonly Direction[] {
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const directions = Array.from({ length: STROKES }, () => DIRECTIONS[drawInteger(random, DIRECTIONS.length)])
    if (guessableProblem(directions) === null) return directions
  }
  return FALLBACK
}

/** A whole number in [0, below), whatever the source says. */
function drawInteger(random: Random, below: number): number {
  const number = Math.floor(random() * below)
  return number >= 0 && number < below ? number : 0
}
