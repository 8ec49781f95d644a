import { isHex } from './encoding.ts'
import type { ApproverFailureCode, Failure, FailureCode } from './failure.ts'
import { type ParsedReceipt, parseReceipt } from './parsed-receipt.ts'
import { type PresencePolicy, readPresencePolicy } from './presence-policy.ts'
import type { Receipt } from './receipt.ts'
import { judgeVerdict, type VerificationResult } from './result.ts'
import { readStatusList } from './status-list.ts'
import type { TimeLike } from './time.ts'
import { judgeParsed, judgeActionDigest, type JudgeOptions, refuseUnreadable } from './verify.ts'

/** The reason why `acceptReceipt` refuses a receipt. A failed check of `verifyReceipt` keeps its code. */
export type AcceptRefusal =
  | Exclude<FailureCode, ApproverFailureCode>
  | 'PRACTICE_ONLY'
  | 'NOT_PASSED'
  | 'EVIDENCE_MISSING'
  | 'ASSURANCE_TOO_LOW'
  | 'NOT_REGISTERED'
  | 'SUBJECT_ONCE'
  | 'STATUS_UNUSABLE'
  | 'INVALID_OPTIONS'

/** The result of `acceptReceipt`. */
export type Acceptance =
  | {
      accepted: true
      /**
       * The same for a person at each scan for this audience, until the person enrolls again. A person can have several. With `allowOnce` it can
       * be a subject of this receipt alone.
       */
      subject: string
      assurance: Assurance
      registered: boolean
      receiptHash: string
      /** A copy of the receipt, exactly as it was checked. */
      receipt: Receipt
    }
  | { accepted: false; reason: AcceptRefusal; detail: string }

/**
 * Decides if you can rely on a receipt: it is authentic and fresh, its issuer is trusted, it names you as its audience, and it says PASS with the
 * evidence and assurance level that you require. Never throws. With malformed options, no receipt is accepted.
 *
 * @returns `accepted: true` with the subject, or `accepted: false` with a reason and a sentence that explains it.
 * @example
 * const { accepted } = acceptReceipt(receipt, { trustedIssuers, audience })
 */
export function acceptReceipt(receipt: unknown, options: AcceptOptions): Acceptance {
  // Without a prototype, so that an absent option isn't read from Object.prototype.
  const demands: AcceptOptions = Object.assign(Object.create(null), options)
  const mistake = checkOptions(demands)
  if (mistake !== null) return refuse('INVALID_OPTIONS', mistake)
  try {
    return judgeAcceptance(parseReceipt(receipt), demands)
  } catch (error) {
    return refuseResult(refuseUnreadable(error))
  }
}

const DEFAULT_EVIDENCE = ['EE-001', 'EE-003']

function judgeAcceptance(parsed: ParsedReceipt, demands: AcceptOptions): Acceptance {
  const policy = createPolicy(demands)
  if ('accepted' in policy) return policy
  const result = judgeParsed(parsed, undefined, policy)
  if (result.status === 'INVALID') return refuseResult(result)
  const receipt = parsed.receipt as Receipt
  return findShortfall(receipt, demands) ?? createAcceptance(parsed, receipt)
}

/** Creates the options for the checks of the format, or the refusal of a status list that can't be used. */
function createPolicy(demands: AcceptOptions): JudgeOptions | Refusal {
  const { trustedIssuers, audience, status } = demands
  const policy: JudgeOptions = Object.assign(Object.create(null), { trustedIssuers, audience })
  for (const name of ['now', 'clockSkewMs', 'maxAgeMs'] as const) {
    if (demands[name] !== undefined) Object.assign(policy, { [name]: demands[name] })
  }
  if (status === undefined) return policy
  const list = readStatusList(status, policy)
  if (list.status === 'CURRENT') return Object.assign(policy, { revoked: list.revoked })
  return refuse('STATUS_UNUSABLE', `the status list is refused: ${list.reason}, ${list.detail}`)
}

type Refusal = Extract<Acceptance, { accepted: false }>

/** Checks the content of a valid receipt. Failed scans, practice rounds and tests are signed, too. */
function findShortfall(receipt: Receipt, demands: AcceptOptions): Refusal | null {
  const engines = receipt.evidence.map(({ engineId }) => engineId)
  if (engines.some((id) => id.toUpperCase().startsWith('PRACTICE'))) return refuse('PRACTICE_ONLY', 'made by practice')
  // Both can be absent from a valid receipt. A polluted Object.prototype must not replace them.
  if (!Object.hasOwn(receipt, 'audience')) return refuse('AUDIENCE_MISMATCH', '/audience is not the expected one')
  if (!Object.hasOwn(receipt, 'verdict') || receipt.verdict !== 'PASS')
    return refuse('NOT_PASSED', '/verdict is not PASS')
  const missing = (demands.evidence ?? DEFAULT_EVIDENCE).find((id) => !engines.includes(id))
  return missing === undefined
    ? findWeakness(receipt, demands)
    : refuse('EVIDENCE_MISSING', `no evidence of ${missing}`)
}

function findWeakness(receipt: Receipt, demands: AcceptOptions): Refusal | null {
  const { minAssurance = 1, registered, allowOnce, allowTest, actionDigest } = demands
  const policy = readPresencePolicy(receipt)
  const assurance = policy?.assurance ?? 0
  if (policy?.test === true && allowTest !== true) return refuse('TEST_RECEIPT', 'the receipt was made for tests')
  if (assurance < minAssurance) {
    return refuse('ASSURANCE_TOO_LOW', `the assurance is ${assurance}, and ${minAssurance} is the least`)
  }
  if (registered === true && policy?.registered !== true) {
    return refuse('NOT_REGISTERED', 'no registered node stands behind the receipt')
  }
  if (policy?.subject_kind === 'once' && allowOnce !== true) {
    return refuse('SUBJECT_ONCE', 'the subject was drawn for this receipt alone')
  }
  const other = actionDigest === undefined ? null : judgeActionDigest(receipt, actionDigest)
  return other && refuse('ACTION_DIGEST_MISMATCH', other.detail)
}

function createAcceptance(parsed: ParsedReceipt, receipt: Receipt): Acceptance {
  const policy = readPresencePolicy(receipt)
  return {
    accepted: true,
    subject: receipt.subject.id,
    assurance: policy?.assurance ?? 0,
    registered: policy?.registered === true,
    receiptHash: parsed.hash,
    receipt,
  }
}

function refuseResult(result: VerificationResult): Refusal {
  // A refused receipt has a failed check, and a failed check outweighs a kind without one.
  const { code, detail } = judgeVerdict(result).failure as Failure & { code: AcceptRefusal }
  return refuse(code, detail)
}

function refuse(reason: AcceptRefusal, detail: string): Refusal {
  return { accepted: false, reason, detail }
}

/** Your requirements for a receipt. The first two have no default, because no default would be safe. */
export type AcceptOptions = {
  /** Public keys, 64 hex digits each. Anyone can sign under any name. */
  trustedIssuers: readonly string[] | ReadonlySet<string>
  /** The audience that the receipt must name: you. */
  audience: string
  /** How long ago the scan can have ended; by default, until the receipt expires. */
  maxAgeMs?: number | undefined
  /** The issuer's signed status list. If it is stale, forged or of another key, no receipt is accepted. */
  status?: unknown
  /** The engines whose evidence is required; EE-001 (presence) and EE-003 (challenge) by default. */
  evidence?: readonly string[] | undefined
  /** The lowest assurance level, 1 by default. 0 also accepts receipts without a policy, such as receipts that a page signs itself. */
  minAssurance?: Assurance | undefined
  /** Accepts only receipts of registered nodes. */
  registered?: boolean | undefined
  /** Also accepts a subject that was drawn for one receipt, which doesn't say if it is the same person as before. */
  allowOnce?: boolean | undefined
  /** The digest of the action that the person must have approved, as `computePayloadDigest` returns it. */
  actionDigest?: string | undefined
  /** Also accepts receipts that were made for tests. */
  allowTest?: boolean | undefined
  /** The time of the check; the system's clock by default. */
  now?: TimeLike | undefined
  /** How far the issuer's clock can differ from ours; 30 000 by default. */
  clockSkewMs?: number | undefined
}

/** The assurance level of a receipt, from 0 to 3: how much it proves. 0 if it has no policy. */
export type Assurance = PresencePolicy['assurance']

/** Returns what is wrong with the options, or null. A mistyped option would otherwise be a requirement that isn't checked. */
function checkOptions(demands: AcceptOptions): string | null {
  const unknown = Object.keys(demands).find((name) => !Object.hasOwn(OPTIONS, name))
  if (unknown !== undefined) return `${unknown} is not an option`
  const names = Object.keys(OPTIONS) as (keyof AcceptOptions)[]
  const wrong = names.find((name) => !OPTIONS[name].check(demands[name]))
  return wrong === undefined ? null : `${wrong} must be ${OPTIONS[wrong].is}`
}

type Check = { is: string; check: (given: unknown) => boolean }

const isOptional = (check: Check['check']) => (given: unknown) => given === undefined || check(given)
const isText = (given: unknown) => typeof given === 'string' && given !== ''
const isBoolean: Check = { is: 'true or false', check: isOptional((given) => typeof given === 'boolean') }
const anything: Check = { is: 'anything', check: () => true }

// Times that can't be read make the checks of the receipt fail.
const OPTIONS: Readonly<Record<keyof AcceptOptions, Check>> = {
  trustedIssuers: {
    is: 'a list or a Set of public keys',
    check: (given) => Array.isArray(given) || given instanceof Set,
  },
  audience: { is: 'text that names you', check: isText },
  maxAgeMs: anything,
  status: anything,
  evidence: { is: 'a list of engine ids', check: isOptional((given) => Array.isArray(given) && given.every(isText)) },
  minAssurance: { is: '0, 1, 2 or 3', check: isOptional((given) => [0, 1, 2, 3].includes(given as number)) },
  registered: isBoolean,
  allowOnce: isBoolean,
  actionDigest: { is: '64 lower-case hex digits', check: isOptional((given) => isHex(given, 64)) },
  allowTest: isBoolean,
  now: anything,
  clockSkewMs: anything,
}
