/** A token, or a function that is asked for it once a call. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>)

export type ClientOptions = {
  /** Where the service is: `https://id.example.org`, with a path in front of `/api` where a proxy adds one. */
  baseUrl: string | URL
  /** The token of a node, sent to endpoints that look at it. */
  token?: TokenSource | undefined
  /** The secret of a site, sent to endpoints for sites; it belongs on a server, never into a page. */
  siteSecret?: string | undefined
  /** Sent to admin endpoints only, and to the two public ones that look at it. */
  adminSecret?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** For a whole call with all its tries; 30 s, and 5 minutes for a calibration that is waited for. */
  timeoutMs?: number | undefined
  /** How often a failed call is tried again; 3. */
  retries?: number | undefined
  /** A longer `Retry-After` is not waited for: the error comes at once; 10 s. */
  maxWaitMs?: number | undefined
  /** For tests. */
  runtime?: Partial<Runtime> | undefined
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
  retries?: number | undefined
  /** Names the work of a POST, so that it is done once; made by the client where it is absent. */
  idempotencyKey?: string | undefined
  /** Instead of the client's token, and sent to whatever endpoint is called. */
  token?: string | undefined
  /** Asks for an answer before the work is done (`Prefer: respond-async`). */
  respondAsync?: boolean | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** What the client takes from the world beside the network. */
export type Runtime = {
  /** Milliseconds since 1970. */
  now: () => number
  /** From 0 to 1. */
  random: () => number
  /** Ends early when the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  newKey: () => string
}
