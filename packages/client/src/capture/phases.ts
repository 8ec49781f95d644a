import { agitationOf, hintOf } from './hints.ts'
import type { Recorder } from './recorder.ts'
import type { Stage } from './stage.ts'

const TICK_MS = 16

/** Calls `step` about sixty times a second until it answers true. */
export function untilDone({ surroundings, lifetime }: Stage, step: () => boolean): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    const stop = surroundings.every(TICK_MS, () => {
      try {
        if (!step()) return
        stop()
        resolve()
      } catch (error) {
        reject(error)
      }
    })
    lifetime.atEnd(stop)
  })
  return lifetime.during(done)
}

/** Counts down in whole seconds while the sensors already run. */
export async function countDown(stage: Stage, recorder: Recorder, seconds: number): Promise<void> {
  const { surroundings, source, report } = stage
  const endMs = surroundings.now() + 1000 * seconds
  const { mode } = source
  const show = (leftMs: number) => {
    const agitation = mode === 'sensors' ? agitationOf(recorder.recent()) : null
    const state = { phase: 'countdown', mode, stroke: null, sinceCueMs: 0, agitation, score: null } as const
    report('countdown', { secondsLeft: Math.ceil(leftMs / 1000), hint: hintOf(state) })
  }
  if (seconds <= 0) return
  show(1000 * seconds)
  await untilDone(stage, () => {
    recorder.checkSilence()
    const leftMs = endMs - surroundings.now()
    if (leftMs > 0) show(leftMs)
    return leftMs <= 0
  })
}
