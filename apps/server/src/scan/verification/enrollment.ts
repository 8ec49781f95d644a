import { timingSafeEqual } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { Enrollment } from '@stillhere/contract'
import type { EnrolledWindow, ReactionTimes, StrokeTemplate } from '@stillhere/engine'
import { canonicalize } from '@stillhere/receipt'
import { createBodyCheck } from '../../platform/http/body.ts'
import type { Secrets } from '../../platform/secrets.ts'

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
  windows?: EnrolledWindow[]
  strokes?: StrokeTemplate
  /** How quickly the person answers cues. */
  reaction?: ReactionTimes
}

const problemOf = createBodyCheck(Enrollment)

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

/** Before a template that is compressed; one of an older service is JSON as it stands. */
const PACKED = 'z'

type Shown = Omit<Enrollment, 'template' | 'key_id' | 'seal'>

/** Encrypts the template, and seals every member of the enrollment. */
export function sealEnrollment(secrets: Secrets, members: Shown, template: Template): Enrollment {
  const packed = PACKED + deflateSync(JSON.stringify(template)).toString('base64')
  const encrypted = secrets.seal('enrollment-template', packed).toString('base64url')
  const sealed = { ...members, template: encrypted, key_id: keyId(secrets) }
  return { ...sealed, seal: computeMac(secrets, canonicalize(sealed)).toString('base64url') }
}

/** The same enrollment with the strokes of a later answer beside those it had: of the same number and for as long as before. */
export function growEnrollment(secrets: Secrets, enrollment: ReadEnrollment, strokes: StrokeTemplate): Enrollment {
  const { template: _, key_id: __, ...members } = JSON.parse(enrollment.text) as Shown & Record<string, unknown>
  const template = { ...openTemplate(secrets, enrollment), strokes }
  return sealEnrollment(secrets, { ...members, stroke_count: countStrokes(strokes) }, template)
}

export function countStrokes({ gestures }: StrokeTemplate): number {
  return gestures.reduce((sum, { count }) => sum + count, 0)
}

/** Whether this service sealed the enrollment as it stands, in a time that does not tell how nearly. */
export function holdsSeal(secrets: Secrets, { text, seal }: ReadEnrollment): boolean {
  const given = Buffer.from(seal, 'base64url')
  const expected = computeMac(secrets, text)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The template of an enrollment whose seal is good. */
export function openTemplate(secrets: Secrets, { template }: ReadEnrollment): Template {
  const text = secrets.open('enrollment-template', Buffer.from(template, 'base64url'))
  if (!text.startsWith(PACKED)) return JSON.parse(text) as Template
  return JSON.parse(inflateSync(Buffer.from(text.slice(PACKED.length), 'base64')).toString('utf8')) as Template
}

function computeMac(secrets: Secrets, text: string): Buffer {
  return secrets.hash('enrollment', text)
}

/** Names the key that seals, so that a later one can be told apart. */
function keyId(secrets: Secrets): string {
  return secrets.hash('enrollment', 'key id').toString('hex').slice(0, 16)
}
