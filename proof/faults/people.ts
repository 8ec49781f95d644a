import { hashCode, hashEmail } from '../../apps/server/src/codes/check.ts'
import { openDatabase } from '../../apps/server/src/database/pool.ts'
import { sql } from '../../apps/server/src/database/sql.ts'
import type { Service } from '../../apps/server/src/service.ts'
import { databaseUrlIn, readSecretsIn } from './data-folder.ts'
import { type Person, personAt } from './person.ts'

/** Adds people to the database of a data folder, from the first one on; their codes last for a day. */
export async function addPeople(
  dataDir: string,
  count: number,
  { url = databaseUrlIn(dataDir), first = 0 }: { url?: string; first?: number } = {},
): Promise<Person[]> {
  const people = Array.from({ length: count }, (_, index) => personAt(first + index))
  const secrets = readSecretsIn(dataDir)
  const service = { secrets } as Service
  const db = openDatabase({ databaseUrls: [url], max: 1 })
  const emails = people.map(({ email }) => email)
  const emailHashes = emails.map((email) => hashEmail(service, email))
  const codeHashes = people.map(({ email, code }) => hashCode(service, email, code))
  const inviteHashes = emails.map((email) => secrets.hash('invite', email))
  await db.query(sql`
    WITH given AS (
      SELECT * FROM unnest(${emails}::text[], ${emailHashes}::bytea[], ${codeHashes}::bytea[], ${inviteHashes}::bytea[])
        AS g (email, email_hash, code_hash, invite_hash)),
    registered AS (
      INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at)
      SELECT email, email, email, email, 'PENDING_VERIFICATION', now() FROM given),
    invited AS (
      INSERT INTO invite (code_hash, hint, created_at) SELECT invite_hash, 'XX', now() FROM given RETURNING id, code_hash)
    INSERT INTO otp_code (email_hash, asker_hash, code_hash, invite_id, created_at, expires_at)
    SELECT g.email_hash, decode(repeat('00', 32), 'hex'), g.code_hash, i.id, now(), now() + interval '1 day'
    FROM given AS g JOIN invited AS i ON i.code_hash = g.invite_hash`)
  await db.close()
  return people
}
