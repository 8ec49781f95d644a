import { computeAngle } from '../../../packages/engine/src/challenge/challenge.ts'
import { normal } from '../../../packages/engine/src/random.ts'
import type { Make } from '../harness/generator.ts'

const RATE_HZ = 60
const GRAVITY = 9.81
// The screen looks at the person, half upright.
const PITCH = 0.75
const REACTION_MS = 350
const STROKE_MS = 500
const LENGTH_M = 0.15

/** Each stroke with minimum jerk, from where the one before ended, as the testing kit's robot does it. */
export const moveRobot: Make = ({ strokes, durationMs }, random) =>
  Array.from({ length: Math.ceil((durationMs * RATE_HZ) / 1000) }, (_, i) => {
    const t = (i * 1000) / RATE_HZ
    const stroke = strokes.findLast(({ atMs }) => t >= atMs + REACTION_MS)
    const push = stroke ? minimumJerk((t - stroke.atMs - REACTION_MS) / STROKE_MS) : 0
    const angle = stroke ? computeAngle(stroke.direction) : 0
    const lift = push * Math.sin(angle) + GRAVITY
    const read = (value: number, noise: number) => Math.round(10 * (value + noise * normal(random))) / 10
    return {
      t,
      ax: read(push * Math.cos(angle), 0.03),
      ay: read(lift * Math.sin(PITCH), 0.03),
      az: read(lift * Math.cos(PITCH), 0.03),
      rx: read(0, 0.1),
      ry: read(0, 0.1),
      rz: read(0, 0.1),
    }
  })

/** Acceleration of a minimum-jerk stroke (Flash and Hogan 1985), `share` of its time after its start. */
function minimumJerk(share: number): number {
  if (share <= 0 || share >= 1) return 0
  return ((LENGTH_M * 1e6) / STROKE_MS ** 2) * (60 * share - 180 * share ** 2 + 120 * share ** 3)
}
