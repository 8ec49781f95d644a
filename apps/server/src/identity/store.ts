import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import type { Node } from '../nodes/store.ts'

export type KnownNode = Pick<Node, 'email' | 'handle' | 'status' | 'registeredAt'>

export function findIdentity(db: Queries, emailKey: string): Promise<KnownNode | undefined> {
  return db.maybeOne<KnownNode>(sql`
    SELECT email, node_handle AS handle, status, registered_at AS "registeredAt" FROM node WHERE email_key = ${emailKey}`)
}

export type NewNode = {
  email: string
  emailKey: string
  handle: string
  status: 'SUBSCRIBED' | 'PENDING_VERIFICATION'
  originDomain: string | null
  now: Date
}

/** Makes a node; false when the e-mail address or the handle has one already. */
export async function addNode(db: Queries, node: NewNode): Promise<boolean> {
  const added = await db.query(sql`
    INSERT INTO node (email, email_key, node_handle, handle_key, status, origin_domain, registered_at)
    VALUES (${node.email}, ${node.emailKey}, ${node.handle}, ${node.handle.toLowerCase()}, ${node.status},
      ${node.originDomain}, ${node.now})
    ON CONFLICT DO NOTHING RETURNING id`)
  return added.length > 0
}

/** A subscriber who wants more becomes a node that waits for its code; the first origin stays. */
export async function liftNode(db: Queries, nodeId: number, originDomain: string | null): Promise<void> {
  await db.query(sql`
    UPDATE node SET status = 'PENDING_VERIFICATION', origin_domain = coalesce(origin_domain, ${originDomain})
    WHERE id = ${nodeId} AND activated_at IS NULL`)
}
