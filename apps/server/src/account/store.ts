import type { Queries } from '../database/pool.ts'
import { sql } from '../database/sql.ts'

export type OwnToken = { id: string; createdAt: Date; lastUsedAt: Date | null; proved: boolean }

/** The live tokens of a node, without their hashes, the newest first. */
export function listTokens(db: Queries, nodeId: number): Promise<OwnToken[]> {
  return db.query(sql`
    SELECT id::text, created_at AS "createdAt", last_used_at AS "lastUsedAt", proved FROM node_token
    WHERE node_id = ${nodeId} ORDER BY node_token.id DESC`)
}

/** Deletes a token of a node; false when it has no such token. */
export async function deleteToken(db: Queries, nodeId: number, id: string): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM node_token WHERE node_id = ${nodeId} AND id::text = ${id} RETURNING id`)
  return deleted.length > 0
}

/** Days on which a node scanned or gained. */
export function listDays(db: Queries, nodeId: number): Promise<{ day: string; scans: number; gains: number }[]> {
  return db.query(sql`
    SELECT day, coalesce(scans, 0) AS scans, coalesce(gains, 0) AS gains
    FROM (SELECT day, scans FROM scan_day WHERE node_id = ${nodeId}) AS s
    FULL JOIN (SELECT day, gains FROM gain_day WHERE node_id = ${nodeId}) AS g USING (day)
    ORDER BY day`)
}

export function listInvitesUsed(db: Queries, nodeId: number): Promise<{ hint: string; usedAt: Date }[]> {
  return db.query(sql`
    SELECT hint, used_at AS "usedAt" FROM invite WHERE used_by = ${nodeId} AND used_at IS NOT NULL ORDER BY id`)
}

export type Application = {
  email: string
  technicalBackground: string | null
  handle: string | null
  source: string | null
  position: number
  appliedAt: Date
  confirmedAt: Date | null
}

export function findApplication(db: Queries, emailKey: string): Promise<Application | undefined> {
  return db.maybeOne(sql`
    SELECT email, technical_bg AS "technicalBackground", handle, source, position_number AS position,
      applied_at AS "appliedAt", confirmed_at AS "confirmedAt"
    FROM recruitment_application WHERE email_key = ${emailKey}`)
}

/** Deletes an application; its place among the applicants stays taken. */
export async function deleteApplication(db: Queries, emailKey: string): Promise<void> {
  await db.query(sql`DELETE FROM recruitment_application WHERE email_key = ${emailKey}`)
}

/** Deletes the code that was last sent to an e-mail address. */
export async function deleteCode(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`DELETE FROM otp_code WHERE email_hash = ${emailHash}`)
}

/** Sets an invite free that was held for an e-mail address. */
export async function freeInvites(db: Queries, emailHash: Buffer): Promise<void> {
  await db.query(sql`
    UPDATE invite SET reserved_for = NULL, reserved_until = NULL WHERE reserved_for = ${emailHash}`)
}
