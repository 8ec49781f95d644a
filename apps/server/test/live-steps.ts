import type { Challenge } from '@stillhere/engine'
import { beginCommitments, extendCommitments } from '@stillhere/receipt'

export type PlannedStep = { commitment: string; elapsed_ms: number }

/** A capture cut into the steps in which it is committed. */
export type Committing = {
  steps: PlannedStep[]
  committed: { imu: number; camera: number; pose: number }[]
}

const AFTER_CUE_MS = 650

/** Cuts samples, as they are sent, as the client does: 650 ms after each cue but the last, and at the end. */
export function cutIntoSteps(
  id: string,
  { strokes, durationMs }: Pick<Challenge, 'strokes' | 'durationMs'>,
  samples: readonly { t: number }[],
): Committing {
  const times = strokes.map(({ atMs }, index) => (index < strokes.length - 1 ? atMs + AFTER_CUE_MS : durationMs))
  const plan: Committing = { steps: [], committed: [] }
  let [chain, from] = [beginCommitments(id), 0]
  for (const [index, elapsed] of times.entries()) {
    const isLast = index === times.length - 1
    const to = isLast ? samples.length : samples.filter(({ t }) => t <= elapsed).length
    chain = extendCommitments(chain, { imu: samples.slice(from, to), camera: [], pose: [] })
    plan.steps.push({ commitment: chain, elapsed_ms: elapsed })
    plan.committed.push({ imu: to, camera: 0, pose: 0 })
    from = to
  }
  return plan
}
