import { type Direction, type Random, seededRandom } from '@stillhere/engine'
import { toUnit } from './directions.ts'
import { markMover, type Mover, type Reading } from './mover.ts'

/** What moves a phone without a hand. */
export type Lifeless = 'still' | 'noise' | 'swing' | 'robot'

type Stroke = { direction: Direction; atMs: number }

const STEP_MS = 1000 / 120
const GRAVITY = 9.81
// The screen looks at the person, half upright.
const PITCH = 0.75

/** Something lifeless that moves a phone; the robot alone looks at the screen. */
export function lifelessMover(kind: Lifeless, seed: number): Mover {
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
