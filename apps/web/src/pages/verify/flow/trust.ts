import type { OutputOf } from '@stillhere/client/http'
import type { OldReceipt, Receipt } from '@stillhere/client/receipt'

export type AnyReceipt = Receipt | OldReceipt

/** A key that the person trusts, under a name of their own. */
export type AddedKey = { name: string; publicKey: string }

/** What is known of issuers; `document` is null while this service could not be asked for its own keys. */
export type Issuers = {
  document: OutputOf<'getIssuer'> | null
  added: readonly AddedKey[]
  /** Public keys by which this browser signed receipts itself. */
  own: readonly string[]
}

/** Whose key signed a receipt, as far as this page knows. */
export type Trust =
  | { kind: 'service' | 'own' | 'compromised' | 'out of time' | 'unknown' | 'not looked up' }
  | { kind: 'added'; name: string }

export function judgeTrust({ issuer, signature }: AnyReceipt, { document, added, own: ownKeys }: Issuers): Trust {
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
 * What to demand of the issuers of these receipts; undefined where nothing can be demanded, because an unknown key
 * may be one of the service's, which could not be asked.
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

/** The key in what somebody typed, or null: 64 hex digits, however they are spaced. */
export function parseKey(text: string): string | null {
  const digits = text.replace(/[\s:]/g, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(digits) ? digits : null
}

/** The keys that were kept, or none for anything else that may stand there. */
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
