import { ScanError } from './scan-error.ts'
import type { Stop } from './surroundings.ts'

/** One scan from its start to its end, however it ends. */
export type Lifetime = {
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
export async function withLifetime<T>(
  signal: AbortSignal | undefined,
  task: (lifetime: Lifetime) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  let fail: Lifetime['fail'] = () => {}
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  // Nobody may be listening when it fails.
  failed.catch(() => {})
  const onAbort = () => fail(abortedBy(signal))
  const lifetime: Lifetime = {
    signal: ended.signal,
    fail,
    during: (promise) => Promise.race([failed, promise]),
    atEnd: (cleanUp) => {
      if (ended.signal.aborted) cleanUp()
      else ended.signal.addEventListener('abort', cleanUp, { once: true })
    },
  }
  try {
    if (signal?.aborted) throw abortedBy(signal)
    signal?.addEventListener('abort', onAbort)
    return await lifetime.during(task(lifetime))
  } finally {
    signal?.removeEventListener('abort', onAbort)
    ended.abort()
  }
}

function abortedBy(signal: AbortSignal | undefined): ScanError {
  return new ScanError('aborted', 'the scan was stopped by the page', { cause: signal?.reason })
}
