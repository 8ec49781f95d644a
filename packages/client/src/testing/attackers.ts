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
import { type Answer, type AskedChallenge, toAnswer, toChallenge } from './answer.ts'
import { type Intention, LIVE_HZ, livePerson } from './live-person.ts'
import {
  toBrowserReading,
  addMark,
  type Mover,
  type Reading,
  type ShownScan,
  STEADY_PEOPLE,
  syntheticPerson,
} from './mover.ts'

/** An attack: a description, the error that it must end with, and the function that creates its mover. */
export type Attacker = {
  /** The kind of the expected ScanError. */
  fails: Extract<ScanErrorKind, 'insufficient_signal' | 'not_alive' | 'challenge_missed'>
  does: string
  move(seed: number): Mover
}

const LATE_MS = 1200

/** Attackers that try to pass without a person, or without following the strokes. */
export const ATTACKERS = {
  'still-phone': {
    fails: 'insufficient_signal',
    does: 'a phone that lies on a table',
    move: (seed) => createLifelessMover('still', seed),
  },
  'white-noise': {
    fails: 'not_alive',
    does: 'random numbers on every axis',
    move: (seed) => createLifelessMover('noise', seed),
  },
  sine: {
    fails: 'not_alive',
    does: 'a phone that swings on a string',
    move: (seed) => createLifelessMover('swing', seed),
  },
  robot: {
    fails: 'not_alive',
    does: 'software that makes the right strokes in time, smoothly',
    move: (seed) => createLifelessMover('robot', seed),
  },
  replay: {
    fails: 'challenge_missed',
    does: 'a recording of a person who answered another challenge',
    move: (seed) => createReplayingMover(createPerson(seed), seed),
  },
  mirrored: {
    fails: 'challenge_missed',
    does: 'a person who moves left for right',
    move: (seed) => livePerson(createPerson(seed), { seed, understands: toMirrored }),
  },
  late: {
    fails: 'challenge_missed',
    does: 'a person who answers each stroke over a second late',
    move: (seed) =>
      livePerson(createPerson(seed), { seed, understands: (cue) => ({ ...cue, atMs: cue.atMs + LATE_MS }) }),
  },
  'wrong-way': {
    fails: 'challenge_missed',
    does: 'a person who moves up for every arrow',
    move: (seed) => livePerson(createPerson(seed), { seed, understands: (cue) => ({ ...cue, direction: 'up' }) }),
  },
} as const satisfies Record<string, Attacker>

/** A way to move a phone without a hand. */
type Lifeless = 'still' | 'noise' | 'swing' | 'robot'

type Stroke = { direction: Direction; atMs: number }

const STEP_MS = 1000 / 120
const GRAVITY = 9.81
// The screen faces the person, half upright.
const PITCH = 0.75

/** Creates a mover without a person. Only the robot reads the screen. */
function createLifelessMover(kind: Lifeless, seed: number): Mover {
  const strokes: Stroke[] = []
  let shown = -1
  return addMark({
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
  still: (_, random) => createShake(AT_REST, { acceleration: 0.03, turning: 0.1 }, random),
  noise: (_, random) => createShake(AT_REST, { acceleration: 1.5, turning: 40 }, random),
  swing: (ms, random) => createShake(createSwing(ms), { acceleration: 0.03, turning: 0.1 }, random),
  robot: (ms, random, strokes) => createShake(createPush(ms, strokes), { acceleration: 0.03, turning: 0.1 }, random),
}

const AT_REST: Reading = { ax: 0, ay: GRAVITY * Math.sin(PITCH), az: GRAVITY * Math.cos(PITCH), rx: 0, ry: 0, rz: 0 }

/** Computes a swing with a period of one second and a third of a radian to each side. */
function createSwing(ms: number): Reading {
  const phase = (2 * Math.PI * ms) / 1000
  const angle = 0.3 * Math.sin(phase)
  const turning = (0.6 * Math.PI * Math.cos(phase) * 180) / Math.PI
  return { ...AT_REST, ax: GRAVITY * Math.sin(angle), ay: GRAVITY * Math.cos(angle), az: 0, rz: turning }
}

const REACTION_MS = 350
const STROKE_MS = 500
const LENGTH_M = 0.15

/** Computes each stroke with minimum jerk, from where the previous one ended. */
function createPush(ms: number, strokes: readonly Stroke[]): Reading {
  const stroke = strokes.findLast(({ atMs }) => ms >= atMs + REACTION_MS)
  if (stroke === undefined) return AT_REST
  const push = computeMinimumJerk((ms - stroke.atMs - REACTION_MS) / STROKE_MS)
  const { right, up } = toUnit(stroke.direction)
  const [ax, lift] = [right * push, up * push]
  return { ...AT_REST, ax, ay: AT_REST.ay + lift * Math.sin(PITCH), az: AT_REST.az + lift * Math.cos(PITCH) }
}

/** Computes the acceleration of a minimum-jerk stroke (Flash and Hogan 1985) after `share` of its duration. */
function computeMinimumJerk(share: number): number {
  if (share <= 0 || share >= 1) return 0
  return ((LENGTH_M * 1e6) / STROKE_MS ** 2) * (60 * share - 180 * share ** 2 + 120 * share ** 3)
}

function createShake(reading: Reading, by: { acceleration: number; turning: number }, random: Random): Reading {
  // The sum of three uniform numbers approximates a normal distribution.
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

/** Creates a mover that replays a person's answer to another challenge when the strokes begin. */
function createReplayingMover(person: SyntheticPerson, seed: number): Mover {
  const random = seededRandom(seed)
  const recording = strokesOf(person, generateChallenge(random).strokes, random, {
    rateHz: LIVE_HZ,
    rounding: { acceleration: 0, rotation: 0 },
  })
  let startMs: number | null = null
  return addMark({
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

/** The name of an attacker of the testing kit. */
export type AttackerName = keyof typeof ATTACKERS

/**
 * Creates an attacker that moves a simulated phone while a page scans. `name` is a key of `ATTACKERS`; the seed selects a variant. A mover sees the
 * progress of the scan and returns sensor readings.
 *
 * @returns the mover, to pass to `virtualSource`, `installVirtualMotion` or `driveVirtualSensors`.
 * @example
 * const startPhone = () => installVirtualMotion(window, { mover: liveAttacker('replay') })
 */
export function liveAttacker(name: AttackerName, { seed = 1 }: { seed?: number } = {}): Mover {
  return ATTACKERS[name].move(seed)
}

/**
 * Simulates an attacker who answers a challenge. `name` is a key of `ATTACKERS`; the seed selects a variant.
 *
 * @returns an answer that a correct verifier must fail with `ATTACKERS[name].fails`.
 * @example
 * const { verdict } = verifyContinuity(attackAs('robot', challenge))
 */
export function attackAs(name: AttackerName, asked: AskedChallenge, options: { seed?: number } = {}): Answer {
  const challenge = toChallenge(asked)
  return toAnswer(record(liveAttacker(name, options), challenge), challenge)
}

const RATE_HZ = 60
// People watch the screen for a while before the first stroke.
const BEFORE_MS = 1000

/**
 * Simulates a scan without a page: shows the strokes of the challenge to a mover (a simulated person or attacker), and returns the samples of its
 * phone at 60 Hz. Time 0 is the start of the challenge.
 */
export function record(mover: Mover, challenge: Challenge): ImuSample[] {
  mover.see({ phase: 'countdown', stroke: null }, 0)
  const count = Math.floor((challenge.durationMs * RATE_HZ) / 1000) + 1
  return Array.from({ length: count }, (_, k) => {
    const t = (k * 1000) / RATE_HZ
    mover.see(findShown(challenge, t), BEFORE_MS + t)
    return { t, ...toBrowserReading(mover.feel(BEFORE_MS + t)) }
  })
}

function findShown({ strokes }: Challenge, t: number): ShownScan {
  const index = strokes.findLastIndex(({ atMs }) => t >= atMs)
  const stroke = strokes[index]
  if (stroke === undefined) return { phase: 'capturing', stroke: null }
  const { direction } = stroke
  const words = strokeWords(direction)
  return { phase: 'capturing', stroke: { index, of: strokes.length, direction, words, state: 'now' } }
}

function createPerson(seed: number) {
  return syntheticPerson(STEADY_PEOPLE[seed % STEADY_PEOPLE.length] ?? STEADY_PEOPLE[0])
}

/** Swaps left and right. */
function toMirrored(cue: Intention): Intention {
  const direction = cue.direction.replace(/left|right/, (side) => (side === 'left' ? 'right' : 'left')) as Direction
  return { ...cue, direction }
}

/** Converts a direction to a vector of length 1. */
function toUnit(direction: Direction): { right: number; up: number } {
  const right = direction.endsWith('right') ? 1 : direction.endsWith('left') ? -1 : 0
  const up = direction.startsWith('up') ? 1 : direction.startsWith('down') ? -1 : 0
  const length = Math.hypot(right, up)
  return { right: right / length, up: up / length }
}
