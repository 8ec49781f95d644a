import { type Receipt, readStatusList, type StatusReading } from '@stillhere/receipt'
import { type Fetch, type FetchOptions, fetchDocument } from './fetch-document.ts'
import { type Fetched, type FreshCopy, keepFresh } from './fresh-copy.ts'
import { type IssuerKey, mayHaveSigned, readIssuerDocument } from './issuer-document.ts'

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
