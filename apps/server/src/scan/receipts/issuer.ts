import { createHash, createPrivateKey, sign } from 'node:crypto'
import type { AnswerOf, getJwks } from '@stillhere/contract'
import {
  computeReceiptHash,
  createIssuerIdentity,
  generateKeyPair,
  type Issuer,
  type PresencePolicy,
  readPresencePolicy,
  type Receipt,
  secretKeyToPkcs8,
} from '@stillhere/receipt'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { refuseForNow } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { computeThumbprint } from '../../platform/thumbprint.ts'
import {
  addKey,
  recordCompromise,
  findActiveKey,
  findKey,
  type IssuerKey,
  type KeyUse,
  recordRetirement,
} from './store.ts'

/** A token must fit into a header, a cookie or an address beside other content. */
const MAX_TOKEN_LENGTH = 900

/**
 * Signs the presence token (JWT) of a receipt with the key that signed the receipt. `issuer` is the address of this service, for the claim `iss`.
 * Throws 503 if the key can't be opened, and an Error if it is gone or the receipt has no audience.
 */
export async function issuePresenceToken(
  db: Queries,
  { secrets }: Pick<Service, 'secrets'>,
  { receipt, issuer }: { receipt: Receipt; issuer: string },
): Promise<string> {
  const stored = await findKey(db, receipt.issuer.id)
  if (!stored) throw new Error('the key of the receipt is gone')
  const { secretKey } = openKey(secrets, stored)
  const { kid } = toWebKey(receipt.issuer.publicKey)
  const head = encode({ alg: 'EdDSA', typ: 'presence+jwt', kid })
  const texts = listClaims(receipt, issuer).map((claims) => `${head}.${encode(claims)}`)
  // If the addresses alone are too long, nothing helps, and a long token is better than none.
  const text =
    texts.find(({ length }) => length + SIGNATURE_LENGTH <= MAX_TOKEN_LENGTH) ??
    texts.reduce((best, one) => (one.length < best.length ? one : best))
  const key = createPrivateKey({ key: Buffer.from(secretKeyToPkcs8(secretKey)), format: 'der', type: 'pkcs8' })
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

/** Converts an Ed25519 public key (hexadecimal) to a JSON Web Key. Verifiers of presence tokens find the key by its `kid`. */
export function toWebKey(publicKey: string): AnswerOf<typeof getJwks>['keys'][number] {
  const x = Buffer.from(publicKey, 'hex').toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x, kid: computeThumbprint(x), use: 'sig', alg: 'EdDSA' }
}

const SIGNATURE_LENGTH = '.'.length + 86

/** Lists the claim sets that a token may have, in order of preference: with texts of people as they are, or with digests of the texts. */
function listClaims(receipt: Receipt, issuer: string): object[] {
  const policy = readPresencePolicy(receipt)
  if (policy === null || receipt.audience === undefined) throw new Error('a token needs an audience and a policy')
  const claims = {
    iss: issuer,
    sub: receipt.subject.id,
    aud: receipt.audience,
    iat: toSeconds(receipt.signature.signedAt),
    ...(receipt.expiresAt === undefined ? {} : { exp: toSeconds(receipt.expiresAt) }),
    jti: receipt.receiptId,
    acr: `urn:stillhere:presence:${policy.assurance}`,
    amr: listMethods(policy),
    ...(policy.subject_kind && { subject_kind: policy.subject_kind }),
    receipt_hash: computeReceiptHash(receipt),
    ...(policy.test ? { test: true } : {}),
  }
  const [action, nonce] = [listForms('action', policy.action), listForms('nonce', policy.nonce)]
  return nonce.flatMap((one) => action.map((other) => ({ ...claims, ...other, ...one })))
}

/** Lists a receipt's authentication methods for the claim `amr` (RFC 8176). Never mfa: motion and passkey may come from one device in one hand. */
export function listMethods({ device }: Pick<PresencePolicy, 'device'>): string[] {
  return ['user', ...(device === 'none' ? [] : ['pop']), 'urn:stillhere:motion']
}

function listForms(name: 'action' | 'nonce', text: string | null): Record<string, string>[] {
  if (text === null) return [{}]
  return [{ [name]: text }, { [`${name}_digest`]: createHash('sha256').update(text).digest('base64url') }]
}

function toSeconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000)
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** An opened key, and the time from which it may sign. */
export type SigningKey = { issuer: Issuer; secretKey: string; activeFrom: Date }

type KeyService = Pick<Service, 'db' | 'secrets'> & { settings: Pick<Service['settings'], 'sandbox'> }

/** Returns which kind of key signs: a test key in a sandbox or if `isTest`, otherwise a production key. */
export function selectKeyUse({ sandbox }: KeyService['settings'], isTest = sandbox): KeyUse {
  return sandbox || isTest ? 'test' : 'production'
}

/** Creates the signing key of this service unless there is an active one. Several processes that call it at once create a single key. */
export async function addMissingIssuerKey({ db, secrets, settings }: KeyService): Promise<void> {
  const use = selectKeyUse(settings)
  if (await findActiveKey(db, use)) return
  await db.transaction((tx) => addNewKey(tx, secrets, use))
}

/** Returns the active signing key of this use, decrypted, and creates the key if there is none. Throws 503 if the key can't be opened. */
export async function openSigningKey(
  tx: Transaction,
  { secrets }: Pick<Service, 'secrets'>,
  use: KeyUse,
): Promise<SigningKey> {
  const found = await findActiveKey(tx, use)
  if (found) return openKey(secrets, found)
  await addNewKey(tx, secrets, use)
  const made = await findActiveKey(tx, use)
  if (made) return openKey(secrets, made)
  throw refuseForNow('The key that signs receipts is being replaced.')
}

/** Decrypts a stored signing key. Throws 503 if it was sealed under another SECRET_KEY or is damaged. */
export function openKey(secrets: Secrets, key: IssuerKey): SigningKey {
  const opened = openSealedKey(secrets, key)
  if (opened) return opened
  throw refuseForNow('The key that signs receipts cannot be opened.')
}

/**
 * Retires the active signing key and creates a new one; returns the new issuer. Earlier signatures stay valid unless `compromised`, which marks all
 * retired keys as compromised, since one SECRET_KEY protects all of them.
 */
export async function rotateKey(
  tx: Transaction,
  { secrets, settings }: Omit<KeyService, 'db'>,
  { compromised }: { compromised: boolean },
): Promise<Issuer> {
  const use = selectKeyUse(settings)
  await recordRetirement(tx, use, tx.now)
  if (compromised) await recordCompromise(tx)
  await addNewKey(tx, secrets, use)
  const active = await findActiveKey(tx, use)
  if (!active) throw refuseForNow('The key that signs receipts is being replaced.')
  return createIssuerIdentity(active)
}

type IssuerHealth = { ok: boolean; error: string }

/** Checks that receipts can be signed: there is an active key, and this SECRET_KEY opens it. Returns the error, or an empty one if all is well. */
export async function checkIssuerHealth({
  db,
  secrets,
  settings,
}: Omit<KeyService, 'db'> & { db: Queries }): Promise<IssuerHealth> {
  const key = await findActiveKey(db, selectKeyUse(settings))
  if (!key) return { ok: false, error: 'there is no signing key' }
  return openSealedKey(secrets, key)
    ? { ok: true, error: '' }
    : { ok: false, error: 'the signing key cannot be opened' }
}

async function addNewKey(db: Transaction, secrets: Secrets, use: KeyUse): Promise<void> {
  const { publicKey, secretKey } = generateKeyPair()
  const { id } = createIssuerIdentity({ publicKey })
  await addKey(db, { id, use, publicKey, sealedSeed: secrets.seal('issuer', `${id} ${secretKey}`), now: db.now })
}

// The id inside the seal binds the seed to its row: a seed moved to another row does not open.
function openSealedKey(secrets: Secrets, key: IssuerKey): SigningKey | undefined {
  try {
    const [sealedFor, seed = ''] = secrets.open('issuer', key.sealedSeed).split(' ')
    const pair = generateKeyPair({ random: () => Buffer.from(seed, 'hex') })
    if (sealedFor !== key.id || pair.publicKey !== key.publicKey) return undefined
    return { issuer: createIssuerIdentity(pair), secretKey: pair.secretKey, activeFrom: key.activeFrom }
  } catch {
    return undefined
  }
}

/** How long a receipt is valid after the end of its interval. */
export const RECEIPT_LIFETIME_MS = 300_000

/** A transaction that began before a rotation may sign with the retired key for this long. */
const OVERLAP_MS = 60_000

/** Computes the last moment at which a key may have signed: a minute after its retirement. Returns null while the key is active. */
export function computeValidUntil({ retiredAt }: Pick<IssuerKey, 'retiredAt'>): Date | null {
  return retiredAt && new Date(retiredAt.getTime() + OVERLAP_MS)
}

/** The part of a key that decides whether it may have signed a receipt. */
export type Validity = Pick<IssuerKey, 'publicKey' | 'activeFrom' | 'retiredAt' | 'compromised'>

/** Lists the public keys that may have signed at this moment: in use then, and not compromised. The list is empty for NaN. */
export function listTrustedKeys(keys: readonly Validity[], signedAtMs: number): string[] {
  return keys.filter((key) => canHaveSignedAt(key, signedAtMs)).map(({ publicKey }) => publicKey)
}

function canHaveSignedAt(key: Validity, signedAtMs: number): boolean {
  const untilMs = computeValidUntil(key)?.getTime() ?? Number.POSITIVE_INFINITY
  return !key.compromised && key.activeFrom.getTime() <= signedAtMs && signedAtMs <= untilMs
}

// For verifiers whose clock is slow, and for receipts whose interval was moved after the end of their chain.
const SLACK_MS = 60_000

/** Returns whether a presence token that this key signed may be unexpired at `now`, so that verifiers still need the key. */
export function canHaveLiveTokens(key: Validity, now: Date): boolean {
  const untilMs = computeValidUntil(key)?.getTime() ?? Number.POSITIVE_INFINITY
  return !key.compromised && now.getTime() < untilMs + RECEIPT_LIFETIME_MS + SLACK_MS
}

/** Returns the status of a signing key as the issuer document shows it. */
export function describeKeyStatus({ retiredAt, compromised }: Validity): 'active' | 'retired' | 'compromised' {
  if (compromised) return 'compromised'
  return retiredAt === null ? 'active' : 'retired'
}
