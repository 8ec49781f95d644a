import { chooseHint, measureAgitation } from './hints.ts'
import { once, type ScanContext } from './scan-context.ts'
import { ScanError } from './scan-error.ts'
import type { Recorder, Session } from './session.ts'

/** Lets the person rest between two rounds, until the seconds are over or they go on. */
export async function restFor(
  context: ScanContext,
  { seconds, hint }: { seconds: number; hint: string },
): Promise<void> {
  const { platform, report } = context
  const endMs = platform.now() + 1000 * seconds
  let isOver = false
  const goOn = () => {
    isOver = true
  }
  await untilDone(context, () => {
    const leftMs = endMs - platform.now()
    if (leftMs > 0 && !isOver) report('resting', { secondsLeft: Math.ceil(leftMs / 1000), hint, goOn })
    return leftMs <= 0 || isOver
  })
}

/** Whether the person wants one more round. They don't where they say so, leave the page, or let the seconds pass. */
export async function offerRound({ context, divertHiding }: Session, seconds: number): Promise<boolean> {
  const { platform, report, scope } = context
  const endMs = platform.now() + 1000 * seconds
  let answer: 'more' | 'enough' | null = null
  const goOn = () => {
    answer ??= 'more'
  }
  const decline = () => {
    answer ??= 'enough'
  }
  // The rounds that were made are complete: a page that is hidden now ends the question, not the scan.
  const watchAgain = divertHiding(decline)
  scope.atEnd(watchAgain)
  await untilDone(context, () => {
    const leftMs = endMs - platform.now()
    if (leftMs <= 0) decline()
    else if (answer === null) report('offering', { secondsLeft: Math.ceil(leftMs / 1000), goOn, decline })
    return answer !== null
  })
  watchAgain()
  return answer === 'more'
}

// Not every browser tells when it is online again, and a service that was away tells nobody.
const TRY_EVERY_MS = 5000

type Delivery<T> = {
  /** Sends the same once more; must be safe to repeat. */
  send: () => Promise<T>
  /** On the clock of the platform: after this the service would not take it any more. */
  untilMs: number
  /** Said while it is on its way. */
  hint: string
}

/**
 * Sends what was captured. Where the service cannot be reached it is kept and sent again: when the network is back, every few seconds,
 * when the person says so, and a last time when its time is over. Rejects with anything that the service itself says.
 */
export async function deliver<T>(context: ScanContext, { send, untilMs, hint }: Delivery<T>): Promise<T> {
  const { platform, scope, report } = context
  for (;;) {
    const isLast = platform.now() >= untilMs
    report('signing', { hint })
    try {
      return await scope.during(send())
    } catch (failure) {
      if (!isUnreachable(failure) || isLast) throw failure
    }
    await waitToSend(context, untilMs)
  }
}

async function waitToSend(context: ScanContext, untilMs: number): Promise<void> {
  const { platform, scope, report } = context
  const againMs = Math.min(untilMs, platform.now() + TRY_EVERY_MS)
  let isBack = false
  const goOn = () => {
    isBack = true
  }
  const unwatch = once(platform.onOnline(goOn))
  scope.atEnd(unwatch)
  await untilDone(context, () => {
    const nowMs = platform.now()
    const isOver = isBack || nowMs >= againMs
    if (!isOver) report('unsent', { secondsLeft: Math.ceil((untilMs - nowMs) / 1000), hint: UNSENT, goOn })
    return isOver
  }).finally(unwatch)
}

const UNSENT = 'Your scan is kept here. It is sent by itself when the connection is back.'

function isUnreachable(failure: unknown): boolean {
  return failure instanceof ScanError && failure.kind === 'service_unreachable'
}

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
