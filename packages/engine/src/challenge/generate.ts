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

/**
 * Returns six strokes in different directions, in an unforeseeable order at unforeseeable times. The server draws from a cryptographic source;
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

/** Six of the eight, in any order (Fisher and Yates 1938). */
function drawDirections(random: Random): Direction[] {
  const left = [...DIRECTIONS]
  return Array.from({ length: STROKES }, () => left.splice(drawInteger(random, left.length), 1)[0])
}

/** A whole number in [0, below), whatever the source says: a broken one must not break the server. */
function drawInteger(random: Random, below: number): number {
  const number = Math.floor(random() * below)
  return number >= 0 && number < below ? number : 0
}
