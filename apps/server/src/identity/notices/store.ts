import type { NoticeSettings } from '@stillhere/contract'
import type { Queries } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'
import { DEFAULT_NOTICES } from './rules.ts'

type Row = {
  mail: boolean
  from: string | null
  to: string | null
  timeZone: string | null
}

/** How the owner of a node is told. */
export async function readNotices(db: Queries, nodeId: number): Promise<NoticeSettings> {
  const row = await db.maybeOne<Row>(sql`
    SELECT mail, quiet_from AS "from", quiet_to AS "to", time_zone AS "timeZone" FROM notice_setting WHERE node_id = ${nodeId}`)
  if (!row) return DEFAULT_NOTICES
  const { mail, from, to, timeZone } = row
  const isSet = from !== null && to !== null && timeZone !== null
  const quiet = isSet ? { from, to, time_zone: timeZone } : null
  return { mail, quiet }
}

export async function saveNotices(db: Queries, nodeId: number, { mail, quiet }: NoticeSettings): Promise<void> {
  await db.query(sql`
    INSERT INTO notice_setting (node_id, mail, quiet_from, quiet_to, time_zone)
    VALUES (${nodeId}, ${mail}, ${quiet?.from ?? null}, ${quiet?.to ?? null}, ${quiet?.time_zone ?? null})
    ON CONFLICT (node_id) DO UPDATE SET mail = excluded.mail, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
      time_zone = excluded.time_zone`)
}
