import { timingSafeEqual } from 'node:crypto'
import { Enrollment } from '@stillhere/contract'
import { canonicalize } from '@stillhere/receipt'
import { compileBodyCheck } from '../http/validation.ts'
import type { Secrets } from '../secrets.ts'

/** An enrollment as far as it must be known to judge its seal: all its other members as canonical JSON. */
export type ReadEnrollment = { userId: string; expiresAt: Date; text: string; seal: string }

const problemOf = compileBodyCheck(Enrollment)

/** In a thread: an enrollment that somebody sent, or null for anything else. */
export function readEnrollment(value: unknown): ReadEnrollment | null {
  if (problemOf(value)) return null
  const { seal, ...members } = value as Enrollment
  const { user_id: userId, expires_at } = members
  const text = textOf(members)
  return text === null ? null : { userId, expiresAt: new Date(expires_at), text, seal }
}

/** The body was only skimmed yet: it may hold what has no canonical form, and what was never sealed. */
function textOf(members: object): string | null {
  try {
    return canonicalize(members)
  } catch {
    return null
  }
}

/** Seals an enrollment, every member of it. */
export function sealEnrollment(secrets: Secrets, members: Omit<Enrollment, 'key_id' | 'seal'>): Enrollment {
  const sealed = { ...members, key_id: keyId(secrets) }
  return { ...sealed, seal: macOf(secrets, canonicalize(sealed)).toString('base64url') }
}

/** Whether this service sealed the enrollment as it stands, in a time that does not tell how nearly. */
export function holdsSeal(secrets: Secrets, { text, seal }: ReadEnrollment): boolean {
  const given = Buffer.from(seal, 'base64url')
  const expected = macOf(secrets, text)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function macOf(secrets: Secrets, text: string): Buffer {
  return secrets.hash('enrollment', text)
}

/** Names the key that seals, so that a later one can be told apart. */
function keyId(secrets: Secrets): string {
  return secrets.hash('enrollment', 'key id').toString('hex').slice(0, 16)
}
