import type { CameraSample, ImuSample, LandmarkFrame } from '../capture.ts'
import { TAIL_MS } from '../challenge/challenge.ts'
import { normal, type Random } from '../random.ts'
import { type Activity, performActivity } from './activities.ts'
import { addLife, addMuscleNoise, addReach, drawMuscleNoise, type MuscleNoise } from './habits.ts'
import type { SyntheticPerson } from './person.ts'
import { computePath, type Delivery, type Path, toSamples, trackBody, trackHand } from './sensed.ts'
import { addVelocity, createStillness, type Velocity } from './velocity.ts'

type CaptureOptions = Partial<Delivery> & { seconds?: number; activity?: Activity }

/** A stroke to answer: one of the eight directions of the challenge, and the time of its cue. */
type StrokeCue = { direction: string; atMs: number }

/** As browsers deliver: 60 Hz, 0.1 m/s², 0.1 °/s. */
const BROWSER: Delivery = { rateHz: 60, rounding: { acceleration: 0.1, rotation: 0.1 } }
const FINE_HZ = 200

/**
 * Returns the motion samples that a phone would record of a synthetic person, by default 8 s of gestures at 60 Hz.
 * Draws from `random`, so each call gives another capture.
 */
export function captureOf(person: SyntheticPerson, random: Random, options: CaptureOptions = {}): ImuSample[] {
  return toSamples(activePath(person, random, options), person, { ...BROWSER, ...options }, random)
}

/** The same motion as recorded by the phone's sensors, by a camera following the hand, and as 18 joints of the body. */
export type Scene = { imu: ImuSample[]; camera: CameraSample[]; frames: LandmarkFrame[] }

/**
 * Returns the motion of a synthetic person as recorded by the phone's sensors, by a camera following the hand, and as
 * joints of the body, by default 8 s of gestures.
 */
export function sceneOf(person: SyntheticPerson, random: Random, options: CaptureOptions = {}): Scene {
  const path = activePath(person, random, options)
  return {
    imu: toSamples(path, person, { ...BROWSER, ...options }, random),
    camera: trackHand(path, random),
    frames: trackBody(path, { person, walking: options.activity === 'walk' }, random),
  }
}

function activePath(person: SyntheticPerson, random: Random, options: CaptureOptions): Path {
  const { seconds = 8, activity = 'gesture', rateHz = BROWSER.rateHz } = options
  return computePath(
    performActivity(person, { seconds, activity, rateHz: fineRate(rateHz) }, random),
    placePhone(person, activity),
  )
}

/** Returns a fine rate of at least 200 per second that is a multiple of the delivered rate. */
function fineRate(rateHz: number): number {
  return rateHz * Math.max(2, Math.ceil(FINE_HZ / rateHz))
}

/** Returns the person with the phone in the pocket, upright and 10 cm below the point about which it swings. */
function placePhone(person: SyntheticPerson, activity: Activity): SyntheticPerson {
  if (activity !== 'walk') return person
  const { pitch, roll, lever } = person.holding
  return {
    ...person,
    holding: { pitch: Math.PI / 2 + 0.5 * (pitch - 0.75), roll, lever: [3 * lever[0], -lever[1], 0.04] },
  }
}

/**
 * Returns the motion samples of a synthetic person who answers a challenge honestly: each stroke in the commanded
 * direction, after a reaction time, from where the hand is. `strokes` are the directions and cues of the challenge.
 */
export function strokesOf(
  person: SyntheticPerson,
  strokes: readonly StrokeCue[],
  random: Random,
  options: Partial<Delivery> = {},
): ImuSample[] {
  const delivery = { ...BROWSER, ...options }
  return toSamples(answerPath(person, strokes, fineRate(delivery.rateHz), random), person, delivery, random)
}

/**
 * Returns a function that gives the samples of a synthetic person's answer to a list of strokes, for strokes that
 * become known one after the other. Equal beginnings of lists give equal samples. All lists must have the same number
 * of strokes and the same end, so that the random numbers stay the same.
 */
export function unfoldStrokes(
  person: SyntheticPerson,
  random: Random,
  options: Partial<Delivery> = {},
): (strokes: readonly StrokeCue[]) => ImuSample[] {
  const delivery = { ...BROWSER, ...options }
  const [replayReaches, replaySensors] = [rememberDraws(random), rememberDraws(random)]
  let noise: { muscles: MuscleNoise; life: Velocity } | undefined
  return (strokes) => {
    const velocity = reachAlong(person, strokes, fineRate(delivery.rateHz), replayReaches())
    noise ??= { muscles: drawMuscleNoise(velocity, person, random), life: drawLife(velocity, person, random) }
    addMuscleNoise(velocity, person, noise.muscles)
    addVelocity(velocity, noise.life)
    return toSamples(computePath(velocity, person), person, delivery, replaySensors())
  }
}

/** Returns a function whose every call gives a source of the same numbers from the start. */
function rememberDraws(random: Random): () => Random {
  const draws: number[] = []
  return () => {
    let next = 0
    return () => (draws[next++] ??= random())
  }
}

function drawLife({ n, rateHz }: Velocity, person: SyntheticPerson, random: Random): Velocity {
  const life = createStillness(n, rateHz)
  addLife(life, person, random)
  return life
}

/**
 * Returns a synthetic person's answer to a challenge as recorded by the phone's sensors, by a camera following the
 * hand, and as joints of the body.
 */
export function answerSceneOf(person: SyntheticPerson, strokes: readonly StrokeCue[], random: Random): Scene {
  const path = answerPath(person, strokes, fineRate(BROWSER.rateHz), random)
  return {
    imu: toSamples(path, person, BROWSER, random),
    camera: trackHand(path, random),
    frames: trackBody(path, { person, walking: false }, random),
  }
}

/** A stroke is longer and farther than a gesture: recorded strokes have a median of 0.74 s. */
const STROKE = 1.5
/** Time until a stroke that has begun becomes visible. */
const UNSEEN_S = 0.15

function answerPath(person: SyntheticPerson, strokes: readonly StrokeCue[], rateHz: number, random: Random): Path {
  const velocity = reachAlong(person, strokes, rateHz, random)
  addMuscleNoise(velocity, person, drawMuscleNoise(velocity, person, random))
  addLife(velocity, person, random)
  return computePath(velocity, person)
}

function reachAlong(person: SyntheticPerson, strokes: readonly StrokeCue[], rateHz: number, random: Random): Velocity {
  const seconds = ((strokes.at(-1)?.atMs ?? 0) + TAIL_MS) / 1000
  const velocity = createStillness(Math.ceil(seconds * rateHz) + 2, rateHz)
  for (const { direction, atMs } of strokes) {
    const reactionS = person.body.reactionS * Math.exp(0.12 * normal(random))
    const startS = atMs / 1000 + Math.max(0.16, reactionS - UNSEEN_S)
    const durationS = STROKE * person.hand.movementS * Math.exp(0.3 * person.hand.unevenness * normal(random))
    const change = strokeChange(direction, STROKE * person.hand.reachM * Math.exp(0.08 * normal(random)), random)
    addReach(velocity, person, { startS, durationS, change }, random)
  }
  return velocity
}

/** Returns meters to the right, forward and up; people miss the commanded angle by some degrees. */
function strokeChange(direction: string, length: number, random: Random): number[] {
  const right = direction.includes('right') ? 1 : direction.includes('left') ? -1 : 0
  const up = direction.includes('up') ? 1 : direction.includes('down') ? -1 : 0
  const angle = Math.atan2(up, right) + 0.07 * normal(random)
  return [length * Math.cos(angle), 0.07 * length * normal(random), length * Math.sin(angle)]
}
