import type { EngineEvidence } from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-capture.ts'
import { findPointerStroke } from '../capture/pointer-stroke.ts'

const PRACTICE_VERSION = '1.0.0'

/** How many of the strokes a pointer followed. Its confidence is 0: a pointer shows nothing of a hand. */
export function practiceEvidence({ challenge, imu }: Pick<MotionCapture, 'challenge' | 'imu'>): EngineEvidence {
  const components = challenge.strokes.map(({ direction, atMs }, i) => {
    const seen = findPointerStroke(imu, atMs, challenge.strokes[i + 1]?.atMs ?? Number.POSITIVE_INFINITY)
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
