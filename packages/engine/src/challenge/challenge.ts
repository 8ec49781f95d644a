import { readMembers } from '../capture.ts'
import type { Random } from '../random.ts'

/** Number of challenges for an enrollment; a fourth one is optional. */
const ENROLLMENT_ROUNDS = 3

/**
 * Directions of strokes as seen by the person looking at the phone: up is away from the floor, right is towards the
 * right hand.
 */
export const DIRECTIONS = ['right', 'up-right', 'up', 'up-left', 'left', 'down-left', 'down', 'down-right'] as const

export const STROKES = 6

/** Number of directions that a challenge leaves out. */
const SPARED = DIRECTIONS.length - STROKES

/**
 * Returns a challenge of six strokes in different directions, in an unpredictable order at unpredictable times. A
 * server passes a cryptographic source of numbers in [0, 1) as `random`; tests pass `seededRandom(1)`. Throws a
 * TypeError if `random` isn't a function.
 *
 * @example
 * const challenge = generateChallenge(seededRandom(1))
 */
export function generateChallenge(random: Random): Challenge {
  requireFunction(random)
  return addTimes(drawDirections(DIRECTIONS, random), random)
}

/**
 * Returns the challenges for an enrollment, one for each round. Each challenge leaves out two directions, different
 * ones in each round, so every direction occurs two or three times; with four rounds, each occurs three times. Throws a
 * TypeError if `random` isn't a function or `count` is neither 3 nor 4.
 *
 * @example
 * const challenges = generateEnrollment(seededRandom(1))
 */
export function generateEnrollment(random: Random, count: 3 | 4 = ENROLLMENT_ROUNDS): Challenge[] {
  requireFunction(random)
  if (count !== 3 && count !== 4) throw new TypeError('count must be 3 or 4')
  const six = drawSix(DIRECTIONS, random)
  const leftOut = [...six, ...DIRECTIONS.filter((direction) => !six.includes(direction))]
  return Array.from({ length: count }, (_, round) => {
    const spared = leftOut.slice(round * SPARED, (round + 1) * SPARED)
    const asked = DIRECTIONS.filter((direction) => !spared.includes(direction))
    return addTimes(drawDirections(asked, random), random)
  })
}

function requireFunction(random: Random): void {
  if (typeof random !== 'function') throw new TypeError('random must be a function')
}

function addTimes(directions: readonly Direction[], random: Random): Challenge {
  let atMs = 0
  const strokes = directions.map((direction, i): CommandedStroke => {
    const { least, most } = i === 0 ? LEAD_MS : GAP_MS
    atMs += least + drawInteger(random, most - least + 1)
    return { direction, atMs }
  })
  return { version: 1, strokes, durationMs: atMs + TAIL_MS }
}

// Three of four draws stay within reach. A broken source that never does still gets a well-formed challenge.
const MOST_DRAWS = 100

/** Returns six of the directions in random order, such that the hand stays within reach. */
function drawDirections(directions: readonly Direction[], random: Random): Direction[] {
  for (let draws = 1; ; draws++) {
    const drawn = drawSix(directions, random)
    if (isWithinReach(drawn) || draws === MOST_DRAWS) return drawn
  }
}

/** Returns six of the directions in random order (Fisher and Yates 1938). */
function drawSix(directions: readonly Direction[], random: Random): Direction[] {
  const left = [...directions]
  return Array.from({ length: STROKES }, () => left.splice(drawInteger(random, left.length), 1)[0])
}

/**
 * Returns a random integer in [0, below). An invalid number from the source counts as 0, so that it cannot break the
 * server.
 */
function drawInteger(random: Random, below: number): number {
  const number = Math.floor(random() * below)
  return number >= 0 && number < below ? number : 0
}

/** How far the hand may go from its start, in strokes; beyond that the arm would have to stretch. */
const REACH = 1.9

/**
 * Returns whether the hand stays within reach of its start (1.9 stroke lengths) if each stroke starts where the
 * previous one ended. Of the 20,160 orders of six different directions 14,688 do, including some of every six.
 */
export function isWithinReach(directions: readonly Direction[]): boolean {
  let [right, up] = [0, 0]
  return directions.every((direction) => {
    right += Math.cos(computeAngle(direction))
    up += Math.sin(computeAngle(direction))
    return Math.hypot(right, up) <= REACH
  })
}

/** One of `DIRECTIONS`. */
export type Direction = (typeof DIRECTIONS)[number]

/** A stroke to start soon after `atMs`, relative to the start of the challenge. */
export type CommandedStroke = { direction: Direction; atMs: number }

/** The strokes that a person is asked to make; plain JSON, so that it can be sealed and sent. */
export type Challenge = { version: 1; strokes: CommandedStroke[]; durationMs: number }

/** The first cue comes late enough to see the phone at rest before it. */
export const LEAD_MS = { least: 600, most: 850 }
/** From cue to cue: time to react, to make the stroke and to stop. With the lead and the tail, 8 to 10 s in all. */
export const GAP_MS = { least: 1180, most: 1530 }
// Closer together, one movement could answer two cues: strokes begin up to 940 ms after one.
const LEAST_GAP_MS = 1100
/** From the last cue to the end: time for a late reaction and a stroke. */
export const TAIL_MS = 1500

/** Returns the angle of a direction in radians, counterclockwise from right. */
export function computeAngle(direction: Direction): number {
  return (DIRECTIONS.indexOf(direction) * Math.PI) / 4
}

/**
 * Returns the instruction for a stroke, such as "Move the phone straight up, and stop there." for `strokeWords('up')`.
 * Throws a RangeError if `direction` isn't one of DIRECTIONS.
 *
 * @example
 * strokeWords('up') // 'Move the phone straight up, and stop there.'
 */
export function strokeWords(direction: Direction): string {
  if (!DIRECTIONS.includes(direction)) throw new RangeError('direction is none of DIRECTIONS')
  return `Move the phone straight ${direction.replace('-', ' and to the ')}, and stop there.`
}

/**
 * Returns what is wrong with a challenge, in words, or null if it is well formed and not too easy to guess. Accepts any
 * value. Never throws.
 */
export function challengeProblem(challenge: unknown): string | null {
  if (typeof challenge !== 'object' || challenge === null) return 'the challenge is not an object'
  const { version, strokes, durationMs } = challenge as Partial<Challenge>
  if (version !== 1) return 'the challenge is not of version 1'
  if (!Array.isArray(strokes) || strokes.length !== STROKES) return `the challenge does not hold ${STROKES} strokes`
  if (!strokes.every(isCommandedStroke)) return 'a stroke of the challenge has no known direction or no time'
  return checkTiming(strokes, durationMs) ?? checkGuessable(strokes.map(({ direction }) => direction))
}

function isCommandedStroke(stroke: unknown): stroke is CommandedStroke {
  const { direction, atMs } = readMembers(stroke)
  return DIRECTIONS.includes(direction as Direction) && Number.isFinite(atMs)
}

function checkTiming(strokes: readonly CommandedStroke[], durationMs: unknown): string | null {
  const apart = strokes.every(
    ({ atMs }, i) => atMs - (i === 0 ? 0 : strokes[i - 1].atMs) >= (i === 0 ? 0 : LEAST_GAP_MS),
  )
  if (!apart) return `the strokes of the challenge do not follow each other by ${LEAST_GAP_MS} ms or more`
  const ends = typeof durationMs === 'number' && durationMs > strokes[STROKES - 1].atMs
  return ends ? null : 'the challenge ends before its last stroke'
}

/**
 * Returns why a sequence of directions is too easy to answer without knowing it, in words, or null if it isn't: no
 * direction may occur twice. Against six different directions no constant, rotated or mirrored answer matches more than
 * two.
 */
export function checkGuessable(directions: readonly Direction[]): string | null {
  return new Set(directions).size < directions.length ? 'a direction comes twice' : null
}
