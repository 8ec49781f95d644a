import { sha256Hex } from '#crypto'
import { PROTOCOL_VERSION } from './receipt.ts'
import { remember } from './remember.ts'
import {
  demand,
  hex,
  isBoolean,
  isMilliseconds,
  isNumberFrom0To1,
  isObject,
  list,
  members,
  oneOf,
  orNull,
  type Shape,
  text,
} from './shape.ts'
import { parseOldTime, parseTime } from './time.ts'

/** The first 16 hex digits of SHA-256 over the key's own hex text. */
export const issuerIdOf = remember(256, (publicKey: string): string => sha256Hex(publicKey).slice(0, 16))

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const SHA256_ID = /^sha256:[0-9a-f]{64}$/

/** UUIDv7 in lower case. */
export const receiptId = demand('must be a lower-case UUID of version 7', (value) => {
  return typeof value === 'string' && UUID_V7.test(value)
})
const subjectId = demand('must be "sha256:" and 64 lower-case hex digits', (value) => {
  return typeof value === 'string' && SHA256_ID.test(value)
})
export const utcTime = demand('must be an RFC 3339 UTC time with milliseconds', (value) => {
  return typeof value === 'string' && parseTime(value) !== null
})
const oldTime = demand('must be an RFC 3339 UTC time', (value) => {
  return typeof value === 'string' && parseOldTime(value) !== null
})
const verdict = oneOf('PASS', 'FAIL', 'INSUFFICIENT_EVIDENCE')
const references = list(text(1024), { min: 0, max: 256 })
const assertion = members({ value: isBoolean, confidence: isNumberFrom0To1 })
const assertions = members({
  observationOccurred: assertion,
  continuityMaintained: assertion,
  receiptIntegrity: assertion,
})
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

/** The key of an issuer and the id that belongs to it. */
export const issuer: Shape = (value) => issuerMembers(value) ?? hasIdOfKey(value)

const hasIdOfKey = demand('must have the id that belongs to its publicKey', (value) => {
  const { id, publicKey } = value as { id: string; publicKey: string }
  return id === issuerIdOf(publicKey)
})

/** V1 of CPS-0001. */
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

/** V1 of the public reference's release candidate 1, where ids are freer and some members may be absent. */
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
