import { measureAgitation, chooseHint } from './hints.ts'
import type { Recorder } from './recorder.ts'
import type { ScanContext } from './scan-context.ts'

const TICK_MS = 16

/** Calls `step` about sixty times a second until it answers true. */
export function untilDone({ platform, scope }: ScanContext, step: () => boolean): Promise<void> {
  const done = new Promise<void>((resolve, reject) => {
    const stop = platform.every(TICK_MS, () => {
      try {
        if (!step()) return
        stop()
        resolve()
      } catch (error) {
        stop()
        reject(error)
      }
    })
    scope.atEnd(stop)
  })
  return scope.during(done)
}

/** Counts down in whole seconds while the sensors already run; a notice takes the place of hints. */
export async function countDown(
  context: ScanContext,
  recorder: Recorder,
  { seconds, notice }: { seconds: number; notice: string | undefined },
): Promise<void> {
  const { platform, source, report } = context
  const endMs = platform.now() + 1000 * seconds
  const { mode } = source
  const show = (leftMs: number) => {
    const agitation = mode === 'sensors' ? measureAgitation(recorder.recent()) : null
    const state = { phase: 'countdown', mode, stroke: null, sinceCueMs: 0, agitation, score: null } as const
    report('countdown', { secondsLeft: Math.ceil(leftMs / 1000), hint: notice ?? chooseHint(state) })
  }
  if (seconds <= 0) return
  show(1000 * seconds)
  await untilDone(context, () => {
    recorder.checkSilence()
    const leftMs = endMs - platform.now()
    if (leftMs > 0) show(leftMs)
    return leftMs <= 0
  })
}
