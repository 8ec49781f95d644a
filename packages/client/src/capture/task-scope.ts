import type { Stop } from './platform.ts'
import { ScanError } from './scan-error.ts'

/** One scan from its start to its end, however it ends. */
export type TaskScope = {
  /** Aborted when the scan has ended. */
  signal: AbortSignal
  /** Ends the scan with this error, from anywhere. */
  fail: (error: unknown) => void
  /** Settles like the promise, but rejects as soon as the scan fails. */
  during: <T>(promise: Promise<T>) => Promise<T>
  /** Runs when the scan ends; at once if it has. */
  atEnd: (cleanUp: Stop) => void
}

/** Runs a task that ends early with an error when it fails elsewhere or is aborted, and cleans up in every case. */
export async function withTaskScope<T>(
  signal: AbortSignal | undefined,
  task: (scope: TaskScope) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  let fail: TaskScope['fail'] = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody may be listening when it fails.
  failed.catch(() => {})
  const onAbort = () => fail(abortError(signal))
  const scope: TaskScope = {
    signal: ended.signal,
    fail,
    during: (promise) => Promise.race([failed, promise]),
    atEnd: (cleanUp) => {
      if (ended.signal.aborted) cleanUp()
      else ended.signal.addEventListener('abort', cleanUp, { once: true })
    },
  }
  try {
    if (signal?.aborted) throw abortError(signal)
    signal?.addEventListener('abort', onAbort)
    return await scope.during(task(scope))
  } finally {
    signal?.removeEventListener('abort', onAbort)
    ended.abort()
  }
}

function abortError(signal: AbortSignal | undefined): ScanError {
  return new ScanError('aborted', 'the scan was stopped by the page', { cause: signal?.reason })
}
