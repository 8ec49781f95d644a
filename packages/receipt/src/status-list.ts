import { derivePublicKey } from '#crypto'
import { readSystemTime } from './ambient.ts'
import { judgeIssuer, type Policy } from './checks.ts'
import { createIssuerIdentity } from './ed25519.ts'
import { ReceiptError } from './failure.ts'
import { copySorted, NotJsonError } from './json.ts'
import { type Issuer, PROTOCOL_VERSION } from './receipt.ts'
import { hex, issuer, list, members, oneOf, receiptId, type Shape, utcTime } from './schema.ts'
import { type DocumentSignature, requireSecretKey, signDocument, verifyDocument } from './sign.ts'
import { DEFAULT_CLOCK_SKEW_MS, requireTime, formatTime, parseTimeLike, type TimeLike, toMs } from './time.ts'

/** The revoked receipts of one issuer key, signed with that key, so that verifiers don't have to ask the issuer each time. */
export type StatusList = {
  protocolVersion: string
  issuer: Issuer
  issuedAt: string
  /** The time when the next list is due. Afterwards this list is stale. */
  nextUpdate: string
  /** The ids of the revoked receipts in ascending order, each once. */
  revoked: string[]
  signature: DocumentSignature
}

/** The content of a status list: the ids of revoked receipts in any order, and the times of this list and the next one. */
export type StatusContent = { revoked: Iterable<string>; issuedAt: TimeLike; nextUpdate: TimeLike }

/**
 * Creates the list of revoked receipts and signs it with the issuer's secret key of 64 hex digits. A newer list is due at `nextUpdate`.
 *
 * @returns the status list, with the ids sorted and without duplicates.
 * @throws {ReceiptError} if verifiers would refuse the list: a malformed key, time or id, or more than 100,000 ids.
 * @example
 * const list = signStatusList({ revoked: [receipt.receiptId], issuedAt: end, nextUpdate: end + 3_600_000 }, secretKey)
 */
export function signStatusList({ revoked, issuedAt, nextUpdate }: StatusContent, secretKey: string): StatusList {
  requireSecretKey(secretKey)
  const unsigned: StatusList = {
    protocolVersion: PROTOCOL_VERSION,
    issuer: createIssuerIdentity({ publicKey: derivePublicKey(secretKey) }),
    issuedAt: formatTime(requireTime(issuedAt, 'issuedAt')),
    nextUpdate: formatTime(requireTime(nextUpdate, 'nextUpdate')),
    revoked: [...new Set(revoked)].toSorted(),
    signature: { algorithm: 'Ed25519', canonicalization: 'JCS', value: NO_SIGNATURE_YET },
  }
  const problem = checkForm(unsigned)
  if (problem) throw toReceiptError(problem.detail)
  return signDocument(SIGNING_CONTEXT, unsigned, secretKey)
}

/** The issuers, the time and the tolerance by which `readStatusList` judges a list. */
export type StatusOptions = {
  /** Public keys. If absent, a list of any issuer is read. A list still applies only to receipts of the key that signed it. */
  trustedIssuers?: Policy['trustedIssuers']
  /** The time of the check; the system's clock by default. */
  now?: TimeLike
  /** How far the issuer's clock can differ from ours; 30 000 by default. */
  clockSkewMs?: number
}

/** The reason why a status list is refused. */
export type StatusRefusal =
  | 'INVALID_SCHEMA'
  | 'INVALID_SIGNATURE'
  | 'UNTRUSTED_ISSUER'
  | 'TEMPORAL_INCONSISTENCY'
  | 'STALE'

/** The option `revoked` of `verifyReceipt`: returns true for a revoked receipt. */
export type RevocationCheck = NonNullable<Policy['revoked']>

/** The result of `readStatusList`: a function that says if a receipt is revoked, or the reason why the list is refused. */
export type StatusReading =
  | { status: 'CURRENT'; issuer: Issuer; issuedAt: string; nextUpdate: string; revoked: RevocationCheck }
  | { status: 'REFUSED'; reason: StatusRefusal; detail: string }

/**
 * Verifies the form, the signature and the times of a status list, and its issuer if trusted keys are given. Never throws.
 *
 * @returns CURRENT with a function for the option `revoked` of `verifyReceipt`, or REFUSED with the reason.
 * @example
 * const list = readStatusList(statusList, { trustedIssuers })
 * if (list.status === 'CURRENT') verifyReceipt(receipt, { revoked: list.revoked })
 */
export function readStatusList(given: unknown, options: StatusOptions = {}): StatusReading {
  try {
    const read = copySorted(given).value as StatusList
    const problem = checkList(read, options)
    return problem ?? createCheck(read)
  } catch (error) {
    return refuse('INVALID_SCHEMA', describeError(error))
  }
}

// Names the document and its version, so that nothing else signed with the same key can be passed off as a status list.
const SIGNING_CONTEXT = 'CPS-0001/status-list/1.0\n'
const NO_SIGNATURE_YET = '0'.repeat(128)
const MAX_REVOKED = 100_000

const statusListShape = members({
  protocolVersion: oneOf(PROTOCOL_VERSION),
  issuer,
  issuedAt: utcTime,
  nextUpdate: utcTime,
  revoked: list(receiptId, { min: 0, max: MAX_REVOKED }),
  signature: members({ algorithm: oneOf('Ed25519'), canonicalization: oneOf('JCS'), value: hex(128) }),
}) satisfies Shape

type RefusedList = Extract<StatusReading, { status: 'REFUSED' }>

function checkList(read: StatusList, options: StatusOptions): RefusedList | null {
  const malformed = checkForm(read)
  if (malformed) return malformed
  if (!verifyDocument(SIGNING_CONTEXT, read, read.issuer.publicKey)) {
    return refuse('INVALID_SIGNATURE', 'the signature does not fit this list and /issuer/publicKey')
  }
  return checkIssuer(read, options) ?? checkTimes(read, options)
}

function checkForm(read: StatusList): RefusedList | null {
  const problem = statusListShape(read)
  if (problem) return refuse('INVALID_SCHEMA', `${problem.at === '' ? 'the status list' : problem.at} ${problem.is}`)
  if (!isAscending(read.revoked)) return refuse('INVALID_SCHEMA', '/revoked must be in ascending order, each id once')
  if (toMs(read.issuedAt) < toMs(read.nextUpdate)) return null
  return refuse('TEMPORAL_INCONSISTENCY', '/nextUpdate must be after /issuedAt')
}

function checkIssuer({ issuer: { publicKey } }: StatusList, { trustedIssuers }: StatusOptions): RefusedList | null {
  const untrusted = trustedIssuers === undefined ? null : judgeIssuer(publicKey, trustedIssuers)
  return untrusted && refuse('UNTRUSTED_ISSUER', untrusted.detail)
}

// A comparison with NaN is false, so no list is current if the clock can't be read.
function checkTimes(read: StatusList, { now, clockSkewMs = DEFAULT_CLOCK_SKEW_MS }: StatusOptions): RefusedList | null {
  const nowMs = now === undefined ? readSystemTime() : parseTimeLike(now)
  const skewMs = Number.isFinite(clockSkewMs) && clockSkewMs >= 0 ? clockSkewMs : Number.NaN
  if (!(toMs(read.issuedAt) <= nowMs + skewMs)) {
    return refuse('TEMPORAL_INCONSISTENCY', '/issuedAt lies in the future')
  }
  const isCurrent = nowMs < toMs(read.nextUpdate) + skewMs
  return isCurrent ? null : refuse('STALE', `a newer list was due at ${read.nextUpdate}`)
}

function createCheck({ issuer: own, issuedAt, nextUpdate, revoked }: StatusList): StatusReading {
  const ids = new Set(revoked)
  return { status: 'CURRENT', issuer: own, issuedAt, nextUpdate, revoked: isRevoked }

  function isRevoked(receipt: Parameters<RevocationCheck>[0]): boolean {
    // The list says nothing about receipts of another key. verifyReceipt refuses a receipt if this function throws.
    if (receipt.issuer.publicKey !== own.publicKey) throw new Error('the status list is that of another issuer key')
    return ids.has(receipt.receiptId)
  }
}

function isAscending(ids: readonly string[]): boolean {
  return ids.every((id, index) => index === 0 || (ids[index - 1] as string) < id)
}

function refuse(reason: StatusRefusal, detail: string): RefusedList {
  return { status: 'REFUSED', reason, detail }
}

function toReceiptError(detail: string): ReceiptError {
  return new ReceiptError({ code: 'INVALID_SCHEMA', detail })
}

// A hostile object can throw anything, even values that throw again when they are read.
function describeError(error: unknown): string {
  try {
    if (error instanceof NotJsonError && typeof error.message === 'string') return error.message
  } catch {}
  return 'the status list or the options cannot be read'
}
