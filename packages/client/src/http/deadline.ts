/** A signal that aborts with the caller's reason, or with `onTimeout()` when the time is up. */
export type Deadline = { signal: AbortSignal; release: () => void }

// Timers hold 31 bits; a longer one would fire at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One signal out of the caller's and a time-out; `AbortSignal.any` is missing in older browsers. */
export function startDeadline(caller: AbortSignal | undefined, timeoutMs: number, onTimeout: () => Error): Deadline {
  const controller = new AbortController()
  const forward = () => controller.abort(caller?.reason)
  if (caller?.aborted) forward()
  caller?.addEventListener('abort', forward, { once: true })
  const timer = timeoutMs <= LONGEST_TIMER_MS ? setTimeout(() => controller.abort(onTimeout()), timeoutMs) : undefined
  const release = () => {
    clearTimeout(timer)
    caller?.removeEventListener('abort', forward)
  }
  return { signal: controller.signal, release }
}

/** Leaves work behind that does not heed the signal itself, such as a caller's own functions. */
export function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abandon = () => reject(signal.reason)
    if (signal.aborted) abandon()
    signal.addEventListener('abort', abandon)
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abandon))
  })
}
