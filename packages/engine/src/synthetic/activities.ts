import { normal, type Random } from '../random.ts'
import { addLife, addMuscleNoise, addReach, drawMuscleNoise } from './habits.ts'
import type { SyntheticPerson } from './person.ts'
import { addSubmovement, stillness, type Velocity } from './velocity.ts'
import { addSteps } from './walk.ts'

export type Activity = 'hold' | 'gesture' | 'walk'

/** What the hand does for so many seconds. */
export function performActivity(
  person: SyntheticPerson,
  { activity, seconds, rateHz }: { activity: Activity; seconds: number; rateHz: number },
  random: Random,
): Velocity {
  const velocity = stillness(Math.ceil(seconds * rateHz) + 2, rateHz)
  if (activity === 'gesture') addGestures(velocity, person, random)
  if (activity === 'hold') addAdjustments(velocity, person, random)
  if (activity === 'walk') addSteps(velocity, person, random)
  // Most of what a walking body feels comes from the ground and not from its muscles.
  const muscleNoise = (activity === 'walk' ? 0.6 : 1) * person.muscleNoise
  addMuscleNoise(velocity, person, drawMuscleNoise(velocity, { ...person, muscleNoise }, random))
  addLife(velocity, person, random)
  return velocity
}

/** Strokes from point to point about the middle, overlapping, often with a small correction, with pauses between figures. */
function addGestures(velocity: Velocity, person: SyntheticPerson, random: Random): void {
  const { hand } = person
  const seconds = velocity.n / velocity.rateHz
  let at = [0, 0, 0]
  for (let startS = -0.5 + 0.5 * random(); startS < seconds;) {
    const target = [1, 0.35, 1].map((share) => share * hand.reachM * 0.7 * normal(random))
    const change = target.map((value, axis) => value - at[axis])
    const durationS = hand.movementS * Math.exp(hand.unevenness * normal(random)) * sizeFactor(change, hand.reachM)
    const missed = 0.08 + 0.05 * normal(random)
    addReach(velocity, person, { startS, durationS, change: change.map((value) => value * (1 - missed)) }, random)
    const correction = { startS: startS + 0.65 * durationS, durationS: 0.6 * durationS }
    addReach(velocity, person, { ...correction, change: change.map((value) => value * missed) }, random)
    addWristTurn(velocity, person, startS + random() * durationS, random)
    at = target
    const pause = random() < hand.pauseShare ? 0.15 + 0.5 * random() : 0
    startS += durationS * (1 - hand.overlap) + pause
  }
}

/** The wrist also turns by itself while the hand is under way. */
function addWristTurn(velocity: Velocity, { hand, wrist }: SyntheticPerson, startS: number, random: Random): void {
  const durationS = 1.1 * hand.movementS * Math.exp(hand.unevenness * normal(random))
  const turn = [0, 1, 2].map(() => 0.25 * wrist.ownTurn * normal(random))
  addSubmovement(velocity, { startS, durationS, skew: 0.7 * hand.skew, change: [0, 0, 0, ...turn] })
}

/** Longer ways take longer, but less than in proportion (isochrony). */
function sizeFactor(change: readonly number[], reachM: number): number {
  return Math.min(1.6, Math.max(0.6, (Math.hypot(...change) / (1.2 * reachM)) ** 0.3))
}

/** Somebody who just holds the phone: small shifts of the hand and turns of the wrist, now and then. */
function addAdjustments(velocity: Velocity, person: SyntheticPerson, random: Random): void {
  const seconds = velocity.n / velocity.rateHz
  let at = [0, 0, 0]
  for (let startS = -random(); startS < seconds; startS += 0.35 + 0.9 * random()) {
    const target = [0, 1, 2].map(() => 0.01 * normal(random))
    const durationS = person.hand.movementS * Math.exp(0.3 * normal(random))
    addReach(velocity, person, { startS, durationS, change: target.map((value, axis) => value - at[axis]) }, random)
    at = target
    const tilt = [0, 1, 2].map(() => 0.035 * normal(random))
    addSubmovement(velocity, { startS: startS + 0.1, durationS, skew: person.hand.skew, change: [0, 0, 0, ...tilt] })
  }
}
