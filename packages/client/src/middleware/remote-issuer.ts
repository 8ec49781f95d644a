import { readStatusList, type Receipt, type StatusReading } from '@stillhere/receipt'

/** An issuer whose keys and revocations are fetched from its service; created by `remoteIssuer`. */
export type RemoteIssuer = {
  /** Finds the receipt's key if it may have signed at that time, or returns null; rejects if the issuer can't be reached. */
  findSigner: (claim: SignerClaim, nowMs: number) => Promise<TrustedSigner | null>
  /** Returns true if a receipt is revoked; rejects if its status isn't available. */
  isRevoked: (signed: SignedReceipt, nowMs: number) => Promise<boolean>
}

/** The key and the time of signing that a receipt states, not verified yet. */
export type SignerClaim = { publicKey: string; signedAtMs: number }

type SignedReceipt = { receipt: Receipt; receiptHash: string }

type TrustedSigner = { publicKey: string; isForTests: boolean }

/** The options of `remoteIssuer`. */
export type RemoteIssuerOptions = {
  /** Timeout of one request; 5000 by default. */
  timeoutMs?: number | undefined
  /** Replaces the global `fetch`. */
  fetch?: Fetch | undefined
}

/**
 * Creates an issuer for guards that fetches the keys and status lists of the service at `url`, and caches them while they are fresh. It fetches
 * nothing before the first receipt, and fetches the keys again for an unknown key. Receipts are refused while keys or status aren't available.
 *
 * @returns the issuer, for the option `issuer` of `requireReceipt`. Share it between guards, so that they share the cache.
 * @throws {TypeError} for an address that is neither https nor http on this machine.
 * @example
 * requireReceipt({ issuer: remoteIssuer('https://id.example.org'), audience, maxAgeMs: 60_000 })
 */
export function remoteIssuer(url: string, options: RemoteIssuerOptions = {}): RemoteIssuer {
  const address = new URL(`${checkAddress(url)}${DOCUMENT_PATH}`)
  const { timeoutMs = TIMEOUT_MS, fetch = (...call) => globalThis.fetch(...call) } = options
  const keys = createFreshCopy(() => loadKeys(address, { fetch, timeoutMs }))
  const lists = new Map<string, FreshCopy<CurrentList>>()

  async function findKey(publicKey: string, nowMs: number): Promise<IssuerKey | undefined> {
    return (await keys.read(nowMs)).get(publicKey) ?? (await keys.readAgain(nowMs)).get(publicKey)
  }

  function listFor(key: IssuerKey): FreshCopy<CurrentList> {
    const place = `${key.publicKey} ${key.statusList}`
    const known = lists.get(place)
    const list = known ?? createFreshCopy((nowMs) => loadList(key, nowMs, { fetch, timeoutMs }))
    lists.set(place, list)
    return list
  }

  return {
    findSigner: async ({ publicKey, signedAtMs }, nowMs) => {
      const key = await findKey(publicKey, nowMs)
      return key && canHaveSigned(key, signedAtMs) ? { publicKey, isForTests: key.use === 'test' } : null
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

async function loadKeys(address: URL, options: FetchOptions): Promise<FetchedDocument<ReadonlyMap<string, IssuerKey>>> {
  const { value, maxAgeMs } = await loadDocument(address, options)
  return { value: readIssuerDocument(value, address), maxAgeMs }
}

async function loadList(key: IssuerKey, now: number, options: FetchOptions): Promise<FetchedDocument<CurrentList>> {
  const { value, maxAgeMs } = await loadDocument(key.statusList, options)
  const list = readStatusList(value, { now, trustedIssuers: [key.publicKey] })
  if (list.status === 'REFUSED') throw new Error(`the status list is refused: ${list.reason}, ${list.detail}`)
  return { value: list, maxAgeMs }
}

// The issuer signed how long the list is valid. Until then, a failed fetch is no reason to distrust it.
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

/** The part of `fetch` that is used. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

type FetchOptions = { fetch: Fetch; timeoutMs: number }

const DEFAULT_AGE_SECONDS = 300
// With "a year" a stolen key would stay trusted for a year; with 0 every request would contact the issuer.
const [LEAST_AGE_SECONDS, MOST_AGE_SECONDS] = [10, 3600]

/** Fetches a JSON document and how long it may be cached; rejects for any status but 200. */
async function loadDocument(url: URL, { fetch, timeoutMs }: FetchOptions): Promise<FetchedDocument<unknown>> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // Workers don't support "error". With "manual" a redirect is returned as it is, and isn't 200.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`)
  return { value: await response.json(), maxAgeMs: readMaxAge(response.headers) * 1000 }
}

function readMaxAge(headers: Headers): number {
  const [, given] = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '') ?? []
  // Time spent in a cache on the way counts (RFC 9111, section 4.2).
  const seconds = Number(given ?? DEFAULT_AGE_SECONDS) - (Number(headers.get('age')) || 0)
  return Math.min(Math.max(seconds, LEAST_AGE_SECONDS), MOST_AGE_SECONDS)
}

/** A fetched document and how long it may be cached. */
type FetchedDocument<Value> = { value: Value; maxAgeMs: number }

/** A cached remote document. */
type FreshCopy<Value> = {
  /** Returns the document, and fetches it if the copy is no longer fresh; rejects if that fails. */
  read: (nowMs: number) => Promise<Value>
  /** Returns the document, and fetches it unless that just happened: strangers can trigger this call. */
  readAgain: (nowMs: number) => Promise<Value>
  /** Returns the copy, fresh or not. */
  last: () => Value | undefined
}

const COOLDOWN_MS = 10_000
const RETRY_MS = 1000

/** Creates the cache of a document. Concurrent calls share one fetch. After a failure, nothing is fetched for a second. */
function createFreshCopy<Value>(load: (nowMs: number) => Promise<FetchedDocument<Value>>): FreshCopy<Value> {
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

// A clock that was set back must not extend the lifetime; NaN is never within.
function isWithin(nowMs: number, sinceMs: number, ms: number): boolean {
  return nowMs >= sinceMs && nowMs < sinceMs + ms
}

/** A key in the issuer document, with the time span in which it may have signed. */
type IssuerKey = {
  readonly publicKey: string
  readonly use: 'production' | 'test'
  readonly isCompromised: boolean
  readonly fromMs: number
  readonly untilMs: number
  readonly statusList: URL
}

/** Parses an issuer document and leaves out keys of an unknown kind; throws a TypeError if it isn't one. */
function readIssuerDocument(document: unknown, address: URL): ReadonlyMap<string, IssuerKey> {
  const { keys } = (document ?? {}) as { keys?: unknown }
  if (!Array.isArray(keys)) throw new TypeError('the issuer document has no keys')
  const read = keys.map((key) => readKey(key, address)).filter((key) => key !== null)
  return new Map(read.map((key) => [key.publicKey, key]))
}

/** Returns true if the key may have signed at this time; false for NaN. */
function canHaveSigned({ isCompromised, fromMs, untilMs }: IssuerKey, signedAtMs: number): boolean {
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

// NaN if malformed: such a key can't have signed at any time.
function readTime(given: unknown): number {
  return typeof given === 'string' ? Date.parse(given) : Number.NaN
}
