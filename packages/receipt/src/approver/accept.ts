import { type Acceptance, type AcceptOptions, acceptReceipt, type AcceptRefusal } from '../accept.ts'
import { computePayloadDigest } from '../digest.ts'
import { isHex } from '../encoding.ts'
import type { ApproverFailureCode } from '../failure.ts'
import { readPresencePolicy } from '../presence-policy.ts'
import { isRecord } from '../schema.ts'
import { computeThumbprint, isThumbprint } from './block.ts'
import { verifyBlock, readApprover } from './verify.ts'

/** Your requirements for an introduction, besides the options of `acceptReceipt`. */
export type IntroductionOptions = Omit<ApprovalOptions, 'actionDigest' | 'approverKeys' | 'method'> & {
  /** The action of the approval, as you redeemed it: `key.introduce`, or `key.replace`. */
  action: unknown
  /** The thumbprint that you have pinned for this person. Leave it out the first time. */
  pinnedKey?: string | undefined
}

/** The result of `acceptIntroduction`. */
export type IntroductionAcceptance =
  | {
      accepted: true
      /** The thumbprint to pin for the person from now on. */
      approverKey: string
      /** The subject of the receipt, by which you know the person. */
      subject: string
    }
  | { accepted: false; reason: ApprovalRefusal | 'INTRODUCTION_MALFORMED'; detail: string }

/**
 * Decides which key to pin for a person, from a receipt in which the person introduces their key. The first key introduces itself (trust on first
 * use): compare its thumbprint with the person over another channel. Once you have pinned a key, only that key can introduce the next.
 *
 * @returns a promise of the thumbprint to pin, or of `accepted: false` with a reason and a sentence that explains it.
 * @example
 * const answer = await acceptIntroduction(introduction, introductionOptions)
 * if (answer.accepted) pinnedKeys.set(answer.subject, answer.approverKey)
 */
export async function acceptIntroduction(
  receipt: unknown,
  options: IntroductionOptions,
): Promise<IntroductionAcceptance> {
  const { action, pinnedKey, ...rest }: IntroductionOptions = Object.assign(Object.create(null), options)
  if (pinnedKey !== undefined && !isThumbprint(pinnedKey)) {
    return { accepted: false, reason: 'INVALID_OPTIONS', detail: 'pinnedKey must be a thumbprint' }
  }
  const read = readIntroduction(action)
  if (read === null) {
    const detail = 'the action is neither key.introduce with a key nor key.replace with an old_key and a new_key'
    return { accepted: false, reason: 'INTRODUCTION_MALFORMED', detail }
  }
  const { signer, key, actionDigest } = read
  if (pinnedKey !== undefined && signer !== pinnedKey) {
    const detail = 'another key is pinned for the person, and only that one can introduce a new key'
    return { accepted: false, reason: 'APPROVER_UNTRUSTED', detail }
  }
  if (pinnedKey === undefined && signer !== key) {
    const detail = 'it replaces a key, and none is pinned for the person'
    return { accepted: false, reason: 'APPROVER_UNTRUSTED', detail }
  }
  const demands = { ...rest, actionDigest, approverKeys: [signer], method: 'passkey' } as const
  const accepted = await acceptApproval(receipt, demands)
  return accepted.accepted ? { accepted: true, approverKey: key, subject: accepted.subject } : accepted
}

function isKey(value: unknown): value is string {
  return isThumbprint(value)
}

type Introduction = { signer: string; key: string; actionDigest: string }

/** Returns the key that must have signed an introduction and the key that it introduces, or null for any other action. */
function readIntroduction(action: unknown): Introduction | null {
  try {
    // A copy, because a hostile value can differ each time it is read.
    const copy: unknown = JSON.parse(JSON.stringify(action))
    if (!isRecord(copy) || !isRecord(copy.details)) return null
    const { key, old_key: oldKey, new_key: newKey, ...more } = copy.details
    if (Object.keys(more).length > 0) return null
    const actionDigest = computePayloadDigest(copy)
    if (copy.type === 'key.introduce' && isKey(key) && oldKey === undefined && newKey === undefined) {
      return { signer: key, key, actionDigest }
    }
    const isReplaced = copy.type === 'key.replace' && isKey(oldKey) && isKey(newKey) && key === undefined
    return isReplaced ? { signer: oldKey, key: newKey, actionDigest } : null
  } catch {
    return null
  }
}

/** The way in which the person approved: by a scan that their key signed (`hand`), or by their key alone (`passkey`). */
export type ApprovalMethod = 'hand' | 'passkey'

/** Your requirements for an approval, besides the options of `acceptReceipt`. Only `method` has a default. */
export type ApprovalOptions = Omit<AcceptOptions, 'actionDigest'> & {
  /** The digest of the action that you asked for, as `computePayloadDigest` returns it. */
  actionDigest: string
  /** The nonce of your request: the id of the request, unless you chose another nonce. */
  nonce: string
  /** Thumbprints (RFC 7638) of the person's keys, which you pinned earlier. */
  approverKeys: readonly string[]
  /** `hand` by default, a scan of level 2 or more. `passkey` accepts only signatures without motion. */
  method?: ApprovalMethod | undefined
}

/** The reason why `acceptApproval` refuses a receipt. */
export type ApprovalRefusal = AcceptRefusal | ApproverFailureCode | 'NONCE_MISMATCH'

/** The result of `acceptApproval`. */
export type ApprovalAcceptance =
  | (Extract<Acceptance, { accepted: true }> & {
      method: ApprovalMethod
      /** The thumbprint of the pinned key that signed. */
      approverKey: string
    })
  | { accepted: false; reason: ApprovalRefusal; detail: string }

/**
 * Decides if a person whose key you have pinned approved exactly this action: `acceptReceipt` accepts the receipt, and a pinned key signed action,
 * audience, nonce, scan, level and expiry (verification check V8). The issuer alone can't produce such a receipt. With malformed options, no receipt
 * is accepted.
 *
 * @returns a promise of `accepted: true` with the subject and the key, or of `accepted: false` with a reason and a sentence that explains it.
 * @example
 * const { accepted } = await acceptApproval(approval, { trustedIssuers, audience, nonce, actionDigest, approverKeys, now })
 */
export async function acceptApproval(receipt: unknown, options: ApprovalOptions): Promise<ApprovalAcceptance> {
  // Without a prototype, so that an absent option isn't read from Object.prototype.
  const demands: ApprovalOptions = Object.assign(Object.create(null), options)
  const mistake = checkDemands(demands) ?? checkKeys(demands.approverKeys, 'approverKeys')
  if (mistake !== null) return refuse('INVALID_OPTIONS', mistake)
  const { approverKeys, nonce, method = 'hand', ...rest } = demands
  const { minAssurance = method === 'hand' ? 2 : 0, evidence = method === 'hand' ? undefined : [] } = demands
  const accepted = acceptReceipt(receipt, { ...rest, minAssurance, evidence })
  return accepted.accepted ? judgeApproval(accepted, { approverKeys, nonce, method }) : accepted
}

/** Your requirements for a quorum: the people who can approve, and how many of them are needed. */
export type QuorumOptions = Omit<ApprovalOptions, 'approverKeys'> & {
  /** The thumbprints of each person's keys under a name of your choice: `{ ada: ['…'], bob: ['…'] }`. A key belongs to one name only. */
  approvers: Readonly<Record<string, readonly string[]>>
  /** How many different people must have approved. */
  need: number
}

/** The result of `acceptApprovals`. */
export type QuorumAcceptance = {
  /** The receipts that count, one for each person. */
  approvals: (Extract<ApprovalAcceptance, { accepted: true }> & { name: string })[]
  /** The receipts that don't count, by their index in the list. */
  refusals: { index: number; reason: ApprovalRefusal | 'PERSON_REPEATED'; detail: string }[]
} & ({ accepted: true } | { accepted: false; reason: 'TOO_FEW_APPROVERS' | 'INVALID_OPTIONS'; detail: string })

/**
 * Decides if enough different people approved exactly this action, each in a separate receipt and with a key that you have pinned for them. Each
 * name and each subject counts only once, so further keys or receipts of the same person don't help.
 *
 * @returns a promise of `accepted`, the approvals that count, and the reason for each receipt that doesn't count.
 * @example
 * const approvers = { ada: approverKeys }
 * const quorum = await acceptApprovals([approval], { trustedIssuers, audience, nonce, actionDigest, approvers, need: 1, now })
 */
export async function acceptApprovals(receipts: readonly unknown[], options: QuorumOptions): Promise<QuorumAcceptance> {
  const demands: QuorumOptions = Object.assign(Object.create(null), options)
  const mistake = checkDemands(demands) ?? checkQuorum(receipts, demands)
  if (mistake !== null) return refuseQuorum(mistake)
  const { approvers, need, ...rest } = demands
  const names = new Map(Object.entries(approvers).flatMap(([name, keys]) => keys.map((key) => [key, name] as const)))
  const shared = { ...rest, approverKeys: [...names.keys()] }
  const answers = await Promise.all(receipts.map((receipt) => acceptApproval(receipt, shared)))
  const approvals: QuorumAcceptance['approvals'] = []
  const refusals: QuorumAcceptance['refusals'] = []
  for (const [index, answer] of answers.entries()) {
    if (!answer.accepted) {
      const { reason, detail } = answer
      // Options that are wrong for one receipt are wrong for all.
      if (reason === 'INVALID_OPTIONS') return refuseQuorum(detail)
      refusals.push({ index, reason, detail })
      continue
    }
    const name = names.get(answer.approverKey) as string
    const isRepeated = approvals.some((one) => one.name === name || one.subject === answer.subject)
    if (isRepeated) refusals.push({ index, reason: 'PERSON_REPEATED', detail: 'this person has been counted already' })
    else approvals.push({ ...answer, name })
  }
  if (approvals.length >= need) return { accepted: true, approvals, refusals }
  const detail = `${approvals.length} approved, and ${need} are needed`
  return { accepted: false, reason: 'TOO_FEW_APPROVERS', detail, approvals, refusals }
}

type OwnDemands = Pick<ApprovalOptions, 'approverKeys' | 'nonce'> & { method: ApprovalMethod }

async function judgeApproval(
  accepted: Extract<Acceptance, { accepted: true }>,
  { approverKeys, nonce, method }: OwnDemands,
): Promise<ApprovalAcceptance> {
  // The copy that was checked: a hostile value can differ each time it is read.
  const { receipt } = accepted
  if (readPresencePolicy(receipt)?.nonce !== nonce) return refuse('NONCE_MISMATCH', 'the nonce is not the expected one')
  const read = readApprover(receipt)
  if (read === null) return refuse('APPROVER_MISSING', 'no key of a person is in the receipt')
  if ('code' in read) return refuse(read.code, read.detail)
  const approverKey = computeThumbprint(read.block.key)
  if (!approverKeys.includes(approverKey)) {
    return refuse('APPROVER_UNTRUSTED', 'the person’s key is not among the pinned ones')
  }
  const verified = await verifyBlock(read)
  if (verified.outcome === 'FAIL') return refuse(verified.code, verified.detail)
  if (verified.outcome !== 'PASS' || verified.approver.statement.method !== method) {
    return refuse('APPROVER_MISMATCH', 'the person approved by another method than the expected one')
  }
  return { ...accepted, method, approverKey }
}

/** Returns what is wrong with the options of an approval or a quorum, or null. `acceptReceipt` checks the rest. */
function checkDemands({ actionDigest, nonce, method }: Omit<ApprovalOptions, 'approverKeys'>): string | null {
  if (!isHex(actionDigest, 64)) return 'actionDigest must be 64 lower-case hex digits'
  if (typeof nonce !== 'string' || nonce === '') return 'nonce must be text'
  return [undefined, 'hand', 'passkey'].includes(method) ? null : 'method must be hand or passkey'
}

function checkKeys(keys: unknown, name: string): string | null {
  const isList = Array.isArray(keys) && keys.length > 0 && keys.every(isThumbprint)
  return isList ? null : `${name} must be a list of one or more thumbprints, each of 43 base64url characters`
}

function checkQuorum(receipts: unknown, demands: QuorumOptions): string | null {
  const { approvers, need } = demands
  if (!Array.isArray(receipts)) return 'the receipts must be a list'
  if (Object.hasOwn(demands, 'approverKeys')) return 'approverKeys is not an option'
  if (!isRecord(approvers)) return 'approvers must be thumbprints by name'
  for (const [name, keys] of Object.entries(approvers)) {
    const mistake = checkKeys(keys, `approvers.${name}`)
    if (mistake !== null) return mistake
  }
  const names = Object.keys(approvers)
  const owners = Object.values(approvers).flatMap((keys) => [...new Set(keys)])
  const shared = owners.find((key, place) => owners.indexOf(key) !== place)
  if (shared !== undefined) return `approvers must be different people, and ${shared} stands under two names`
  const isReachable = Number.isSafeInteger(need) && need >= 1 && need <= names.length
  return isReachable ? null : `need must be a whole number from 1 to ${names.length}, the number of approvers`
}

function refuseQuorum(mistake: string): QuorumAcceptance {
  return { accepted: false, reason: 'INVALID_OPTIONS', detail: mistake, approvals: [], refusals: [] }
}

function refuse(reason: ApprovalRefusal, detail: string): Extract<ApprovalAcceptance, { accepted: false }> {
  return { accepted: false, reason, detail }
}
