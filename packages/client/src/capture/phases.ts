import { selectHint, measureAgitation } from './hints.ts'
import { createSingleRun, type ScanContext } from './scan-context.ts'
import { ScanError } from './scan-error.ts'
import type { Recorder, Session } from './session.ts'

/** Waits between two rounds until `seconds` have passed or the person continues, and shows `hint` and the seconds left meanwhile. Rejects if the scan fails. */
export async function waitForRest(
  context: ScanContext,
  { seconds, hint }: { seconds: number; hint: string },
): Promise<void> {
  const { platform, report } = context
  const endMs = platform.now() + 1000 * seconds
  let isOver = false
  const goOn = () => {
    isOver = true
  }
  await runUntilDone(context, () => {
    const leftMs = endMs - platform.now()
    if (leftMs > 0 && !isOver) report('resting', { secondsLeft: Math.ceil(leftMs / 1000), hint, goOn })
    return leftMs <= 0 || isOver
  })
}

/**
 * Offers the person one more round, and resolves to true if they accept. Resolves to false if they decline, leave the page, or don't decide within
 * `seconds`.
 */
export async function waitForOffer({ context, divertHiding }: Session, seconds: number): Promise<boolean> {
  const { platform, report, scope } = context
  const endMs = platform.now() + 1000 * seconds
  let answer: 'more' | 'enough' | null = null
  const goOn = () => {
    answer ??= 'more'
  }
  const decline = () => {
    answer ??= 'enough'
  }
  // The earlier rounds are complete, so hiding the page now ends only the offer and not the scan.
  const watchAgain = divertHiding(decline)
  scope.atEnd(watchAgain)
  await runUntilDone(context, () => {
    const leftMs = endMs - platform.now()
    if (leftMs <= 0) decline()
    else if (answer === null) report('offering', { secondsLeft: Math.ceil(leftMs / 1000), goOn, decline })
    return answer !== null
  })
  watchAgain()
  return answer === 'more'
}

// Not every browser reports that it is online again, and no event reports that a service is back.
const TRY_EVERY_MS = 5000

/** A request that is repeated until the service receives it. */
type Delivery<T> = {
  /** Sends the request; it must be safe to repeat. */
  send: () => Promise<T>
  /** When the service stops accepting the request, on the platform's clock. */
  untilMs: number
  /** Shown while the request is under way. */
  hint: string
}

/**
 * Sends a request, and repeats it while the service can't be reached: every five seconds, when the network is back, when the person taps "send
 * again", and a last time at `untilMs`. Rejects at once with any other error.
 */
export async function sendUntilReceived<T>(context: ScanContext, { send, untilMs, hint }: Delivery<T>): Promise<T> {
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
  const unwatch = createSingleRun(platform.onOnline(goOn))
  scope.atEnd(unwatch)
  await runUntilDone(context, () => {
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

/** Calls `step` about sixty times a second until it returns true. Rejects if `step` throws or the scan fails. */
export function runUntilDone({ platform, scope }: ScanContext, step: () => boolean): Promise<void> {
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

/** Counts down `seconds` before a capture, and checks meanwhile that the sensors deliver readings. Shows the notice, or a hint if there is no notice. */
export async function runCountdown(
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
    report('countdown', { secondsLeft: Math.ceil(leftMs / 1000), hint: notice ?? selectHint(state) })
  }
  if (seconds <= 0) return
  show(1000 * seconds)
  await runUntilDone(context, () => {
    recorder.checkSilence()
    const leftMs = endMs - platform.now()
    if (leftMs > 0) show(leftMs)
    return leftMs <= 0
  })
}
