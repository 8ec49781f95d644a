import { computeAngle } from '../../packages/engine/src/challenge/challenge.ts'
import type { Challenge, ImuSample, Random } from '../../packages/engine/src/index.ts'
import { normal } from '../../packages/engine/src/random.ts'
import { type Attitude, toBody, turnAbout, turnBy } from '../../packages/engine/src/synthetic/rigid-body.ts'
import { makeOscillation, makeWandering } from './noises.ts'
import type { Hand } from './numbers.ts'

const FINE_HZ = 240
const EVERY = 4
const GRAVITY = 9.81
const DEGREES = 180 / Math.PI
const STEP = 1 / FINE_HZ

/** Acceleration of the hand in the world (right, forward, up) and turning rate of the phone about its axes. */
type Motion = { push: Float64Array[]; turn: Float64Array[]; n: number }

/**
 * What a phone in a simulated hand reads: a planned path that a springy arm follows, a springy wrist that follows the arm, tremor
 * as driven oscillators, noise that grows with effort, sway, a lever, and a sensor. Another structure than the testing kit's people.
 */
export function moveHand(hand: Hand, { strokes, durationMs }: Challenge, random: Random): ImuSample[] {
  const n = Math.ceil((durationMs / 1000) * FINE_HZ) + EVERY
  const plan = planPath(hand, strokes, n, random)
  const motion = followPlan(hand, plan, n)
  addEffort(hand, motion, random)
  addUnrest(hand, motion, random)
  return readSensors(hand, motion, random)
}

/** The hand's target: right, forward, up. */
function planPath(hand: Hand, strokes: Challenge['strokes'], n: number, random: Random): Float64Array[] {
  const plan = [0, 1, 2].map(() => new Float64Array(n))
  for (const { direction, atMs } of strokes) {
    const start = atMs / 1000 + Math.max(0.12, hand.reactionS * Math.exp(hand.reactionSpread * normal(random)))
    const lasts = hand.strokeS * Math.exp(hand.strokeSpread * normal(random))
    const reach = hand.reachM * Math.exp(hand.reachSpread * normal(random))
    const angle = computeAngle(direction) + hand.missedAngle * normal(random)
    const ends = [reach * Math.cos(angle), hand.forwardShare * reach * normal(random), reach * Math.sin(angle)]
    for (let i = Math.floor(start * FINE_HZ); i < n; i++) {
      const share = planShare((i * STEP - start) / lasts, hand.peakAt)
      ends.forEach((end, axis) => (plan[axis][i] += end * share))
    }
  }
  return plan
}

/** Returns the completed part of a stroke after a fraction of its time: minimum jerk on a warped clock, fastest at `peakAt`. */
function planShare(share: number, peakAt: number): number {
  if (share <= 0) return 0
  if (share >= 1) return 1
  const s = share ** (Math.log(0.5) / Math.log(Math.min(0.7, Math.max(0.3, peakAt))))
  return s ** 3 * (10 - 15 * s + 6 * s * s)
}

function followPlan(hand: Hand, plan: readonly Float64Array[], n: number): Motion {
  const arm = plan.map((axis) => followSpring(axis, hand.armHz, hand.armDamping))
  const [right, , up] = plan
  const mix = (byRight: number, byUp: number) => right.map((value, i) => byRight * value + byUp * up[i])
  const aims = [
    mix(hand.pitchByRight, hand.pitchByUp),
    mix(hand.rollByRight, -hand.rollByUp),
    mix(-hand.yawByRight, hand.yawByUp),
  ]
  const turn = aims.map((aim) => followSpring(aim, hand.wristHz, hand.wristDamping).speed)
  return { push: arm.map(({ acceleration }) => acceleration), turn, n }
}

/** A mass on a damped spring whose other end is moved. */
function followSpring(aim: Float64Array, hz: number, damping: number): Record<'speed' | 'acceleration', Float64Array> {
  const omega = 2 * Math.PI * Math.min(20, hz)
  const [speed, acceleration] = [new Float64Array(aim.length), new Float64Array(aim.length)]
  let [x, v] = [0, 0]
  for (let i = 0; i < aim.length; i++) {
    const wanted = i > 0 ? (aim[i] - aim[i - 1]) * FINE_HZ : 0
    const a = omega * omega * (aim[i] - x) + 2 * Math.min(2, damping) * omega * (wanted - v)
    v += a * STEP
    x += v * STEP
    speed[i] = v
    acceleration[i] = a
  }
  return { speed, acceleration }
}

/** Muscles that work hard are noisy (Harris and Wolpert 1998), and pull beside the middle of the phone. */
function addEffort(hand: Hand, { push, turn, n }: Motion, random: Random): void {
  const volleys = makeWandering(n, 2.5, FINE_HZ, random)
  const noises = push.map(() => makeOscillation(n, { hz: hand.effortHz, damping: 0.7 }, FINE_HZ, random))
  const twists = turn.map(() => makeOscillation(n, { hz: hand.effortHz, damping: 0.7 }, FINE_HZ, random))
  let work = 0
  for (let i = 0; i < n; i++) {
    work += (Math.hypot(push[0][i], push[1][i], push[2][i]) - work) * STEP * 15
    const size = work * hand.effortPush * Math.min(5, Math.exp(hand.volleys * volleys[i]))
    const pulls = noises.map((noise) => size * noise[i])
    for (let axis = 0; axis < 3; axis++) {
      push[axis][i] += pulls[axis]
      turn[axis][i] += hand.effortTurn * (0.3 * pulls[(axis + 2) % 3] + 0.2 * size * twists[axis][i])
    }
  }
}

/** Tremor with its upper band, and sway: what never stops. */
function addUnrest(hand: Hand, { push, turn, n }: Motion, random: Random): void {
  const tremor = { hz: hand.tremorHz, damping: hand.tremorDamping }
  const upper = { hz: 2.2 * hand.tremorHz, damping: 2 * hand.tremorDamping }
  const addTo = (axis: Float64Array, shaking: number, swaying: number) => {
    const shake = makeOscillation(n, tremor, FINE_HZ, random)
    const higher = makeOscillation(n, upper, FINE_HZ, random)
    const sway = makeWandering(n, 0.6, FINE_HZ, random)
    for (let i = 0; i < n; i++) axis[i] += shaking * (shake[i] + hand.upperTremor * higher[i]) + swaying * sway[i]
  }
  for (const axis of push) addTo(axis, hand.tremorPush, hand.swayPush)
  for (const axis of turn) addTo(axis, hand.tremorTurn, hand.swayTurn)
}

/** The phone lies a lever away from where it turns; four fine moments make a sample, rounded as browsers do. */
function readSensors(hand: Hand, { push, turn, n }: Motion, random: Random): ImuSample[] {
  let attitude: Attitude = turnAbout([1, 0, 0], Math.min(1.5, hand.pitch))
  const samples: ImuSample[] = []
  let sums = [0, 0, 0, 0, 0, 0]
  for (let i = 1; i < n; i++) {
    const rate = turn.map((axis) => axis[i])
    attitude = turnBy(attitude, rate, STEP)
    const [bend, , swivel] = turn.map((axis) => (axis[i] - axis[i - 1]) * FINE_HZ)
    const felt = toBody(attitude, [push[0][i], push[1][i], push[2][i] + GRAVITY])
    // α × r + ω × (ω × r) for a lever along the phone.
    const pulled = [
      -swivel * hand.leverM + rate[0] * rate[1] * hand.leverM,
      -(rate[0] ** 2 + rate[2] ** 2) * hand.leverM,
      bend * hand.leverM + rate[1] * rate[2] * hand.leverM,
    ]
    const now = [...felt.map((value, axis) => value + pulled[axis]), ...rate]
    sums = sums.map((sum, c) => sum + now[c] / EVERY)
    if (i % EVERY > 0) continue
    samples.push(toSample(sums, (1000 * (i - EVERY)) / FINE_HZ, { hand, random }))
    sums = [0, 0, 0, 0, 0, 0]
  }
  return samples
}

function toSample(means: readonly number[], t: number, { hand, random }: { hand: Hand; random: Random }): ImuSample {
  const [ax, ay, az, rx, ry, rz] = means.map((value, c) => {
    const measured = c < 3 ? value + hand.noise * normal(random) : DEGREES * (value + hand.turnNoise * normal(random))
    return Math.round(10 * measured) / 10
  })
  return { t, ax, ay, az, rx, ry, rz }
}
