import { DIRECTIONS, type Direction, type ImuSample } from '@stillhere/engine'
import type { EngineEvidence } from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-capture.ts'

const PRACTICE_VERSION = '1.0.0'
const ANSWER_MS = 1800
const LEAST_PX = 40

/** How many of the strokes a pointer followed. Its confidence is 0: a pointer shows nothing of a hand. */
export function practiceEvidence({ challenge, imu }: Pick<MotionCapture, 'challenge' | 'imu'>): EngineEvidence {
  const components = challenge.strokes.map(({ direction, atMs }, i) => {
    const seen = strokeSeen(imu, atMs, challenge.strokes[i + 1]?.atMs ?? Number.POSITIVE_INFINITY)
    const followed = seen === direction
    const explanation = seen === null ? `${direction}: nothing was seen` : `${direction}: went ${seen}`
    return {
      metric: `stroke${i + 1}`,
      value: followed ? 1 : 0,
      threshold: 1,
      status: followed ? 'pass' : 'fail',
      explanation,
    }
  })
  const followed = components.filter(({ status }) => status === 'pass').length
  return {
    engineId: 'PRACTICE-POINTER',
    engineVersion: PRACTICE_VERSION,
    value: followed / Math.max(1, components.length),
    confidence: 0,
    components,
    diagnostics: { mode: 'pointer', strokes: components.length, followed },
  }
}

/** The direction in which the pointer went furthest after a cue and before the next, from where it was. */
function strokeSeen(places: readonly ImuSample[], atMs: number, nextMs: number): Direction | null {
  const answer = places.filter(({ t }) => t >= atMs && t <= atMs + ANSWER_MS && t < nextMs)
  const home = places.findLast(({ t }) => t < atMs) ?? answer[0]
  if (home === undefined) return null
  let furthest = { distance: LEAST_PX, angle: Number.NaN }
  for (const { ax, ay } of answer) {
    const [right, up] = [ax - home.ax, ay - home.ay]
    const distance = Math.hypot(right, up)
    if (distance > furthest.distance) furthest = { distance, angle: Math.atan2(up, right) }
  }
  if (Number.isNaN(furthest.angle)) return null
  const eighth = Math.round(furthest.angle / (Math.PI / 4))
  return DIRECTIONS[(eighth + 8) % 8] ?? null
}
