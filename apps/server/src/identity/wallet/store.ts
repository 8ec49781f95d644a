import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

export type BindingKind = 'provisional' | 'proved'

export type Wallet = { address: Buffer; nodeId: number; boundAt: Date; binding: BindingKind }

/** The number of provisional wallets that a node can have; the oldest is deleted when another is added. */
const MAX_PROVISIONAL = 5

const COLUMNS = sql`
  address, node_id AS "nodeId", bound_at AS "boundAt",
  CASE WHEN proved_at IS NULL THEN 'provisional' ELSE 'proved' END AS binding`

/** Records that a nonce was used; returns false if it was used before. */
export async function spendNonce(db: Queries, nonceHash: Buffer, now: Date): Promise<boolean> {
  const taken = await db.query(sql`
    INSERT INTO used_nonce (nonce_hash, used_at) VALUES (${nonceHash}, ${now}) ON CONFLICT DO NOTHING RETURNING 1`)
  return taken.length > 0
}

/** Finds a wallet by its address and locks it until the transaction ends. */
export function lockWallet(db: Queries, address: Buffer): Promise<Wallet | undefined> {
  return db.maybeOne<Wallet>(sql`SELECT ${COLUMNS} FROM wallet WHERE address = ${address} FOR UPDATE`)
}

export type NewBinding = { address: Buffer; nodeId: number; now: Date }

/** Saves a wallet as proved for a node, and replaces a provisional binding to any node; returns false if it is proved for another node. */
export async function saveProvedWallet(db: Queries, { address, nodeId, now }: NewBinding): Promise<boolean> {
  const bound = await db.query(sql`
    INSERT INTO wallet AS w (address, node_id, bound_at, proved_at) VALUES (${address}, ${nodeId}, ${now}, ${now})
    ON CONFLICT (address) DO UPDATE
    SET node_id = excluded.node_id, bound_at = excluded.bound_at, proved_at = excluded.proved_at
    WHERE w.proved_at IS NULL OR w.node_id = excluded.node_id
    RETURNING 1`)
  return bound.length > 0
}

/** Binds a wallet provisionally to a node, and replaces an earlier provisional binding to any node; returns false if the wallet is proved for any node. */
export async function addProvisionalWallet(db: Queries, { address, nodeId, now }: NewBinding): Promise<boolean> {
  const bound = await db.query(sql`
    INSERT INTO wallet AS w (address, node_id, bound_at) VALUES (${address}, ${nodeId}, ${now})
    ON CONFLICT (address) DO UPDATE SET node_id = excluded.node_id, bound_at = excluded.bound_at
    WHERE w.proved_at IS NULL
    RETURNING 1`)
  return bound.length > 0
}

/**
 * Deletes a node's provisional wallets except the newest five. Any caller who names the e-mail address can add provisional wallets, so
 * their number must be bounded.
 */
export async function deleteOldWallets(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`
    DELETE FROM wallet WHERE proved_at IS NULL AND address IN (
      SELECT address FROM wallet WHERE node_id = ${nodeId} AND proved_at IS NULL
      ORDER BY bound_at DESC, address OFFSET ${MAX_PROVISIONAL})`)
}

/** Deletes a node's provisional wallets, which strangers may have bound before the node was activated. */
export async function deleteProvisionalWallets(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM wallet WHERE node_id = ${nodeId} AND proved_at IS NULL`)
}

/** Lists the wallets of a node, newest first. */
export function listWallets(db: Queries, nodeId: number): Promise<Wallet[]> {
  return db.query<Wallet>(sql`
    SELECT ${COLUMNS} FROM wallet WHERE node_id = ${nodeId} ORDER BY wallet.bound_at DESC, wallet.address`)
}

/** Returns 'proved' if a node has a proved wallet, 'provisional' if it has only provisional wallets, undefined without wallets. */
export async function findBestBinding(db: Queries, nodeId: number): Promise<BindingKind | undefined> {
  const best = await db.maybeOne<Pick<Wallet, 'binding'>>(sql`
    SELECT CASE WHEN proved_at IS NULL THEN 'provisional' ELSE 'proved' END AS binding FROM wallet
    WHERE node_id = ${nodeId} ORDER BY proved_at IS NULL LIMIT 1`)
  return best?.binding
}

/** Deletes a wallet of a node; returns false if the node has no wallet with this address. */
export async function deleteWallet(db: Queries, nodeId: number, address: Buffer): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM wallet WHERE node_id = ${nodeId} AND address = ${address} RETURNING 1`)
  return deleted.length > 0
}

/** Deletes the binding of a wallet to any node, proved or provisional; returns false if the wallet has no binding. */
export async function deleteBinding(db: Queries, address: Buffer): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM wallet WHERE address = ${address} RETURNING 1`)
  return deleted.length > 0
}

/** Deletes used nonces after a day, when their messages are too old to be accepted. */
export const expiredNonces = createExpiry({
  table: sql`used_nonce`,
  where: (now) => sql`used_at < ${toDaysBefore(now, 1)}`,
})
