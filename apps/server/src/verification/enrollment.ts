import { timingSafeEqual } from 'node:crypto'
import { Enrollment } from '@stillhere/contract'
import type { StrokeTemplate } from '@stillhere/engine'
import { canonicalize } from '@stillhere/receipt'
import { compileBodyCheck } from '../http/validation.ts'
import type { Secrets } from '../secrets.ts'

/** An enrollment as far as it must be known to judge its seal: all its other members as canonical JSON. */
export type ReadEnrollment = {
  userId: string
  number: number
  expiresAt: Date
  version: string
  sampleCount: number
  template: string
  text: string
  seal: string
}

/** What an enrollment hides: how the person moves, which dimensions nothing was seen of, and how each stroke is made. */
export type Template = {
  vector: number[]
  variance: number[]
  missing: number[]
  statistics?: number[]
  strokes?: StrokeTemplate
}

const problemOf = compileBodyCheck(Enrollment)

/** In a thread: an enrollment that somebody sent, or null for anything else. */
export function readEnrollment(value: unknown): ReadEnrollment | null {
  if (problemOf(value)) return null
  // A sandbox says `test` in the answer that gave it out; that was never sealed.
  const { seal, test: _, ...members } = value as Enrollment & { test?: boolean }
  const text = writeText(members)
  if (text === null) return null
  const { user_id: userId, number, expires_at, signature, sample_count: sampleCount, template } = members
  return {
    userId,
    number,
    expiresAt: new Date(expires_at),
    version: signature.version,
    sampleCount,
    template,
    text,
    seal,
  }
}

/** The body was only skimmed yet: it may hold what has no canonical form, and what was never sealed. */
function writeText(members: object): string | null {
  try {
    return canonicalize(members)
  } catch {
    return null
  }
}

type Shown = Omit<Enrollment, 'template' | 'key_id' | 'seal'>

/** Encrypts the template, and seals every member of the enrollment. */
export function sealEnrollment(secrets: Secrets, members: Shown, template: Template): Enrollment {
  const encrypted = secrets.seal('enrollment-template', JSON.stringify(template)).toString('base64url')
  const sealed = { ...members, template: encrypted, key_id: keyId(secrets) }
  return { ...sealed, seal: computeMac(secrets, canonicalize(sealed)).toString('base64url') }
}

/** Whether this service sealed the enrollment as it stands, in a time that does not tell how nearly. */
export function holdsSeal(secrets: Secrets, { text, seal }: ReadEnrollment): boolean {
  const given = Buffer.from(seal, 'base64url')
  const expected = computeMac(secrets, text)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The template of an enrollment whose seal is good. */
export function openTemplate(secrets: Secrets, { template }: ReadEnrollment): Template {
  return JSON.parse(secrets.open('enrollment-template', Buffer.from(template, 'base64url'))) as Template
}

function computeMac(secrets: Secrets, text: string): Buffer {
  return secrets.hash('enrollment', text)
}

/** Names the key that seals, so that a later one can be told apart. */
function keyId(secrets: Secrets): string {
  return secrets.hash('enrollment', 'key id').toString('hex').slice(0, 16)
}
