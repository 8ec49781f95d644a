import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { createExpiry } from '../../platform/database/store.ts'
import { toDaysBefore } from '../../platform/day.ts'

export type BindingKind = 'provisional' | 'proved'

export type Wallet = { address: Buffer; nodeId: number; boundAt: Date; binding: BindingKind }

/** Provisional wallets of one node; the oldest goes when another comes. */
const MAX_PROVISIONAL = 5

const COLUMNS = sql`
  address, node_id AS "nodeId", bound_at AS "boundAt",
  CASE WHEN proved_at IS NULL THEN 'provisional' ELSE 'proved' END AS binding`

/** Uses up a nonce; false when it was used before. */
export async function takeNonce(db: Queries, nonceHash: Buffer, now: Date): Promise<boolean> {
  const taken = await db.query(sql`
    INSERT INTO used_nonce (nonce_hash, used_at) VALUES (${nonceHash}, ${now}) ON CONFLICT DO NOTHING RETURNING 1`)
  return taken.length > 0
}

/** The binding of a wallet; other transactions that want to change it wait until this one ends. */
export function lockWallet(db: Queries, address: Buffer): Promise<Wallet | undefined> {
  return db.maybeOne<Wallet>(sql`SELECT ${COLUMNS} FROM wallet WHERE address = ${address} FOR UPDATE`)
}

export type NewBinding = { address: Buffer; nodeId: number; now: Date }

/** Binds a wallet for good; false when it is proved for another node. */
export async function proveWallet(db: Queries, { address, nodeId, now }: NewBinding): Promise<boolean> {
  const bound = await db.query(sql`
    INSERT INTO wallet AS w (address, node_id, bound_at, proved_at) VALUES (${address}, ${nodeId}, ${now}, ${now})
    ON CONFLICT (address) DO UPDATE
    SET node_id = excluded.node_id, bound_at = excluded.bound_at, proved_at = excluded.proved_at
    WHERE w.proved_at IS NULL OR w.node_id = excluded.node_id
    RETURNING 1`)
  return bound.length > 0
}

/** Binds a wallet provisionally, which ends an earlier provisional binding; false when it is proved for any node. */
export async function claimWallet(db: Queries, { address, nodeId, now }: NewBinding): Promise<boolean> {
  const bound = await db.query(sql`
    INSERT INTO wallet AS w (address, node_id, bound_at) VALUES (${address}, ${nodeId}, ${now})
    ON CONFLICT (address) DO UPDATE SET node_id = excluded.node_id, bound_at = excluded.bound_at
    WHERE w.proved_at IS NULL
    RETURNING 1`)
  return bound.length > 0
}

/** Anybody can name an e-mail address, so what this leaves on a node is bounded. */
export async function dropOldClaims(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`
    DELETE FROM wallet WHERE proved_at IS NULL AND address IN (
      SELECT address FROM wallet WHERE node_id = ${nodeId} AND proved_at IS NULL
      ORDER BY bound_at DESC, address OFFSET ${MAX_PROVISIONAL})`)
}

/** Removes what strangers may have bound before the node's owner showed up. */
export async function removeProvisionalWallets(db: Queries, nodeId: number): Promise<void> {
  await db.query(sql`DELETE FROM wallet WHERE node_id = ${nodeId} AND proved_at IS NULL`)
}

/** The wallets of a node, the newest first. */
export function readWallets(db: Queries, nodeId: number): Promise<Wallet[]> {
  return db.query<Wallet>(sql`
    SELECT ${COLUMNS} FROM wallet WHERE node_id = ${nodeId} ORDER BY wallet.bound_at DESC, wallet.address`)
}

/** The best binding that any wallet of a node has. */
export async function findBestBinding(db: Queries, nodeId: number): Promise<BindingKind | undefined> {
  const best = await db.maybeOne<Pick<Wallet, 'binding'>>(sql`
    SELECT CASE WHEN proved_at IS NULL THEN 'provisional' ELSE 'proved' END AS binding FROM wallet
    WHERE node_id = ${nodeId} ORDER BY proved_at IS NULL LIMIT 1`)
  return best?.binding
}

/** Removes a wallet of a node; false when it has no such wallet. */
export async function deleteWallet(db: Queries, nodeId: number, address: Buffer): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM wallet WHERE node_id = ${nodeId} AND address = ${address} RETURNING 1`)
  return deleted.length > 0
}

/** Ends whatever binding a wallet has; false when it has none. */
export async function unbindWallet(db: Queries, address: Buffer): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM wallet WHERE address = ${address} RETURNING 1`)
  return deleted.length > 0
}

/** Nonces of messages that are too old to be accepted. */
export const expiredNonces = createExpiry({
  table: sql`used_nonce`,
  where: (now) => sql`used_at < ${toDaysBefore(now, 1)}`,
})
