import { readStatusList, type VerifyOptions } from '@stillhere/client'
import type { OutputOf } from '@stillhere/client/http'
import type { OldReceipt, Receipt } from '@stillhere/client/receipt'
import {
  type ApproverVerification,
  findReceipt,
  judgeDocuments,
  type Judgment as PlainJudgment,
  type Judgments as PlainJudgments,
} from '@stillhere/client/receipt/documents'
import { expiryOf } from '@stillhere/client/receipt/view'
import type { ReceiptDocument } from './documents.ts'

/** The person's own requirements; empty texts require nothing. */
export type Options = {
  audience: string
  at: string
  legacy: boolean
  /** Thumbprints of the person’s keys; without one, no key of a person is demanded. */
  approverKeys: readonly string[]
}

/** A judgment with what this service knows: whose key it is, and whether the receipt was revoked. */
export type Judgment =
  | Extract<PlainJudgment, { kind: 'unreadable' }>
  | (Extract<PlainJudgment, { kind: 'judged' }> & { trust: Trust; revocation: Revocation })

/** All documents judged; several are one chain. */
export type Judgments = PlainJudgments<Judgment>

/** Facts beside the documents: keys, status lists, and the verified signatures of persons. */
type KnownFacts = KnownLists & { approvers?: readonly ApproverVerification[] | undefined }

/** Judges each document, and several as one chain, by the keys, status lists and approver signatures known so far. Loads nothing. */
export function judgeWithLists(documents: readonly ReceiptDocument[], options: Options, known: KnownFacts): Judgments {
  const verifyOptions = toVerifyOptions(findReceipts(documents), options, known)
  const { each, chain } = judgeDocuments(documents, verifyOptions, known.approvers)
  return { each: each.map((judgment) => addKnown(judgment, known)), chain }
}

/** Returns the receipts among the documents, in order. Documents that don't have the form of a receipt are left out. */
export function findReceipts(documents: readonly ReceiptDocument[]): AnyReceipt[] {
  return documents.map(findReceipt).filter((receipt) => receipt !== null)
}

function toVerifyOptions(
  receipts: readonly AnyReceipt[],
  { audience, at, legacy }: Options,
  known: KnownLists,
): VerifyOptions {
  const trustedIssuers = listTrustedKeys(receipts, known.issuers)
  return {
    now: at === '' ? known.now : at,
    legacy,
    // A list that is missing says nothing here; the page says so beside the other checks.
    revoked: (receipt) => readRevocation(receipt, known).kind === 'revoked',
    ...(trustedIssuers === undefined ? {} : { trustedIssuers }),
    ...(audience === '' ? {} : { audience }),
  }
}

function addKnown(judgment: PlainJudgment, known: KnownLists): Judgment {
  if (judgment.kind === 'unreadable') return judgment
  const { receipt } = judgment
  if (receipt === null) return { ...judgment, trust: { kind: 'unknown' }, revocation: { kind: 'no list' } }
  return { ...judgment, trust: judgeTrust(receipt, known.issuers), revocation: readRevocation(receipt, known) }
}

/** The status of a receipt in its issuer's signed list. */
export type Revocation =
  | { kind: 'clear' | 'revoked'; issuedAt: string }
  /** The list doesn't cover receipts that expired before `since`. */
  | { kind: 'forgotten'; issuedAt: string; since: string }
  | { kind: 'stale'; nextUpdate: string }
  | { kind: 'refused'; detail: string }
  | { kind: 'no list' | 'not looked up' }

/** Status lists as they came, by the id of their issuer; and the moment at which they are read. */
export type KnownLists = { issuers: Issuers; lists: ReadonlyMap<string, unknown>; now: number }

function readRevocation(receipt: AnyReceipt, { issuers, lists, now }: KnownLists): Revocation {
  const list = lists.get(receipt.issuer.id)
  if (list === undefined) return { kind: isAnswerable(receipt, issuers) ? 'not looked up' : 'no list' }
  const reading = readStatusList(list, { now, trustedIssuers: [receipt.issuer.publicKey] })
  if (reading.status === 'REFUSED')
    return reading.reason === 'STALE'
      ? { kind: 'stale', nextUpdate: readNextUpdate(list) }
      : { kind: 'refused', detail: reading.detail }
  const { issuedAt } = reading
  if (reading.revoked(receipt, '')) return { kind: 'revoked', issuedAt }
  // Without a promise, a list covers only receipts that hadn't expired when it was made.
  const since = findKey(receipt, issuers)?.listedSince ?? issuedAt
  return expiryOf(receipt) <= Date.parse(since) ? { kind: 'forgotten', issuedAt, since } : { kind: 'clear', issuedAt }
}

// Only the service's own keys have a status to fetch.
function isAnswerable(receipt: AnyReceipt, issuers: Issuers): boolean {
  const key = findKey(receipt, issuers)
  return issuers.document === null || (key !== undefined && key.status !== 'compromised')
}

function findKey({ issuer }: AnyReceipt, { document }: Issuers) {
  return document?.keys.find(({ publicKey }) => publicKey === issuer.publicKey)
}

function readNextUpdate(list: unknown): string {
  const { nextUpdate }: { nextUpdate?: unknown } = Object(list)
  return String(nextUpdate)
}

type AnyReceipt = Receipt | OldReceipt

/** A key that the person trusts, under a name of their own. */
export type AddedKey = { name: string; publicKey: string }

/** The known issuers. `document` is null if this service's own keys couldn't be loaded. */
type Issuers = {
  document: OutputOf<'getIssuer'> | null
  added: readonly AddedKey[]
  /** Public keys by which this browser signed receipts itself. */
  own: readonly string[]
}

/** Whose key signed a receipt, as far as this page knows. */
export type Trust =
  | { kind: 'service' | 'own' | 'compromised' | 'out of time' | 'unknown' | 'not looked up' }
  | { kind: 'added'; name: string }

function judgeTrust({ issuer, signature }: AnyReceipt, { document, added, own: ownKeys }: Issuers): Trust {
  const own = document?.keys.find(({ publicKey }) => publicKey === issuer.publicKey)
  if (own?.status === 'compromised') return { kind: 'compromised' }
  if (own && isWithin(signature.signedAt, own)) return { kind: 'service' }
  const known = added.find(({ publicKey }) => publicKey === issuer.publicKey)
  if (known) return { kind: 'added', name: known.name }
  if (own) return { kind: 'out of time' }
  if (ownKeys.includes(issuer.publicKey)) return { kind: 'own' }
  return { kind: document === null ? 'not looked up' : 'unknown' }
}

/**
 * Returns the issuer keys of these receipts that can be trusted: keys that this service used at the time of signing, and keys that the
 * person added. Leaves out a key if it isn't trusted for each of its receipts. Returns undefined if this service's keys aren't loaded and
 * a receipt has an unknown key.
 */
export function listTrustedKeys(receipts: readonly AnyReceipt[], issuers: Issuers): string[] | undefined {
  const all = receipts.map((receipt) => ({ key: receipt.issuer.publicKey, trust: judgeTrust(receipt, issuers) }))
  if (all.some(({ trust }) => trust.kind === 'not looked up')) return undefined
  // One receipt out of a key's time spoils the key for all of them.
  const spoiled = new Set(all.filter(({ trust }) => !isTrusted(trust)).map(({ key }) => key))
  return all.map(({ key }) => key).filter((key) => !spoiled.has(key))
}

function isTrusted({ kind }: Trust): boolean {
  return kind === 'service' || kind === 'added'
}

/** Parses a typed public key of 64 hex digits, in any case, with spaces or colons, and returns it in lower case. Returns null for anything else. */
export function parseKey(text: string): string | null {
  const digits = text.replace(/[\s:]/g, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null
}

/** Parses the stored keys that the person trusts. Malformed entries are dropped; null or malformed text gives an empty list. */
export function parseAddedKeys(text: string | null): AddedKey[] {
  let kept: unknown
  try {
    kept = JSON.parse(text ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(kept) ? kept.filter(isAddedKey).map(({ name, publicKey }) => ({ name, publicKey })) : []
}

function isAddedKey(kept: unknown): kept is AddedKey {
  const { name, publicKey }: Partial<AddedKey> = Object(kept)
  return typeof name === 'string' && typeof publicKey === 'string' && parseKey(publicKey) === publicKey
}

function isWithin(signedAt: string, { from, until }: { from: string; until: string | null }): boolean {
  const time = Date.parse(signedAt)
  return time >= Date.parse(from) && (until === null || time <= Date.parse(until))
}
