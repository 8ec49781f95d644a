/** What was fetched, and for how long it may be kept. */
export type Fetched<Value> = { value: Value; maxAgeMs: number }

/** A document of somebody else, fetched when it is asked for and kept while it is fresh. */
export type FreshCopy<Value> = {
  /** The document, fetched anew where the copy is no longer fresh; rejects where that fails. */
  read: (nowMs: number) => Promise<Value>
  /** The document, fetched anew unless that happened a moment ago: strangers can make a host ask for it. */
  readAgain: (nowMs: number) => Promise<Value>
  /** The copy, fresh or not. */
  last: () => Value | undefined
}

const COOLDOWN_MS = 10_000
const RETRY_MS = 1000

/** Keeps a copy of a document. Of several who ask at once, one fetches; after a failure nobody does for a second. */
export function keepFresh<Value>(load: (nowMs: number) => Promise<Fetched<Value>>): FreshCopy<Value> {
  let copy: { value: Value; fetchedAt: number; maxAgeMs: number } | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let pending: Promise<Value> | undefined

  async function fetchCopy(nowMs: number): Promise<Value> {
    try {
      copy = { ...(await load(nowMs)), fetchedAt: nowMs }
      return copy.value
    } catch (error) {
      failedAt = nowMs
      throw error
    } finally {
      pending = undefined
    }
  }

  function refresh(nowMs: number): Promise<Value> {
    if (pending) return pending
    if (isWithin(nowMs, failedAt, RETRY_MS)) return Promise.reject(new Error('the issuer could not be reached'))
    pending = fetchCopy(nowMs)
    return pending
  }

  async function readWithin(nowMs: number, ageMs: number): Promise<Value> {
    return copy && isWithin(nowMs, copy.fetchedAt, Math.min(ageMs, copy.maxAgeMs)) ? copy.value : refresh(nowMs)
  }

  return {
    read: (nowMs) => readWithin(nowMs, Number.POSITIVE_INFINITY),
    readAgain: (nowMs) => readWithin(nowMs, COOLDOWN_MS),
    last: () => copy?.value,
  }
}

// A clock that was set back makes nothing fresh for longer; NaN is never within.
function isWithin(nowMs: number, sinceMs: number, ms: number): boolean {
  return nowMs >= sinceMs && nowMs < sinceMs + ms
}
