import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Node } from '../nodes/store.ts'

export type KnownNode = Pick<Node, 'email' | 'handle' | 'status' | 'registeredAt'>

export function findIdentity(db: Queries, emailKey: string): Promise<KnownNode | undefined> {
  return db.maybeOne<KnownNode>(sql`
    SELECT email, node_handle AS handle, status, registered_at AS "registeredAt" FROM node WHERE email_key = ${emailKey}`)
}
