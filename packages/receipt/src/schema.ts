import { sha256Hex } from '#crypto'
import { isHex } from './encoding.ts'
import { toJsonPointer } from './json.ts'
import { PROTOCOL_VERSION } from './receipt.ts'
import { createMemo } from './remember.ts'
import { parseOldTime, parseTime } from './time.ts'

/** Computes the id of an issuer: the first 16 hex digits of SHA-256 over the hex text of its public key. */
export const computeIssuerId = createMemo(256, (publicKey: string): string => sha256Hex(publicKey).slice(0, 16))

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const SHA256_ID = /^sha256:[0-9a-f]{64}$/

/** The id of a receipt. */
export const receiptId = createShape('must be a lower-case UUID of version 7', (value) => {
  return typeof value === 'string' && UUID_V7.test(value)
})
const subjectId = createShape('must be "sha256:" and 64 lower-case hex digits', (value) => {
  return typeof value === 'string' && SHA256_ID.test(value)
})
export const utcTime = createShape('must be an RFC 3339 UTC time with milliseconds', (value) => {
  return typeof value === 'string' && parseTime(value) !== null
})
const oldTime = createShape('must be an RFC 3339 UTC time', (value) => {
  return typeof value === 'string' && parseOldTime(value) !== null
})
const verdict = oneOf('PASS', 'FAIL', 'INSUFFICIENT_EVIDENCE')
const references = list(text(1024), { min: 0, max: 256 })

export const isBoolean = createShape('must be true or false', (value) => typeof value === 'boolean')

export const isNumberFrom0To1 = createShape('must be a number from 0 to 1', (value) => {
  return typeof value === 'number' && value >= 0 && value <= 1
})

const assertion = members({ value: isBoolean, confidence: isNumberFrom0To1 })
const assertions = members({
  observationOccurred: assertion,
  continuityMaintained: assertion,
  receiptIntegrity: assertion,
})

const isObject = createShape('must be an object', isRecord)

const evidence = list(
  members({
    engineId: text(256),
    engineVersion: text(256),
    confidence: isNumberFrom0To1,
    payload: isObject,
    payloadDigest: hex(64),
  }),
  { min: 1, max: 16 },
)

const issuerMembers = members({ id: hex(16), publicKey: hex(64) })

/** An issuer's public key and the id that is derived from it. */
export const issuer: Shape = (value) => issuerMembers(value) ?? hasIdOfKey(value)

const hasIdOfKey = createShape('must have the id that belongs to its publicKey', (value) => {
  const { id, publicKey } = value as { id: string; publicKey: string }
  return id === computeIssuerId(publicKey)
})

const isMilliseconds = createShape('must be a whole number of milliseconds', (value) => {
  return Number.isSafeInteger(value) && (value as number) >= 0
})

/** A receipt of CPS-0001, as V1 demands it. */
export const receiptShape = members(
  {
    protocolVersion: oneOf(PROTOCOL_VERSION),
    receiptId,
    subject: members({ id: subjectId }, { type: text(64) }),
    interval: members({ start: utcTime, end: utcTime, coverageMs: isMilliseconds }),
    evidence,
    assertions,
    previousReceiptHash: orNull(hex(64)),
    references,
    issuer,
    signature: members({
      algorithm: oneOf('Ed25519'),
      canonicalization: oneOf('JCS'),
      signedAt: utcTime,
      value: hex(128),
    }),
  },
  { verdict, expiresAt: utcTime, audience: text(1024) },
)

/** A receipt of release candidate 1 of the public reference: ids have no fixed form, and some members can be absent. */
export const oldReceiptShape = members(
  {
    protocolVersion: oneOf(PROTOCOL_VERSION),
    receiptId: text(256),
    subject: members({ id: text(256) }, { type: text(64) }),
    interval: members({ start: oldTime, end: oldTime, coverageMs: isMilliseconds }),
    evidence,
    assertions,
    issuer: members({ id: text(256), publicKey: hex(64) }),
    signature: members({ algorithm: oneOf('Ed25519'), signedAt: oldTime, value: hex(128) }),
  },
  { verdict, expiresAt: oldTime, previousReceiptHash: orNull(text(256)), references },
)

/** A deviation from a shape: `at` is a JSON pointer below the value, `is` says what it must be. */
export type Problem = { at: string; is: string }

/** Checks plain JSON data. Returns the first deviation, or null. */
export type Shape = (value: unknown) => Problem | null

/** Creates a shape (a validator that returns a problem or null) from one condition. `is` completes the sentence that starts with the name of the member: "must be …". */
export function createShape(is: string, holds: (value: unknown) => boolean): Shape {
  const problem = { at: '', is }
  return (value) => (holds(value) ? null : problem)
}

/** Returns a shape for text of 1 to `maxLength` characters. */
export function text(maxLength: number): Shape {
  return createShape(`must be text of 1 to ${maxLength} characters`, (value) => {
    return typeof value === 'string' && value.length > 0 && value.length <= maxLength
  })
}

/** Returns a shape for lower-case hex of exactly `length` digits. */
export function hex(length: number): Shape {
  return createShape(`must be ${length} lower-case hex digits`, (value) => isHex(value, length))
}

/** Returns a shape for text that equals one of the allowed texts. */
export function oneOf(...allowed: string[]): Shape {
  return createShape(`must be ${allowed.join(' or ')}`, (value) => allowed.includes(value as string))
}

/** Returns a shape for null or a value of the given shape. */
export function orNull(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value))
}

/** Returns a shape for an array of `min` to `max` items, each of the given shape. */
export function list(shape: Shape, { min, max }: { min: number; max: number }): Shape {
  const is = `must be a list of ${min} to ${max} items`
  return (value) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return { at: '', is }
    for (let index = 0; index < value.length; index++) {
      const problem = shape(value[index])
      if (problem) return addStep(index, problem)
    }
    return null
  }
}

/** Returns a shape for an object with every required member, and no members except required and optional members. */
export function members(required: Record<string, Shape>, optional: Record<string, Shape> = {}): Shape {
  const shapes = new Map(Object.entries({ ...required, ...optional }))
  const requiredNames = Object.keys(required)
  return (value) => {
    if (!isRecord(value)) return { at: '', is: 'must be an object' }
    for (const name of requiredNames) if (!Object.hasOwn(value, name)) return { at: `/${name}`, is: 'is missing' }
    for (const name of Object.keys(value)) {
      const shape = shapes.get(name)
      const problem = shape ? shape(value[name]) : { at: '', is: 'is not a member that receipts have' }
      if (problem) return addStep(name, problem)
    }
    return null
  }
}

/** Returns true if a value is an object, and neither null nor an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function addStep(step: string | number, { at, is }: Problem): Problem {
  return { at: toJsonPointer([step]) + at, is }
}
