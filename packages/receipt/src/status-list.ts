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

/** Which receipts of one issuer key are revoked, signed with that key, so that nobody has to ask the issuer each time. */
export type StatusList = {
  protocolVersion: string
  issuer: Issuer
  issuedAt: string
  /** Until then a newer list will be there; afterwards this one is stale. */
  nextUpdate: string
  /** Receipt ids in ascending order, each once. */
  revoked: string[]
  signature: DocumentSignature
}

/** What a status list is made from. */
export type StatusContent = { revoked: Iterable<string>; issuedAt: TimeLike; nextUpdate: TimeLike }

/**
 * Signs a status list with a secret key of 64 hex digits.
 *
 * @returns the list, with the ids in ascending order and each once.
 * @throws {ReceiptError} for anything that could never be read: a wrong key, times or ids, or more than 100,000 ids.
 * @example
 * const list = signStatusList({ revoked: [receiptId], issuedAt: now, nextUpdate: now + 3_600_000 }, secretKey)
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

export type StatusOptions = {
  /** Public keys. Without it a list of any issuer is read, which still speaks only for receipts of its own key. */
  trustedIssuers?: Policy['trustedIssuers']
  /** The time to judge at; the system's clock by default. */
  now?: TimeLike
  /** How far the issuer's clock may be from ours; 30 000 by default. */
  clockSkewMs?: number
}

/** Why a status list is refused. */
export type StatusRefusal =
  | 'INVALID_SCHEMA'
  | 'INVALID_SIGNATURE'
  | 'UNTRUSTED_ISSUER'
  | 'TEMPORAL_INCONSISTENCY'
  | 'STALE'

/** What verifyReceipt takes as `revoked`. */
export type RevocationCheck = NonNullable<Policy['revoked']>

/** What became of a status list: a check for `verifyReceipt`, or why it is refused. */
export type StatusReading =
  | { status: 'CURRENT'; issuer: Issuer; issuedAt: string; nextUpdate: string; revoked: RevocationCheck }
  | { status: 'REFUSED'; reason: StatusRefusal; detail: string }

/**
 * Judges a status list. Never throws.
 *
 * @returns a check for the option `revoked` of `verifyReceipt`, or why the list is refused.
 * @example
 * const list = readStatusList(await response.json(), { trustedIssuers })
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

// Names the document and version, so that neither a receipt nor anything else signed with the same key passes for a list.
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

// A comparison with NaN is false, so with an unreadable clock no list is current.
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
    // Thrown, and not false: of another key's receipts this list knows nothing, and verifyReceipt then refuses them.
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

// A hostile object may throw anything, also things that throw again when they are looked at.
function describeError(error: unknown): string {
  try {
    if (error instanceof NotJsonError && typeof error.message === 'string') return error.message
  } catch {}
  return 'the status list or the options cannot be read'
}
