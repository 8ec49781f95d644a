import { readStatusList, type Receipt, type StatusReading } from '@stillhere/receipt'

/** An issuer whose keys and revoked receipts are fetched from it; made by `remoteIssuer`. */
export type RemoteIssuer = {
  /** The key of this receipt, if it may have signed it; rejects where that cannot be found out. */
  findSigner: (claim: SignerClaim, nowMs: number) => Promise<TrustedSigner | null>
  /** Whether a receipt of a signer is revoked; rejects where that cannot be found out. */
  isRevoked: (signed: SignedReceipt, nowMs: number) => Promise<boolean>
}

/** What a receipt says of its signature, before anybody has verified it. */
export type SignerClaim = { publicKey: string; signedAtMs: number }

type SignedReceipt = { receipt: Receipt; receiptHash: string }

type TrustedSigner = { publicKey: string; isForTests: boolean }

export type RemoteIssuerOptions = {
  /** How long one answer may take; 5 000 by default. */
  timeoutMs?: number | undefined
  /** Another way to fetch. */
  fetch?: Fetch | undefined
}

/**
 * Follows an issuer: fetches its keys and its lists of revoked receipts when they are needed, keeps them while they are fresh, and looks
 * again when it meets an unknown key. Nothing is fetched before the first receipt. What cannot be found out is refused.
 *
 * @returns what `requireReceipt` takes as `issuer`; share one between guards.
 * @throws {TypeError} for an address that is neither https nor http on this machine.
 * @example
 * requireReceipt({ issuer: remoteIssuer('https://id.example.org'), audience, maxAgeMs: 60_000 })
 */
export function remoteIssuer(url: string, options: RemoteIssuerOptions = {}): RemoteIssuer {
  const address = new URL(`${checkAddress(url)}${DOCUMENT_PATH}`)
  const { timeoutMs = TIMEOUT_MS, fetch = (...call) => globalThis.fetch(...call) } = options
  const keys = keepFresh(() => loadKeys(address, { fetch, timeoutMs }))
  const lists = new Map<string, FreshCopy<CurrentList>>()

  async function findKey(publicKey: string, nowMs: number): Promise<IssuerKey | undefined> {
    return (await keys.read(nowMs)).get(publicKey) ?? (await keys.readAgain(nowMs)).get(publicKey)
  }

  function listFor(key: IssuerKey): FreshCopy<CurrentList> {
    const place = `${key.publicKey} ${key.statusList}`
    const known = lists.get(place)
    const list = known ?? keepFresh((nowMs) => loadList(key, nowMs, { fetch, timeoutMs }))
    lists.set(place, list)
    return list
  }

  return {
    findSigner: async ({ publicKey, signedAtMs }, nowMs) => {
      const key = await findKey(publicKey, nowMs)
      return key && mayHaveSigned(key, signedAtMs) ? { publicKey, isForTests: key.use === 'test' } : null
    },
    isRevoked: async ({ receipt, receiptHash }, nowMs) => {
      const key = await findKey(receipt.issuer.publicKey, nowMs)
      if (!key || key.isCompromised) throw new Error('the issuer no longer vouches for the key of the receipt')
      return (await readCurrent(listFor(key), nowMs)).revoked(receipt, receiptHash)
    },
  }
}

const DOCUMENT_PATH = '/.well-known/continuity-issuer.json'
const TIMEOUT_MS = 5000

type CurrentList = Extract<StatusReading, { status: 'CURRENT' }>

async function loadKeys(address: URL, options: FetchOptions): Promise<Fetched<ReadonlyMap<string, IssuerKey>>> {
  const { value, maxAgeMs } = await fetchDocument(address, options)
  return { value: readIssuerDocument(value, address), maxAgeMs }
}

async function loadList(key: IssuerKey, now: number, options: FetchOptions): Promise<Fetched<CurrentList>> {
  const { value, maxAgeMs } = await fetchDocument(key.statusList, options)
  const list = readStatusList(value, { now, trustedIssuers: [key.publicKey] })
  if (list.status === 'REFUSED') throw new Error(`the status list is refused: ${list.reason}, ${list.detail}`)
  return { value: list, maxAgeMs }
}

// The issuer signed until when the list speaks for it; so long a failing fetch is no reason to doubt it.
async function readCurrent(list: FreshCopy<CurrentList>, nowMs: number): Promise<CurrentList> {
  try {
    return await list.read(nowMs)
  } catch (error) {
    const last = list.last()
    if (last && Date.parse(last.issuedAt) <= nowMs && nowMs < Date.parse(last.nextUpdate)) return last
    throw error
  }
}

function checkAddress(given: string): string {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  const isPlain = url && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (!isSafe || !isPlain)
    throw new TypeError('remoteIssuer: the address must begin with https://, or http:// on this machine')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** What is used of `fetch`. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

type FetchOptions = { fetch: Fetch; timeoutMs: number }

const DEFAULT_AGE_SECONDS = 300
// An issuer that says "a year" would have us trust a stolen key for a year; one that says 0, ask it at every request.
const [LEAST_AGE_SECONDS, MOST_AGE_SECONDS] = [10, 3600]

/** Fetches a JSON document, and for how long it may be kept; rejects for every answer but 200. */
async function fetchDocument(url: URL, { fetch, timeoutMs }: FetchOptions): Promise<Fetched<unknown>> {
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

/** What was fetched, and for how long it may be kept. */
type Fetched<Value> = { value: Value; maxAgeMs: number }

/** A document of somebody else, fetched when it is asked for and kept while it is fresh. */
type FreshCopy<Value> = {
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
function keepFresh<Value>(load: (nowMs: number) => Promise<Fetched<Value>>): FreshCopy<Value> {
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

/** A key that an issuer names in its document, and between which times it may have signed. */
type IssuerKey = {
  readonly publicKey: string
  readonly use: 'production' | 'test'
  readonly isCompromised: boolean
  readonly fromMs: number
  readonly untilMs: number
  readonly statusList: URL
}

/** Reads an issuer document; keys of a kind that is not known here are left out. Throws for anything else. */
function readIssuerDocument(document: unknown, address: URL): ReadonlyMap<string, IssuerKey> {
  const { keys } = (document ?? {}) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new TypeError('the issuer document has no keys')
  const read = keys.map((key) => readKey(key, address)).filter((key) => key !== null)
  return new Map(read.map((key) => [key.publicKey, key]))
}

/** Whether the key may have signed at this moment; NaN never is. */
function mayHaveSigned({ isCompromised, fromMs, untilMs }: IssuerKey, signedAtMs: number): boolean {
  return !isCompromised && fromMs <= signedAtMs && signedAtMs <= untilMs
}

function readKey(given: unknown, address: URL): IssuerKey | null {
  const { publicKey, use, status, from, until, statusList } = (given ?? {}) as Record<string, unknown>
  const isKey = typeof publicKey === 'string' && /^[0-9a-f]{64}$/.test(publicKey)
  if (!isKey || (use !== 'production' && use !== 'test') || !STATUSES.has(status)) return null
  const place = typeof statusList === 'string' && URL.canParse(statusList, address) && new URL(statusList, address)
  const fromMs = readTime(from)
  const untilMs = until === null ? Number.POSITIVE_INFINITY : readTime(until)
  return place ? { publicKey, use, isCompromised: status === 'compromised', fromMs, untilMs, statusList: place } : null
}

const STATUSES: ReadonlySet<unknown> = new Set(['active', 'retired', 'compromised'])

// NaN where it cannot be read: such a key has signed at no time.
function readTime(given: unknown): number {
  return typeof given === 'string' ? Date.parse(given) : Number.NaN
}
