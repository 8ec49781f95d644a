import type { Fetched } from './fresh-copy.ts'

/** What is used of `fetch`. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

export type FetchOptions = { fetch: Fetch; timeoutMs: number }

const DEFAULT_AGE_SECONDS = 300
// An issuer that says "a year" would have us trust a stolen key for a year; one that says 0, ask it at every request.
const [LEAST_AGE_SECONDS, MOST_AGE_SECONDS] = [10, 3600]

/** Fetches a JSON document, and for how long it may be kept; rejects for every answer but 200. */
export async function fetchDocument(url: URL, { fetch, timeoutMs }: FetchOptions): Promise<Fetched<unknown>> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // Not "error", which Workers do not know: a redirect is answered as it is, and is not 200.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return { value: await response.json(), maxAgeMs: readMaxAge(response.headers) * 1000 }
}

function readMaxAge(headers: Headers): number {
  const [, given] = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '') ?? []
  // What a cache on the way has kept for a while is that much less fresh (RFC 9111, section 4.2).
  const seconds = Number(given ?? DEFAULT_AGE_SECONDS) - (Number(headers.get('age')) || 0)
  return Math.min(Math.max(seconds, LEAST_AGE_SECONDS), MOST_AGE_SECONDS)
}
