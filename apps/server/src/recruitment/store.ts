import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

export type Application = {
  emailKey: string
  /** As mail is sent to it. */
  email: string
  technicalBackground: string | null
  handle: string | null
  source: string | null
}

/** Whoever else wants to apply waits until this transaction ends, so that positions have no gaps. */
export async function lockPositions(db: Queries): Promise<void> {
  await db.query(sql`SELECT FROM cohort WHERE name = 'recruitment' FOR UPDATE`)
}

/** Takes the next position for an e-mail address; undefined when it has one already. */
export async function takePosition(db: Queries, one: Application, now: Date): Promise<number | undefined> {
  const taken = await db.maybeOne<{ position: number }>(sql`
    WITH place AS (
      UPDATE cohort SET taken = taken + 1, last_at = ${now}
      WHERE name = 'recruitment'
        AND NOT EXISTS (SELECT FROM recruitment_application WHERE email_key = ${one.emailKey})
      RETURNING taken)
    INSERT INTO recruitment_application
      (email_key, email, technical_bg, handle, source, position_number, applied_at)
    SELECT ${one.emailKey}, ${one.email}, ${one.technicalBackground}, ${one.handle}, ${one.source}, taken, ${now}
    FROM place RETURNING position_number AS position`)
  return taken?.position
}

/** Position of an e-mail address, and how many have applied. */
export function findPosition(db: Queries, emailKey: string): Promise<{ position: number; taken: number } | undefined> {
  return db.maybeOne<{ position: number; taken: number }>(sql`
    SELECT position_number AS position, (SELECT taken FROM cohort WHERE name = 'recruitment') AS taken
    FROM recruitment_application WHERE email_key = ${emailKey}`)
}
