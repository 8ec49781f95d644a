import { normal, type Random } from '../random.ts'
import type { CameraSample, LandmarkFrame } from '../types.ts'
import type { SyntheticPerson } from './person.ts'
import type { Path } from './sensed.ts'
import { bandNoise, computeBand, type Velocity } from './velocity.ts'

const CAMERA_HZ = 30

/** The hand as a camera beside the person follows it: meters, x to the right, y up, z away; 30 frames a second. */
export function trackHand({ hand, rateHz }: Path, random: Random): CameraSample[] {
  const yaw = 0.4 * normal(random)
  const noise = 0.0015 + 0.0015 * random()
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  return frameTimes(hand[0].length, rateHz).map((t) => {
    const [x, y, z] = hand.map((axis) => axis[Math.round((t / 1000) * rateHz)])
    const seen = [c * x + s * y, z, c * y - s * x].map((value) => value + noise * normal(random))
    return { t, x: seen[0], y: seen[1], z: 2 + seen[2] }
  })
}

function frameTimes(n: number, rateHz: number): number[] {
  const count = Math.floor(((n - 1) / rateHz) * CAMERA_HZ) + 1
  return Array.from({ length: count }, (_, k) => (k * 1000) / CAMERA_HZ)
}

type Bone = { x: number; y: number; z: number }

/** The 18 joints of the research upload, in meters: x to the person's left, y up, z forward. */
export function trackBody(
  path: Path,
  { person, walking }: { person: SyntheticPerson; walking: boolean },
  random: Random,
): LandmarkFrame[] {
  const still: Velocity = { n: path.hand[0].length, rateHz: path.rateHz, axes: [] }
  const sways = [0, 1, 2, 3].map(() =>
    bandNoise(still, computeBand(still, { hz: 0.2 + 0.3 * random(), width: 0.3 }), random),
  )
  return frameTimes(still.n, path.rateHz).map((t) => {
    const i = Math.round((t / 1000) * path.rateHz)
    const hand = path.hand.map((axis) => axis[i])
    const stride = walking ? Math.sin((2 * Math.PI * t) / 1000 / person.gait.strideS) * person.gait.swing : 0
    const joints = bodyAt({ person, hand: walking ? [0, 0, 0] : hand, sway: sways.map((sway) => sway[i]), stride })
    const blurred = joints.map(({ x, y, z }) => ({
      x: x + 0.002 * normal(random),
      y: y + 0.002 * normal(random),
      z: z + 0.003 * normal(random),
    }))
    return { t, joints: blurred }
  })
}

type Moment = { person: SyntheticPerson; hand: readonly number[]; sway: readonly number[]; stride: number }

function bodyAt({ person: { body, sway: habit }, hand, sway, stride }: Moment): Bone[] {
  const h = body.heightM
  const lean = 0.3 * habit.speed * sway[0]
  const nod = 0.3 * habit.speed * sway[1]
  const at = (x: number, y: number, z: number): Bone => ({ x: x * h + lean * y, y: y * h, z: z * h + nod * y })
  const shoulder = (side: number) => at(0.115 * side, 0.815, 0)
  const own = body.rightHanded ? -1 : 1
  // The hand that holds the phone works in front of the chest; the other hangs and swings against the stride.
  const holding: Bone = { x: 0.08 * h * own - hand[0], y: 0.62 * h + hand[2], z: 0.24 * h + hand[1] }
  const hanging: Bone = {
    x: -0.14 * h * own + 0.01 * sway[2],
    y: 0.46 * h,
    z: h * (0.03 + 0.3 * stride) + 0.01 * sway[3],
  }
  const wristOf = (side: number) => (side === own ? holding : hanging)
  const elbowOf = (side: number) => elbow(shoulder(side), wristOf(side), { length: 0.172 * h, side })
  const hip = (side: number) => at(0.055 * side, 0.53, 0)
  const knee = (side: number) => swung(hip(side), 0.245 * h, side * stride)
  const ankle = (side: number) => swung(knee(side), 0.235 * h, side * stride - Math.abs(stride) * 0.5)
  const pair = (joint: (side: number) => Bone) => [joint(1), joint(-1)]
  return [
    at(0, 0.9, 0.02),
    at(0, 0.835, 0),
    at(0, 0.66, 0),
    ...pair(shoulder),
    ...pair(elbowOf),
    ...pair(wristOf),
    ...pair(hip),
    ...pair(knee),
    ...pair(ankle),
    at(0, 0.535, 0),
    at(0, 0.75, 0),
    at(0, 0.96, 0.03),
  ]
}

function swung(from: Bone, length: number, angle: number): Bone {
  return { x: from.x, y: from.y - length * Math.cos(angle), z: from.z + length * Math.sin(angle) }
}

/** Two links of equal length between shoulder and wrist, bent downwards and outwards. */
function elbow(shoulder: Bone, wrist: Bone, { length, side }: { length: number; side: number }): Bone {
  const middle = { x: (shoulder.x + wrist.x) / 2, y: (shoulder.y + wrist.y) / 2, z: (shoulder.z + wrist.z) / 2 }
  const half = Math.hypot(wrist.x - shoulder.x, wrist.y - shoulder.y, wrist.z - shoulder.z) / 2
  const bend = Math.sqrt(Math.max(0, length ** 2 - half ** 2))
  return { x: middle.x + 0.4 * side * bend, y: middle.y - 0.85 * bend, z: middle.z - 0.3 * bend }
}
