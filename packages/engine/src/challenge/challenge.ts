import { readMembers } from '../members.ts'

/** Where a stroke goes, as the person who looks at the phone sees it: up is away from the floor, right is the right hand's side. */
export const DIRECTIONS = ['right', 'up-right', 'up', 'up-left', 'left', 'down-left', 'down', 'down-right'] as const

export type Direction = (typeof DIRECTIONS)[number]

/** A stroke to be begun soon after `atMs`, counted from the start of the challenge. */
export type CommandedStroke = { direction: Direction; atMs: number }

/** What the person is asked to do; plain JSON, so that it can be sealed and sent. */
export type Challenge = { version: 1; strokes: CommandedStroke[]; durationMs: number }

export const STROKES = 6
/** The first cue comes so late that the phone was seen at rest before it. */
export const LEAD_MS = { least: 600, most: 850 }
/** From cue to cue: time to react, to stroke and to stop. With the lead and the tail 8 to 10 s in all. */
export const GAP_MS = { least: 1180, most: 1530 }
// Closer together, one movement could answer two cues: strokes begin up to 940 ms after one.
const LEAST_GAP_MS = 1100
/** From the last cue to the end: a late reaction and a stroke. */
export const TAIL_MS = 1500

/** In radians, counterclockwise from right. */
export function angleOf(direction: Direction): number {
  return (DIRECTIONS.indexOf(direction) * Math.PI) / 4
}

/**
 * Returns what to tell the person, such as "Move the phone straight up, and stop there." for `strokeWords('up')`.
 * Throws a RangeError where `direction` is none of DIRECTIONS.
 */
export function strokeWords(direction: Direction): string {
  if (!DIRECTIONS.includes(direction)) throw new RangeError('direction is none of DIRECTIONS')
  return `Move the phone straight ${direction.replace('-', ' and to the ')}, and stop there.`
}

/** Returns what is wrong with a challenge in words, or null for one that is well formed and not too easy to guess. */
export function challengeProblem(challenge: unknown): string | null {
  if (typeof challenge !== 'object' || challenge === null) return 'the challenge is not an object'
  const { version, strokes, durationMs } = challenge as Partial<Challenge>
  if (version !== 1) return 'the challenge is not of version 1'
  if (!Array.isArray(strokes) || strokes.length !== STROKES) return `the challenge does not hold ${STROKES} strokes`
  if (!strokes.every(isCommandedStroke)) return 'a stroke of the challenge has no known direction or no time'
  return timingProblem(strokes, durationMs) ?? guessableProblem(strokes.map(({ direction }) => direction))
}

function isCommandedStroke(stroke: unknown): stroke is CommandedStroke {
  const { direction, atMs } = readMembers(stroke)
  return DIRECTIONS.includes(direction as Direction) && Number.isFinite(atMs)
}

function timingProblem(strokes: readonly CommandedStroke[], durationMs: unknown): string | null {
  const apart = strokes.every(
    ({ atMs }, i) => atMs - (i === 0 ? 0 : strokes[i - 1].atMs) >= (i === 0 ? 0 : LEAST_GAP_MS),
  )
  if (!apart) return `the strokes of the challenge do not follow each other by ${LEAST_GAP_MS} ms or more`
  const ends = typeof durationMs === 'number' && durationMs > strokes[STROKES - 1].atMs
  return ends ? null : 'the challenge ends before its last stroke'
}

/**
 * Why a sequence would be too easy to answer without knowing it, or null. Six different directions tell more of a person than
 * repeated ones, and no constant, turned or mirrored answer matches more than two of them.
 */
export function guessableProblem(directions: readonly Direction[]): string | null {
  return new Set(directions).size < directions.length ? 'a direction comes twice' : null
}
