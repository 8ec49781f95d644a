import type { ImuSample } from '../src/capture.ts'
import { normal, type Random } from '../src/random.ts'

/** A straight minimum-jerk movement (Flash and Hogan 1985) in the holder's frame. */
export type PerformedStroke = {
  onsetMs: number
  durationMs: number
  /** In radians, counterclockwise from right. */
  angle: number
  distanceM: number
}

export type Performance = {
  strokes: readonly PerformedStroke[]
  durationMs: number
  hz: number
  /** The phone raised by this angle from lying on its back, in radians. */
  pitch?: number
  /** Standard deviation of the sensor's noise in m/s². */
  noise?: number
  random?: Random
}

const GRAVITY = 9.81

/** Constructed samples of a phone that makes these strokes, which may overlap; for tests and for simulated attackers. */
export function performSamples({ strokes, durationMs, hz, pitch = 0, noise = 0, random }: Performance): ImuSample[] {
  const [c, s] = [Math.cos(pitch), Math.sin(pitch)]
  const shiver = () => (random ? noise * normal(random) : 0)
  return Array.from({ length: Math.floor((durationMs * hz) / 1000) + 1 }, (_, i) => {
    const t = (i * 1000) / hz
    let right = 0
    let up = GRAVITY
    for (const stroke of strokes) {
      const along = computeAcceleration(stroke, t)
      right += along * Math.cos(stroke.angle)
      up += along * Math.sin(stroke.angle)
    }
    return { t, ax: right + shiver(), ay: s * up + shiver(), az: c * up + shiver() }
  })
}

/** There, a pause, and back. */
export function thereAndBack(stroke: PerformedStroke, pauseMs: number): PerformedStroke[] {
  const onsetMs = stroke.onsetMs + stroke.durationMs + pauseMs
  return [stroke, { ...stroke, onsetMs, angle: stroke.angle + Math.PI }]
}

function computeAcceleration({ onsetMs, durationMs, distanceM }: PerformedStroke, t: number): number {
  const u = (t - onsetMs) / durationMs
  if (u <= 0 || u >= 1) return 0
  const seconds = durationMs / 1000
  return (60 * distanceM * u * (1 - u) * (1 - 2 * u)) / (seconds * seconds)
}
