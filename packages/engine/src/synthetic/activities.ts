import { normal, type Random } from '../random.ts'
import { addLife, addMuscleNoise, addReach, drawMuscleNoise } from './habits.ts'
import type { SyntheticPerson } from './person.ts'
import { addRinging, addSubmovement, createStillness, type Velocity } from './velocity.ts'

export type Activity = 'hold' | 'gesture' | 'walk'

/**
 * Returns the velocity of a synthetic person's hand (or thigh, for walking) during an activity, with tremor and muscle
 * noise. `rateHz` is the number of values a second.
 */
export function performActivity(
  person: SyntheticPerson,
  { activity, seconds, rateHz }: { activity: Activity; seconds: number; rateHz: number },
  random: Random,
): Velocity {
  const velocity = createStillness(Math.ceil(seconds * rateHz) + 2, rateHz)
  if (activity === 'gesture') addGestures(velocity, person, random)
  if (activity === 'hold') addAdjustments(velocity, person, random)
  if (activity === 'walk') addSteps(velocity, person, random)
  // Most of what a walking body feels comes from the ground and not from its muscles.
  const muscleNoise = (activity === 'walk' ? 0.6 : 1) * person.muscleNoise
  addMuscleNoise(velocity, person, drawMuscleNoise(velocity, { ...person, muscleNoise }, random))
  addLife(velocity, person, random)
  return velocity
}

/**
 * Adds movements from point to point around the center, overlapping, often with a small correction, with pauses between
 * figures.
 */
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

/** Adds turns of the wrist that are independent of the hand. */
function addWristTurn(velocity: Velocity, { hand, wrist }: SyntheticPerson, startS: number, random: Random): void {
  const durationS = 1.1 * hand.movementS * Math.exp(hand.unevenness * normal(random))
  const turn = [0, 1, 2].map(() => 0.25 * wrist.ownTurn * normal(random))
  addSubmovement(velocity, { startS, durationS, skew: 0.7 * hand.skew, change: [0, 0, 0, ...turn] })
}

/** Longer distances take longer, but less than proportionally (isochrony). */
function sizeFactor(change: readonly number[], reachM: number): number {
  return Math.min(1.6, Math.max(0.6, (Math.hypot(...change) / (1.2 * reachM)) ** 0.3))
}

/** Adds what happens while a phone is only held: occasional small shifts of the hand and turns of the wrist. */
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

/**
 * Adds walking with the phone at the thigh: bounce, sway and swing of each stride, and the shock of each heel strike.
 */
function addSteps(velocity: Velocity, { gait }: SyntheticPerson, random: Random): void {
  const phases = stridePhases(velocity, gait, random)
  const { axes, rateHz, n } = velocity
  for (let i = 1; i < n; i++) {
    const [before, now] = [positionAt(phases[i - 1], gait), positionAt(phases[i], gait)]
    for (let axis = 0; axis < 6; axis++) axes[axis][i] += (now[axis] - before[axis]) * rateHz
  }
  addStrikes(velocity, phases, { gait, random })
}

/** The phase in the stride, 2π a stride; each step lasts a little longer or shorter, and remembers the last. */
function stridePhases({ n, rateHz }: Velocity, gait: SyntheticPerson['gait'], random: Random): Float64Array {
  let phase = 2 * Math.PI * random()
  let hurry = 0
  let pace = 1
  let goal = 1
  return Float64Array.from({ length: n }, () => {
    // The pace glides to that of the new step, as a leg has mass.
    pace += (goal - pace) * Math.min(1, 12 / rateHz)
    const next = phase + (2 * Math.PI * pace) / (gait.strideS * rateHz)
    if (Math.floor(next / Math.PI) !== Math.floor(phase / Math.PI)) {
      hurry = 0.6 * hurry + 0.8 * gait.unevenness * normal(random)
      goal = Math.exp(hurry)
    }
    phase = next
    return phase
  })
}

/** How strong the harmonics of a stride are in the turning of the thigh, from the second on. */
const TURN_HARMONICS = [0.4, 0.22, 0.1, 0.05]

/** Place (m) and turn (rad) of the thigh at a phase: fundamental movements and the person's own harmonics. */
function positionAt(phase: number, { bounceM, swayM, swing, shape }: SyntheticPerson['gait']): number[] {
  const turn = (axis: number) =>
    TURN_HARMONICS.reduce(
      (sum, size, k) => {
        const own = shape[(4 * axis + k) % shape.length]
        return sum + size * (0.6 + 0.4 * Math.abs(own)) * Math.sin((k + 2) * phase + 2 * own)
      },
      Math.sin(phase + 1.1 * shape[axis]),
    )
  return [
    swayM * (Math.sin(phase) + 0.25 * shape[0] * Math.sin(3 * phase)),
    0.7 *
      bounceM *
      (Math.cos(2 * phase + 0.8) + 0.35 * shape[1] * Math.sin(phase) + 0.12 * shape[4] * Math.cos(4 * phase)),
    bounceM * (Math.sin(2 * phase) + 0.3 * shape[2] * Math.sin(phase) + 0.15 * shape[3] * Math.sin(4 * phase)),
    swing * turn(1),
    0.6 * swing * turn(2),
    0.5 * swing * turn(3),
  ]
}

/** Each heel strike sets soft tissue ringing at 6 to 15 Hz, felt in all axes; the far leg is felt less. */
function addStrikes(
  velocity: Velocity,
  phases: Float64Array,
  { gait, random }: { gait: SyntheticPerson['gait']; random: Random },
): void {
  for (let i = 1; i < velocity.n; i++) {
    const step = Math.floor(phases[i] / Math.PI)
    if (step === Math.floor(phases[i - 1] / Math.PI)) continue
    const side = step % 2 === 0 ? 1 + gait.limp : 0.65 - gait.limp
    const force = gait.strike * side * Math.exp(0.55 * normal(random))
    for (const lateS of [0, 0.04 + 0.06 * random()]) {
      addRinging(velocity, { startS: i / velocity.rateHz + lateS, force, shape: gait.shape, along: [0, 0, 1] }, random)
    }
  }
}
