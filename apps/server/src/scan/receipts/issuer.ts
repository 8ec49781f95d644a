import { createIssuerIdentity, generateKeyPair, type Issuer } from '@stillhere/receipt'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { unavailable } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { addKey, distrustRetiredKeys, findActiveKey, type IssuerKey, type KeyUse, retireKey } from './store.ts'

/** A key ready to sign with, and since when it may. */
export type SigningKey = { issuer: Issuer; secretKey: string; activeFrom: Date }

type Keyed = Pick<Service, 'db' | 'secrets'> & { settings: Pick<Service['settings'], 'sandbox'> }

/** With which keys this service signs: by others where it is a sandbox, and for sites that test. */
export function chooseKeyUse({ sandbox }: Keyed['settings'], isTest = sandbox): KeyUse {
  return sandbox || isTest ? 'test' : 'production'
}

/** Makes the service's first signing key unless there is one; every process calls it when it starts. */
export async function ensureIssuerKey({ db, secrets, settings }: Keyed): Promise<void> {
  const use = chooseKeyUse(settings)
  if (await findActiveKey(db, use)) return
  await db.transaction((tx) => addNewKey(tx, secrets, use))
}

/** The key to sign with now; 503 when it cannot be opened. */
export async function activeSigningKey(
  tx: Transaction,
  { secrets }: Pick<Service, 'secrets'>,
  use: KeyUse,
): Promise<SigningKey> {
  const found = await findActiveKey(tx, use)
  if (found) return openKey(secrets, found)
  await addNewKey(tx, secrets, use)
  const made = await findActiveKey(tx, use)
  if (made) return openKey(secrets, made)
  throw unavailable('The key that signs receipts is being replaced.')
}

/** Opens a stored key; 503 when it was sealed under another SECRET_KEY or is damaged. */
export function openKey(secrets: Secrets, key: IssuerKey): SigningKey {
  const opened = tryToOpen(secrets, key)
  if (opened) return opened
  throw unavailable('The key that signs receipts cannot be opened.')
}

/** Replaces the signing key. What earlier keys signed stays good, unless they are compromised: all lie under one SECRET_KEY. */
export async function rotateKey(
  tx: Transaction,
  { secrets, settings }: Omit<Keyed, 'db'>,
  { compromised }: { compromised: boolean },
): Promise<Issuer> {
  const use = chooseKeyUse(settings)
  await retireKey(tx, use, tx.now)
  if (compromised) await distrustRetiredKeys(tx)
  await addNewKey(tx, secrets, use)
  const active = await findActiveKey(tx, use)
  if (!active) throw unavailable('The key that signs receipts is being replaced.')
  return createIssuerIdentity(active)
}

export type IssuerHealth = { ok: boolean; error: string }

/** Whether receipts can be signed: the active key is there and opens under this SECRET_KEY. */
export async function issuerHealth({
  db,
  secrets,
  settings,
}: Omit<Keyed, 'db'> & { db: Queries }): Promise<IssuerHealth> {
  const key = await findActiveKey(db, chooseKeyUse(settings))
  if (!key) return { ok: false, error: 'there is no signing key' }
  return tryToOpen(secrets, key) ? { ok: true, error: '' } : { ok: false, error: 'the signing key cannot be opened' }
}

async function addNewKey(db: Transaction, secrets: Secrets, use: KeyUse): Promise<void> {
  const { publicKey, secretKey } = generateKeyPair()
  const { id } = createIssuerIdentity({ publicKey })
  await addKey(db, { id, use, publicKey, sealedSeed: secrets.seal('issuer', `${id} ${secretKey}`), now: db.now })
}

// The id inside the seal binds the seed to its row: a seed moved to another row does not open.
function tryToOpen(secrets: Secrets, key: IssuerKey): SigningKey | undefined {
  try {
    const [sealedFor, seed = ''] = secrets.open('issuer', key.sealedSeed).split(' ')
    const pair = generateKeyPair({ random: () => Buffer.from(seed, 'hex') })
    if (sealedFor !== key.id || pair.publicKey !== key.publicKey) return undefined
    return { issuer: createIssuerIdentity(pair), secretKey: pair.secretKey, activeFrom: key.activeFrom }
  } catch {
    return undefined
  }
}
