import type { ImuSample } from '../../packages/engine/src/capture.ts'
import {
  computeAngle,
  type Challenge,
  type CommandedStroke,
  type Direction,
  DIRECTIONS,
  GAP_MS,
  generateChallenge,
  LEAD_MS,
} from '../../packages/engine/src/challenge/challenge.ts'
import { normal, type Random } from '../../packages/engine/src/random.ts'
import { type PerformedStroke, performSamples } from '../../packages/engine/test/performed-strokes.ts'
import type { StrokeTake } from '../training/challenge.ts'
import { AS_RECORDED, pick, playAnswer, reactionMs, type Sensor, willingAnswer } from './challenge-answers.ts'

export type Attack = (challenge: Challenge, takes: readonly StrokeTake[], sensor: Sensor, random: Random) => ImuSample[]

/**
 * Answers of those who do not know the directions. Where a name says "on cue" they know the times, which is more than a blind
 * attacker has; mirrored, delayed and replayed answers are right ones, changed.
 */
export const ATTACKS: Readonly<Record<string, Attack>> = {
  'recorded strokes on cue': (challenge, takes, sensor, random) =>
    answerFromRecordings(onCue(challenge, random), guessDirections(random), { takes, sensor, random }),
  'recorded strokes at guessed times': (_, takes, sensor, random) =>
    answerFromRecordings(usualOnsets(), guessDirections(random), { takes, sensor, random }),
  'one direction on cue': (challenge, takes, sensor, random) =>
    answerFromRecordings(onCue(challenge, random), Array(6).fill(anyDirection(random)), { takes, sensor, random }),
  'opposite directions in turn on cue': (challenge, takes, sensor, random) => {
    const k = Math.floor(8 * random())
    const line = [0, 4, 0, 4, 0, 4].map((add) => DIRECTIONS[(k + add) % 8])
    return answerFromRecordings(onCue(challenge, random), line, { takes, sensor, random })
  },
  'round the clock on cue': (challenge, takes, sensor, random) => {
    const k = Math.floor(8 * random())
    const round = [0, 1, 2, 3, 4, 5].map((add) => DIRECTIONS[(k + add) % 8])
    return answerFromRecordings(onCue(challenge, random), round, { takes, sensor, random })
  },
  'answer to another challenge': (_, takes, sensor, random) =>
    willingAnswer(generateChallenge(random), takes, { person: AS_RECORDED, sensor, random }),
  'mirrored left and right': (challenge, takes, sensor, random) =>
    answerMirrored(challenge, takes, { sensor, random, mirror: (k) => 12 - k }),
  'mirrored up and down': (challenge, takes, sensor, random) =>
    answerMirrored(challenge, takes, { sensor, random, mirror: (k) => 8 - k }),
  'opposite of everything': (challenge, takes, sensor, random) =>
    answerMirrored(challenge, takes, { sensor, random, mirror: (k) => k + 4 }),
  'turned by an eighth': (challenge, takes, sensor, random) =>
    answerMirrored(challenge, takes, { sensor, random, mirror: (k) => k + 1 }),
  'delayed by 1 to 1.5 s': (challenge, takes, sensor, random) => {
    const samples = willingAnswer(challenge, takes, { person: AS_RECORDED, sensor, random })
    const late = 1000 + 500 * random()
    return samples.map((sample) => ({ ...sample, t: sample.t + late }))
  },
  'minimum-jerk strokes on cue': (challenge, _, sensor, random) =>
    answerConstructed(
      onCue(challenge, random).map((onsetMs) => movement(onsetMs, computeAngle(anyDirection(random)), random)),
      challenge,
      sensor,
      random,
    ),
  'minimum-jerk between directions on cue': (challenge, _, sensor, random) =>
    answerConstructed(
      onCue(challenge, random).map((onsetMs) =>
        movement(onsetMs, computeAngle(anyDirection(random)) + Math.PI / 8, random),
      ),
      challenge,
      sensor,
      random,
    ),
  'quick strokes in all directions on cue': (challenge, _, sensor, random) =>
    answerConstructed(
      onCue(challenge, random).flatMap((onsetMs) => volley(onsetMs, 8, 110, random)),
      challenge,
      sensor,
      random,
    ),
  'three strokes on cue': (challenge, _, sensor, random) =>
    answerConstructed(
      onCue(challenge, random).flatMap((onsetMs) => volley(onsetMs, 3, 300, random)),
      challenge,
      sensor,
      random,
    ),
  'all strokes at once on cue': (challenge, takes, sensor, random) => sumOfTakes(challenge, takes, sensor, random),
  'shaking on all axes': (challenge, _, sensor, random) => shaken(challenge, sensor, random, () => 0),
  circles: (challenge, _, sensor, random) => shaken(challenge, sensor, random, (axis) => (axis * Math.PI) / 2),
  'strong noise': (challenge, _, sensor, random) => noisy(challenge, sensor, random),
  'still hand': (challenge, takes, sensor, random) => {
    const samples = answerFromRecordings([60_000], [anyDirection(random)], { takes, sensor, random })
    return samples.filter(({ t }) => t <= challenge.durationMs)
  },
}

type Given = { takes: readonly StrokeTake[]; sensor: Sensor; random: Random }

function onCue({ strokes }: Challenge, random: Random): number[] {
  return strokes.map(({ atMs }) => atMs + reactionMs(random))
}

/** The middle of the times that challenges have, plus a usual reaction. */
function usualOnsets(): number[] {
  const middle = ({ least, most }: { least: number; most: number }) => (least + most) / 2
  return [0, 1, 2, 3, 4, 5].map((i) => middle(LEAD_MS) + middle(GAP_MS) * i + 380)
}

/** Any six directions of which none follows itself, as in every challenge. */
function guessDirections(random: Random): Direction[] {
  return generateChallenge(random).strokes.map(({ direction }) => direction)
}

function anyDirection(random: Random): Direction {
  return DIRECTIONS[Math.floor(random() * DIRECTIONS.length)]
}

function answerFromRecordings(
  onsets: readonly number[],
  directions: readonly Direction[],
  { takes, sensor, random }: Given,
): ImuSample[] {
  const strokes = onsets.map((onsetMs, i) => ({
    take: pick(takes, directions[i], random),
    onsetMs,
    pauseMs: null,
    person: AS_RECORDED,
  }))
  return playAnswer(strokes, onsets[onsets.length - 1] + 2500, sensor, random)
}

function answerMirrored(
  challenge: Challenge,
  takes: readonly StrokeTake[],
  { sensor, random, mirror }: { sensor: Sensor; random: Random; mirror: (k: number) => number },
): ImuSample[] {
  const strokes = challenge.strokes.map(({ direction, atMs }): CommandedStroke => {
    return { direction: DIRECTIONS[mirror(DIRECTIONS.indexOf(direction)) % 8], atMs }
  })
  return willingAnswer({ ...challenge, strokes }, takes, { person: AS_RECORDED, sensor, random })
}

function movement(onsetMs: number, angle: number, random: Random): PerformedStroke[] {
  return [{ onsetMs, durationMs: 400 + 400 * random(), angle, distanceM: 0.15 + 0.2 * random() }]
}

/** So many strokes one right after the other, each in another direction. */
function volley(onsetMs: number, count: number, durationMs: number, random: Random): PerformedStroke[][] {
  const start = Math.floor(8 * random())
  return Array.from({ length: count }, (_, i) => [
    {
      onsetMs: onsetMs + i * durationMs,
      durationMs,
      angle: computeAngle(DIRECTIONS[(start + 3 * i) % 8]),
      distanceM: 0.00004 * durationMs ** 1.5,
    },
  ])
}

function answerConstructed(
  strokes: readonly PerformedStroke[][],
  { durationMs }: Challenge,
  { hz, rounded }: Sensor,
  random: Random,
): ImuSample[] {
  const samples = performSamples({ strokes: strokes.flat(), durationMs, hz, noise: 0.1, random })
  return rounded ? samples.map(toBrowser) : samples
}

function toBrowser({ t, ax, ay, az }: ImuSample): ImuSample {
  return { t, ax: Math.round(10 * ax) / 10, ay: Math.round(10 * ay) / 10, az: Math.round(10 * az) / 10 }
}

function sumOfTakes(challenge: Challenge, takes: readonly StrokeTake[], sensor: Sensor, random: Random): ImuSample[] {
  const onsets = onCue(challenge, random)
  // Seeds of time jitter must agree, or the sums would be of different moments.
  const even = () => 0.5
  const parts = DIRECTIONS.map((direction) => {
    const strokes = onsets.map((onsetMs) => ({
      take: pick(takes, direction, random),
      onsetMs,
      pauseMs: null,
      person: AS_RECORDED,
    }))
    return playAnswer(strokes, challenge.durationMs, { hz: sensor.hz, rounded: false }, even)
  })
  return parts[0].map(({ t }, i) => {
    const total = (key: 'ax' | 'ay' | 'az') => parts.reduce((sum, part) => sum + part[i][key], 0) / 3
    const sum = { t, ax: total('ax'), ay: total('ay'), az: total('az') }
    return sensor.rounded ? toBrowser(sum) : sum
  })
}

function shaken(
  { durationMs }: Challenge,
  { hz, rounded }: Sensor,
  random: Random,
  phase: (axis: number) => number,
): ImuSample[] {
  const rate = 0.4 + 3 * random()
  const size = 1 + 6 * random()
  const samples = performSamples({ strokes: [], durationMs, hz, noise: 0.1, random }).map((sample) => {
    const swing = (axis: number) => size * Math.sin((2 * Math.PI * rate * sample.t) / 1000 + phase(axis))
    return { ...sample, ax: sample.ax + swing(0), ay: sample.ay + swing(2), az: sample.az + swing(1) }
  })
  return rounded ? samples.map(toBrowser) : samples
}

function noisy({ durationMs }: Challenge, { hz, rounded }: Sensor, random: Random): ImuSample[] {
  const size = 2 + 8 * random()
  const keep = 0.99 * random()
  let state = [0, 0, 0]
  const samples = performSamples({ strokes: [], durationMs, hz }).map((sample) => {
    state = state.map((value) => keep * value + Math.sqrt(1 - keep * keep) * size * normal(random))
    return { ...sample, ax: sample.ax + state[0], ay: sample.ay + state[1], az: sample.az + state[2] }
  })
  return rounded ? samples.map(toBrowser) : samples
}
