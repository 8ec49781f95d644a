import {
  type Challenge,
  type Direction,
  generateChallenge,
  type ImuSample,
  type Random,
  seededRandom,
  strokeWords,
} from '@stillhere/engine'
import { strokesOf, type SyntheticPerson } from '@stillhere/engine/synthetic'
import type { ScanErrorKind } from '../capture/scan-error.ts'
import { type Answer, type Asked, toAnswer, toChallenge } from './answer.ts'
import { type Intention, LIVE_HZ, livePerson } from './live-person.ts'
import {
  asBrowsersRound,
  markMover,
  type Mover,
  type Reading,
  type Shown,
  STEADY_PEOPLE,
  syntheticPerson,
} from './mover.ts'

/** An attack by name: what it does, and what it is to be refused for. */
export type Attacker = {
  /** The kind of ScanError that a scan ends with. */
  fails: Extract<ScanErrorKind, 'insufficient_signal' | 'not_alive' | 'challenge_missed'>
  does: string
  move(seed: number): Mover
}

const LATE_MS = 1200

/** Who tries to pass without being there, or without doing what is asked. */
export const ATTACKERS = {
  'still-phone': {
    fails: 'insufficient_signal',
    does: 'a phone that lies on a table',
    move: (seed) => lifelessMover('still', seed),
  },
  'white-noise': {
    fails: 'not_alive',
    does: 'random numbers on every axis',
    move: (seed) => lifelessMover('noise', seed),
  },
  sine: { fails: 'not_alive', does: 'a phone that swings on a string', move: (seed) => lifelessMover('swing', seed) },
  robot: {
    fails: 'not_alive',
    does: 'software that makes the right strokes in time, smoothly',
    move: (seed) => lifelessMover('robot', seed),
  },
  replay: {
    fails: 'challenge_missed',
    does: 'a recording of a person who answered another challenge',
    move: (seed) => replayingMover(aPerson(seed), seed),
  },
  mirrored: {
    fails: 'challenge_missed',
    does: 'a person who moves left for right',
    move: (seed) => livePerson(aPerson(seed), { seed, understands: mirror }),
  },
  late: {
    fails: 'challenge_missed',
    does: 'a person who answers each stroke over a second late',
    move: (seed) => livePerson(aPerson(seed), { seed, understands: (cue) => ({ ...cue, atMs: cue.atMs + LATE_MS }) }),
  },
  'wrong-way': {
    fails: 'challenge_missed',
    does: 'a person who always moves up, whatever is asked',
    move: (seed) => livePerson(aPerson(seed), { seed, understands: (cue) => ({ ...cue, direction: 'up' }) }),
  },
} as const satisfies Record<string, Attacker>

/** What moves a phone without a hand. */
type Lifeless = 'still' | 'noise' | 'swing' | 'robot'

type Stroke = { direction: Direction; atMs: number }

const STEP_MS = 1000 / 120
const GRAVITY = 9.81
// The screen looks at the person, half upright.
const PITCH = 0.75

/** Something lifeless that moves a phone; the robot alone looks at the screen. */
function lifelessMover(kind: Lifeless, seed: number): Mover {
  const strokes: Stroke[] = []
  let shown = -1
  return markMover({
    see: ({ phase, stroke }, ms) => {
      if (phase !== 'capturing') shown = -1
      if (stroke?.state !== 'now' || stroke.index === shown) return
      shown = stroke.index
      strokes.push({ direction: stroke.direction, atMs: ms })
    },
    feel: (ms) => {
      const step = Math.floor(ms / STEP_MS)
      const random = seededRandom(seed * 1_000_003 + step)
      return MOVES[kind](step * STEP_MS, random, strokes)
    },
  })
}

const MOVES: Record<Lifeless, (ms: number, random: Random, strokes: readonly Stroke[]) => Reading> = {
  still: (_, random) => shaken(AT_REST, { acceleration: 0.03, turning: 0.1 }, random),
  noise: (_, random) => shaken(AT_REST, { acceleration: 1.5, turning: 40 }, random),
  swing: (ms, random) => shaken(swinging(ms), { acceleration: 0.03, turning: 0.1 }, random),
  robot: (ms, random, strokes) => shaken(pushAlong(ms, strokes), { acceleration: 0.03, turning: 0.1 }, random),
}

const AT_REST: Reading = { ax: 0, ay: GRAVITY * Math.sin(PITCH), az: GRAVITY * Math.cos(PITCH), rx: 0, ry: 0, rz: 0 }

/** A second to and fro, a third of a radian to each side. */
function swinging(ms: number): Reading {
  const phase = (2 * Math.PI * ms) / 1000
  const angle = 0.3 * Math.sin(phase)
  const turning = (0.6 * Math.PI * Math.cos(phase) * 180) / Math.PI
  return { ...AT_REST, ax: GRAVITY * Math.sin(angle), ay: GRAVITY * Math.cos(angle), az: 0, rz: turning }
}

const REACTION_MS = 350
const STROKE_MS = 500
const LENGTH_M = 0.15

/** Each stroke with minimum jerk, from where the one before ended. */
function pushAlong(ms: number, strokes: readonly Stroke[]): Reading {
  const stroke = strokes.findLast(({ atMs }) => ms >= atMs + REACTION_MS)
  if (stroke === undefined) return AT_REST
  const push = minimumJerk((ms - stroke.atMs - REACTION_MS) / STROKE_MS)
  const { right, up } = toUnit(stroke.direction)
  const [ax, lift] = [right * push, up * push]
  return { ...AT_REST, ax, ay: AT_REST.ay + lift * Math.sin(PITCH), az: AT_REST.az + lift * Math.cos(PITCH) }
}

/** Acceleration of a minimum-jerk stroke (Flash and Hogan 1985), `share` of its time after its start. */
function minimumJerk(share: number): number {
  if (share <= 0 || share >= 1) return 0
  return ((LENGTH_M * 1e6) / STROKE_MS ** 2) * (60 * share - 180 * share ** 2 + 120 * share ** 3)
}

function shaken(reading: Reading, by: { acceleration: number; turning: number }, random: Random): Reading {
  // Three even numbers together are as good as a normal one.
  const noise = () => 2 * (random() + random() + random() - 1.5)
  const [a, t] = [by.acceleration, by.turning]
  return {
    ax: reading.ax + a * noise(),
    ay: reading.ay + a * noise(),
    az: reading.az + a * noise(),
    rx: reading.rx + t * noise(),
    ry: reading.ry + t * noise(),
    rz: reading.rz + t * noise(),
  }
}

/** Plays the answer of a person to a challenge of another time, from the moment that the strokes begin. */
function replayingMover(person: SyntheticPerson, seed: number): Mover {
  const random = seededRandom(seed)
  const recording = strokesOf(person, generateChallenge(random).strokes, random, {
    rateHz: LIVE_HZ,
    rounding: { acceleration: 0, rotation: 0 },
  })
  let startMs: number | null = null
  return markMover({
    see: ({ phase }, ms) => {
      if (phase !== 'capturing') startMs = null
      else startMs ??= ms
    },
    feel: (ms) => {
      const index = Math.floor(((ms - (startMs ?? ms)) * LIVE_HZ) / 1000)
      const { ax, ay, az, rx = 0, ry = 0, rz = 0 } = recording[index % recording.length] ?? { ax: 0, ay: 0, az: 0 }
      return { ax, ay, az, rx, ry, rz }
    },
  })
}

export type AttackerName = keyof typeof ATTACKERS

/** The attacker as somebody who moves a phone before a page. */
export function liveAttacker(name: AttackerName, { seed = 1 }: { seed?: number } = {}): Mover {
  return ATTACKERS[name].move(seed)
}

/** What the attacker gives as an answer to a challenge. */
export function attackAs(name: AttackerName, asked: Asked, options: { seed?: number } = {}): Answer {
  const challenge = toChallenge(asked)
  return toAnswer(record(liveAttacker(name, options), challenge), challenge)
}

const RATE_HZ = 60
// People look at the screen for a while before the first stroke.
const BEFORE_MS = 1000

/** What a phone records at 60 Hz, from the start of the challenge on, while the mover sees its strokes. */
export function record(mover: Mover, challenge: Challenge): ImuSample[] {
  mover.see({ phase: 'countdown', stroke: null }, 0)
  const count = Math.floor((challenge.durationMs * RATE_HZ) / 1000) + 1
  return Array.from({ length: count }, (_, k) => {
    const t = (k * 1000) / RATE_HZ
    mover.see(findShown(challenge, t), BEFORE_MS + t)
    return { t, ...asBrowsersRound(mover.feel(BEFORE_MS + t)) }
  })
}

function findShown({ strokes }: Challenge, t: number): Shown {
  const index = strokes.findLastIndex(({ atMs }) => t >= atMs)
  const stroke = strokes[index]
  if (stroke === undefined) return { phase: 'capturing', stroke: null }
  const { direction } = stroke
  const words = strokeWords(direction)
  return { phase: 'capturing', stroke: { index, of: strokes.length, direction, words, state: 'now' } }
}

function aPerson(seed: number) {
  return syntheticPerson(STEADY_PEOPLE[seed % STEADY_PEOPLE.length] ?? STEADY_PEOPLE[0])
}

/** Left for right. */
function mirror(cue: Intention): Intention {
  const direction = cue.direction.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')) as Direction
  return { ...cue, direction }
}

/** One meter in this direction: how far to the right, and how far up. */
function toUnit(direction: Direction): { right: number; up: number } {
  const right = direction.endsWith('right') ? 1 : direction.endsWith('left') ? -1 : 0
  const up = direction.startsWith('up') ? 1 : direction.startsWith('down') ? -1 : 0
  const length = Math.hypot(right, up)
  return { right: right / length, up: up / length }
}
