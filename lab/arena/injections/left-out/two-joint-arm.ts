import { computeAngle } from '../../../../packages/engine/src/challenge/challenge.ts'
import { type Challenge, type Random, seededRandom } from '../../../../packages/engine/src/index.ts'
import { normal } from '../../../../packages/engine/src/random.ts'
import { type Attitude, toBody, turnAbout, turnBy } from '../../../../packages/engine/src/synthetic/rigid-body.ts'
import { climb, sizesAsWritten, varySizes } from '../../harness/climb.ts'
import type { Grade, Make } from '../../harness/generator.ts'
import { readPhone } from '../../simulator/phone.ts'

export const name = 'left out: two-joint arm'
export const does =
  'shoulder and elbow driven by torques of slow muscles whose noise grows with their pull, springs, a swinging wrist; never used for learning'

const [FINE_HZ, EVERY] = [240, 4]
const STEP = 1 / FINE_HZ
/** The number of sizes that a search may change. */
const SIZES = 20
// Upper arm, and forearm with hand (m); masses and inertias of a grown person about the joints (kg m²).
const LINKS = [0.35, 0.4] as const
const INERTIA = { both: 0.358, coupled: 0.119, forearm: 0.09 }
/** The hand's start, seen from the shoulder: right and up. */
const START = [-0.16, -0.34] as const
/** Away from its middle the hand comes nearer, as on a sphere this large. */
const SPHERE_M = 2
const [NEAREST_M, FARTHEST_M] = [0.1, 0.72]

type Pair = [number, number]
type Arm = ReturnType<typeof drawArm>

/** One person's arm: textbook sizes, each a little other. */
function drawArm(logs: readonly number[], random: Random) {
  const vary = varySizes(logs, random)
  return {
    reactionS: vary(0.32),
    strokeS: vary(0.56, 0.1),
    reachM: vary(0.15, 0.1),
    stiffness: [vary(25), vary(20)] as Pair,
    damping: [vary(3.4), vary(1.5)] as Pair,
    muscleS: vary(0.035),
    pullNoise: vary(0.16),
    tonicNoise: vary(0.02),
    tremorHz: vary(8.4, 0.08),
    tremor: vary(0.07),
    /** The share of the forearm’s rotation that reaches the phone: people keep it level. */
    follows: vary(0.1),
    wristHz: vary(3.6),
    swing: [vary(1.6), vary(0.8), vary(1.4)],
    wristNoise: vary(22),
    pitch: vary(0.8, 0.1),
    lever: [0.01 * normal(random), vary(0.07), 0.01],
  }
}

const makeWith =
  (logs: readonly number[]): Make =>
  (challenge, random, { subject }) => {
    const arm = drawArm(logs, seededRandom(subject))
    const motion = moveArm(arm, planReaches(arm, challenge, random), challenge.durationMs, random)
    const distort = (value: number, channel: number) => value + (channel < 3 ? 0.02 : 0.0015) * normal(random)
    return readPhone(motion, EVERY, { lever: arm.lever, distort })
  }

export const make = makeWith([])

export function search(grade: Grade, random: Random, start: number): Iterator<Make> {
  return climb(sizesAsWritten(SIZES), makeWith, { grade, random, start })
}

/** A reach in the joints: when it begins, how long it lasts, and by how much each joint turns. */
type Reach = { startS: number; lastsS: number; turn: Pair }

function planReaches(arm: Arm, { strokes }: Challenge, random: Random): Reach[] {
  let hand: Pair = [...START]
  return strokes.map(({ direction, atMs }) => {
    const [late, lasting, far, off] = [0.12, 0.08, 0.08, 0.06].map((spread) => spread * normal(random))
    const angle = computeAngle(direction) + off
    const reach = arm.reachM * Math.exp(far)
    const next = keepWithinReach([hand[0] + reach * Math.cos(angle), hand[1] + reach * Math.sin(angle)])
    const [from, to] = [bendJoints(hand), bendJoints(next)]
    hand = next
    const startS = atMs / 1000 + Math.max(0.16, arm.reactionS * Math.exp(late))
    return { startS, lastsS: arm.strokeS * Math.exp(lasting), turn: [to[0] - from[0], to[1] - from[1]] }
  })
}

function keepWithinReach([x, y]: Pair): Pair {
  const distance = Math.hypot(x, y)
  const share = Math.min(FARTHEST_M, Math.max(NEAREST_M, distance)) / distance
  return [x * share, y * share]
}

/** Angles of shoulder and elbow that bring the hand there. */
function bendJoints([x, y]: Pair): Pair {
  const [upper, fore] = LINKS
  const cosine = (x * x + y * y - upper * upper - fore * fore) / (2 * upper * fore)
  const elbow = Math.acos(Math.min(1, Math.max(-1, cosine)))
  return [Math.atan2(y, x) - Math.atan2(fore * Math.sin(elbow), upper + fore * Math.cos(elbow)), elbow]
}

/** Returns the target of the joints, with speed and acceleration: minimum jerk in the joints, so that the hand moves on a curve. */
function aimJoints(reaches: readonly Reach[], t: number): { angle: Pair; speed: Pair; bend: Pair } {
  const aim = { angle: bendJoints([...START]), speed: [0, 0] as Pair, bend: [0, 0] as Pair }
  for (const { startS, lastsS, turn } of reaches) {
    const s = Math.min(1, Math.max(0, (t - startS) / lastsS))
    for (const joint of [0, 1] as const) {
      aim.angle[joint] += turn[joint] * s ** 3 * (10 - 15 * s + 6 * s * s)
      aim.speed[joint] += (turn[joint] / lastsS) * 30 * s ** 2 * (1 - s) ** 2
      aim.bend[joint] += (turn[joint] / lastsS ** 2) * (60 * s - 180 * s ** 2 + 120 * s ** 3)
    }
  }
  return aim
}

/** Torques that would bend the joints so, by the equations of a two-link arm; gravity is carried. */
function computeTorques([, elbow]: Pair, speed: Pair, bend: Pair): Pair {
  const { both, coupled, forearm } = INERTIA
  const [c, s] = [coupled * Math.cos(elbow), coupled * Math.sin(elbow)]
  return [
    (both + 2 * c) * bend[0] + (forearm + c) * bend[1] - s * speed[1] * (2 * speed[0] + speed[1]),
    (forearm + c) * bend[0] + forearm * bend[1] + s * speed[0] ** 2,
  ]
}

/** The other way round: how torques bend the joints. */
function computeBend(angle: Pair, speed: Pair, torque: Pair): Pair {
  const still = computeTorques(angle, speed, [0, 0])
  const c = INERTIA.coupled * Math.cos(angle[1])
  const [a, b, d] = [INERTIA.both + 2 * c, INERTIA.forearm + c, INERTIA.forearm]
  const [p, q] = [torque[0] - still[0], torque[1] - still[1]]
  const size = a * d - b * b
  return [(d * p - b * q) / size, (a * q - b * p) / size]
}

/** Runs muscles, arm and wrist; the motion of the phone comes out. */
function moveArm(arm: Arm, reaches: readonly Reach[], durationMs: number, random: Random) {
  const n = Math.ceil((durationMs / 1000) * FINE_HZ) + EVERY + 1
  const start = turnAbout([1, 0, 0], arm.pitch)
  const series = () => [0, 1, 2].map(() => new Float64Array(n)) as unknown as [Float64Array, Float64Array, Float64Array]
  const motion = { acceleration: series(), turning: series(), start, rateHz: FINE_HZ }
  const muscles = [0, 1].map(() => newMuscle(arm, random))
  const swingWrist = newWrist(arm, random)
  let [angle, speed, attitude]: [Pair, Pair, Attitude] = [aimJoints([], 0).angle, [0, 0], start]
  const from = locateHand(angle)
  for (let i = 0; i < n; i++) {
    const aim = aimJoints(reaches, i * STEP)
    const wanted = computeTorques(aim.angle, aim.speed, aim.bend)
    const torque = [0, 1].map((joint) => {
      const spring = arm.stiffness[joint] * (aim.angle[joint] - angle[joint])
      return muscles[joint](wanted[joint]) + spring + arm.damping[joint] * (aim.speed[joint] - speed[joint])
    }) as Pair
    const bend = computeBend(angle, speed, torque)
    const pushed = pushHand(angle, speed, bend, from)
    // Turning from right to up is about the axis that points at the person.
    const follows = toBody(attitude, [0, -arm.follows * (speed[0] + speed[1]), 0])
    const swings = swingWrist(pushed)
    for (let axis = 0; axis < 3; axis++) {
      motion.acceleration[axis][i] = pushed[axis]
      motion.turning[axis][i] = follows[axis] + swings[axis]
    }
    attitude = turnBy(
      attitude,
      [0, 1, 2].map((axis) => motion.turning[axis][i]),
      STEP,
    )
    speed = [speed[0] + bend[0] * STEP, speed[1] + bend[1] * STEP]
    angle = [angle[0] + speed[0] * STEP, angle[1] + speed[1] * STEP]
  }
  return motion
}

/** Pull follows the wish through two slow stages; its noise grows with it, and tremor and tone never stop. */
function newMuscle(arm: Arm, random: Random): (wanted: number) => number {
  let [stage, pull, grain, shake, shaking] = [0, 0, 0, 0, 0]
  const omega = 2 * Math.PI * arm.tremorHz
  return (wanted) => {
    stage += ((wanted - stage) * STEP) / arm.muscleS
    pull += ((stage - pull) * STEP) / arm.muscleS
    grain += (normal(random) - grain) * 0.25
    shaking += (-omega * omega * shake - 0.24 * omega * shaking) * STEP + omega * 2.2 * normal(random) * Math.sqrt(STEP)
    shake += shaking * STEP
    return pull * (1 + 2.6 * arm.pullNoise * grain) + 2.6 * arm.tonicNoise * grain + arm.tremor * shake
  }
}

function locateHand([shoulder, elbow]: Pair): Pair {
  const [upper, fore] = LINKS
  return [
    upper * Math.cos(shoulder) + fore * Math.cos(shoulder + elbow),
    upper * Math.sin(shoulder) + fore * Math.sin(shoulder + elbow),
  ]
}

/** Acceleration of the hand to the right, forward and up. */
function pushHand(angle: Pair, speed: Pair, bend: Pair, from: Pair): number[] {
  const [upper, fore] = LINKS
  const [first, whole] = [angle[0], angle[0] + angle[1]]
  const [w1, w2, b1, b2] = [speed[0], speed[0] + speed[1], bend[0], bend[0] + bend[1]]
  const [c1, s1, c2, s2] = [Math.cos(first), Math.sin(first), Math.cos(whole), Math.sin(whole)]
  const v = [-upper * s1 * w1 - fore * s2 * w2, upper * c1 * w1 + fore * c2 * w2]
  const right = -upper * (s1 * b1 + c1 * w1 * w1) - fore * (s2 * b2 + c2 * w2 * w2)
  const up = upper * (c1 * b1 - s1 * w1 * w1) + fore * (c2 * b2 - s2 * w2 * w2)
  const [x, y] = locateHand(angle).map((value, axis) => value - from[axis])
  return [right, -(v[0] ** 2 + v[1] ** 2 + x * right + y * up) / SPHERE_M, up]
}

/** The phone is a weight on a springy wrist: it swings when the hand is pushed. */
function newWrist({ wristHz, swing, wristNoise }: Arm, random: Random): (pushed: readonly number[]) => number[] {
  const omega = 2 * Math.PI * wristHz
  const [angles, rates, grains] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  return ([right, forward, up]) => {
    const moved = [up, forward + right, -right]
    const effort = 0.12 + 0.35 * Math.hypot(right, forward, up)
    return rates.map((_, axis) => {
      grains[axis] += (normal(random) - grains[axis]) * 0.3
      const pull = swing[axis] * moved[axis] + effort * wristNoise * grains[axis]
      rates[axis] += (pull - omega * omega * angles[axis] - 1.2 * omega * rates[axis]) * STEP
      angles[axis] += rates[axis] * STEP
      return rates[axis]
    })
  }
}
