import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import canonicalize from 'canonicalize'

/** When nearly all cases are judged: half a minute after the receipts' interval. */
export const NOW = '2026-03-01T12:00:00.000Z'
export const START = '2026-03-01T11:59:00.000Z'
export const END = '2026-03-01T11:59:30.000Z'

/** A time so many milliseconds after another. */
export function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}

/** An evidence block whose digest fits its payload. */
export function createBlock(payload: JsonObject, edits: Edits = {}): JsonObject {
  const made = {
    engineId: 'org.example.motion',
    engineVersion: '2.1.0',
    confidence: 0.875,
    payload,
    payloadDigest: hashJson(payload),
  }
  return edit(made, edits)
}

/** A receipt with every member but audience; the value of its signature is still to be made. */
export function draft(edits: Edits = {}, key: Key = ISSUER): JsonObject {
  const made: JsonObject = {
    protocolVersion: '1.0',
    receiptId: '019ca923-8000-7abc-8def-0123456789ab',
    subject: { id: `sha256:${'5a'.repeat(32)}`, type: 'human' },
    interval: { start: START, end: END, coverageMs: 30_000 },
    evidence: [
      createBlock(FIRST_PAYLOAD),
      createBlock(SECOND_PAYLOAD, { '/engineId': 'org.example.camera', '/confidence': 0.5 }),
    ],
    assertions: {
      observationOccurred: { value: true, confidence: 0.95 },
      continuityMaintained: { value: true, confidence: 0.6875 },
      receiptIntegrity: { value: true, confidence: 1 },
    },
    verdict: 'PASS',
    expiresAt: later(END, 300_000),
    previousReceiptHash: null,
    references: [],
    issuer: { id: key.id, publicKey: key.publicKey },
    signature: { algorithm: 'Ed25519', canonicalization: 'JCS', signedAt: later(END, 1000) },
  }
  return edit(made, edits)
}

/** A receipt with nothing that may be absent. */
export function minimalDraft(edits: Edits = {}): JsonObject {
  return draft({ '/subject/type': ABSENT, '/verdict': ABSENT, '/expiresAt': ABSENT, ...edits })
}

/** A receipt of this payload alone. */
export function draftWithPayload(payload: JsonObject): JsonObject {
  return draft({ '/evidence': [createBlock(payload)] })
}

/** An interval whose coverage fits its times. */
export function intervalFrom(start: string, durationMs: number): JsonObject {
  return { start, end: later(start, durationMs), coverageMs: durationMs }
}

const FIRST_PAYLOAD: JsonObject = {
  value: 0.91,
  components: [
    { metric: 'tremor', value: 8.25, threshold: 4, status: 'PASS', explanation: 'within the band of a living hand' },
    { metric: 'drift', value: null, threshold: null, status: 'UNKNOWN', explanation: 'too few samples' },
  ],
  diagnostics: { samples: 1800, sensors: ['accel', 'gyro'] },
}
const SECOND_PAYLOAD: JsonObject = { value: 0.5, components: [], diagnostics: {} }

/** The members of oldDraft that the old profile does not sign. */
export const UNSIGNED = [
  '/subject/type',
  '/previousReceiptHash',
  '/signature/algorithm',
  '/signature/signedAt',
  '/evidence/0/engineId',
  '/evidence/0/engineVersion',
  '/evidence/0/confidence',
]

/** An evidence block with the digest of the old profile. */
export function oldBlock(payload: JsonObject): JsonObject {
  return {
    engineId: 'com.example.simulation',
    engineVersion: '1.0.0',
    confidence: 0.85,
    payload,
    payloadDigest: sha256(JSON.stringify(payload)),
  }
}

/** A receipt of release candidate 1: free ids, times without milliseconds, no canonicalization. */
export function oldDraft(edits: Edits = {}, key: Key = ISSUER): JsonObject {
  const made: JsonObject = {
    protocolVersion: '1.0',
    receiptId: 'rc1-receipt-1',
    subject: { id: 'sha256:subject-1', type: 'embodied' },
    interval: { start: '2026-03-01T11:59:00Z', end: '2026-03-01T11:59:30Z', coverageMs: 30_000 },
    evidence: [oldBlock({ score: 0.85, frames: 60 })],
    assertions: {
      observationOccurred: { value: true, confidence: 0.95 },
      continuityMaintained: { value: true, confidence: 0.85 },
      receiptIntegrity: { value: true, confidence: 1 },
    },
    verdict: 'PASS',
    expiresAt: '2026-03-01T12:04:30Z',
    previousReceiptHash: null,
    references: [],
    issuer: { id: 'issuer-1', publicKey: key.publicKey },
    signature: { algorithm: 'Ed25519', signedAt: '2026-03-01T11:59:31.250Z' },
  }
  return edit(made, edits)
}

export function oldSigned(receipt: JsonObject, key: Key = ISSUER): JsonObject {
  return withSignature(receipt, signText(oldSignedText(receipt), key))
}

function oldSignedText(receipt: JsonObject): string {
  const slot = (pointer: string) => String((memberAt(receipt, pointer) as string | number | boolean | undefined) ?? '')
  const digests = (receipt.evidence as JsonObject[]).map((block) => block.payloadDigest as string).join(':')
  const references = ((receipt.references ?? []) as string[]).join(':')
  const head = ['/receiptId', '/interval/start', '/interval/end', '/interval/coverageMs', '/subject/id']
  const issuer = ['/issuer/id', '/issuer/publicKey', '/protocolVersion', '/expiresAt']
  const assertions = ['observationOccurred', 'continuityMaintained', 'receiptIntegrity'].flatMap((name) => [
    `/assertions/${name}/value`,
    `/assertions/${name}/confidence`,
  ])
  return [...head.map(slot), digests, ...issuer.map(slot), ...assertions.map(slot), slot('/verdict'), references].join(
    ':',
  )
}

export type Key = { secretKey: string; publicKey: string; id: string }

// RFC 8410 section 10: what stands before the raw key in its DER form.
const PKCS8_PREFIX = '302e020100300506032b657004220420'

/** The issuer of nearly all cases, and another one. */
export const ISSUER = deriveKey('11'.repeat(32))
export const STRANGER = deriveKey('22'.repeat(32))

/** A key pair from its seed, 64 hex digits. */
export function deriveKey(secretKey: string): Key {
  const spki = createPublicKey(privateKey(secretKey)).export({ format: 'der', type: 'spki' })
  const publicKey = spki.subarray(-32).toString('hex')
  return { secretKey, publicKey, id: issuerId(publicKey) }
}

export function issuerId(publicKey: string): string {
  return sha256(publicKey).slice(0, 16)
}

export function signText(text: string, key: Key): string {
  return sign(null, Buffer.from(text), privateKey(key.secretKey)).toString('hex')
}

/** What a receipt's signature covers: everything but signature.value. */
export function writeSignedText(receipt: JsonObject): string {
  const { value: _value, ...signature } = receipt.signature as JsonObject
  return `CPS-0001/1.0\n${canonical({ ...receipt, signature })}`
}

/** The receipt with a signature over all it holds, well formed or not. */
export function signReceipt(receipt: JsonObject, key: Key = ISSUER): JsonObject {
  return withSignature(receipt, signText(writeSignedText(receipt), key))
}

export function withSignature(receipt: JsonObject, value: string): JsonObject {
  return { ...receipt, signature: { ...(receipt.signature as JsonObject), value } }
}

function privateKey(secretKey: string): ReturnType<typeof createPrivateKey> {
  return createPrivateKey({ key: Buffer.from(PKCS8_PREFIX + secretKey, 'hex'), format: 'der', type: 'pkcs8' })
}

export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [member: string]: Json }

/** Long texts are lists of parts, of which some repeat, so that no case file holds megabytes. */
export type Text = string | (string | { repeat: string; times: number })[]

/** In an edit: takes the member away. */
export const ABSENT = Symbol('absent')

/** JSON pointers (RFC 6901, but without "~" escapes) and what to put there. */
export type Edits = { [pointer: string]: Json | typeof ABSENT }

/** A copy in which the members at these pointers are set, added or taken away. */
export function edit(value: JsonObject, edits: Edits): JsonObject {
  const copy = structuredClone(value)
  for (const [pointer, member] of Object.entries(edits)) put(copy, pointer.slice(1).split('/'), member)
  return copy
}

function memberAt(value: Json, pointer: string): Json | undefined {
  return pointer
    .slice(1)
    .split('/')
    .reduce<Json | undefined>((place, step) => (place as JsonObject | undefined)?.[step], value)
}

/** RFC 8785 by a library that shares no code with this package. */
export function canonical(value: Json): string {
  return canonicalize(value) ?? ''
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function hashJson(value: Json): string {
  return sha256(canonical(value))
}

export function expand(text: Text): string {
  if (typeof text === 'string') return text
  return text.map((part) => (typeof part === 'string' ? part : part.repeat.repeat(part.times))).join('')
}

/** The text in which one long run is written as a repetition. */
export function abbreviate(text: string, repeat: string, times: number): Text {
  const run = repeat.repeat(times)
  const start = text.indexOf(run)
  if (start < 0) throw new Error('the run does not stand in the text')
  return [text.slice(0, start), { repeat, times }, text.slice(start + run.length)]
}

function put(value: Json, path: string[], member: Json | typeof ABSENT): void {
  const [step = '', ...rest] = path
  const place = value as JsonObject
  if (rest.length > 0) put(place[step] as Json, rest, member)
  else if (member === ABSENT) delete place[step]
  else place[step] = member
}
