import type {
  ApprovalResult,
  ApprovalStatus,
  Asker,
  AssuranceLevel,
  BodyOf,
  CheckResult,
  requestChallenge,
  WebhookEventType,
} from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { refuseBlocked, hasNodeToken } from '../../identity/access/authorize.ts'
import { refuseCode, type RightCode, spendRightCode } from '../../identity/codes/codes.ts'
import { computeUserId, type Node } from '../../identity/node-store.ts'
import type { SignedFor } from '../../identity/passkeys/rules.ts'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { updateDueTime } from '../../platform/outbox/store.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { computeSubject, sealOutcome } from '../../scan/receipts/issue.ts'
import type { ScanTarget, TargetRef, TargetResult } from '../../scan/target.ts'
import { revokeAsker, isIntroduction } from '../asker-store.ts'
import { requireAudience } from '../sites/store.ts'
import { queueEvent } from '../sites/webhooks.ts'
import {
  countRefusal,
  countRefusalOf,
  type Grant,
  addGrant,
  removeApprover,
  removeFromApprovals,
} from './decision-store.ts'
import { computeCode, findReturn } from './redeem.ts'
import {
  createBinding,
  END_WORDS,
  findApprover,
  readApprovalStatus,
  readCheckStatus,
  readDecision,
  readHolder,
  readSignedFor,
  readStatus,
  refuseEnded,
  refuseWeakMethod,
} from './rules.ts'
import {
  findRequest,
  lockApproval,
  lockOpenRequest,
  type StoredApproval,
  type StoredCheck,
  type StoredRequest,
} from './store.ts'

type Body = BodyOf<typeof requestChallenge>
type Kind = StoredRequest['kind']

/** The scan target for checks and approvals: how verification reads, locks, grants and refuses one. */
export const requestScans: ScanTarget = {
  read: async (tx, service, { body, node, request }) => {
    const { check, approval } = body
    if (check !== undefined && approval !== undefined) throw refuseField('/approval', 'must be absent beside a check')
    if (check !== undefined) {
      requireNothingElse('check', body)
      const found = await requireOpenCheck(tx, service, { id: check, token: body.check_token })
      return toTarget(found, readHolder(found), body)
    }
    if (approval === undefined) return undefined
    requireNothingElse('approval', body)
    if (node === null) throw refuseField('/email', 'must be the address of the node that was asked to approve')
    await requireApproverToken(tx, service, { nodeId: node.id, request })
    const digest = { pointer: '/approval_digest', value: body.approval_digest }
    const found = await requireOpenApproval(tx, { id: approval, nodeId: node.id, digest })
    // The asker of another method verifies another receipt than that of a scan, or none.
    if (found.method !== 'hand')
      throw refuseField('/approval', `must be of an approval whose method is hand: this one is by ${found.method}`)
    return toTarget(found, String(node.id), body)
  },

  requireAccess: async (tx, service, { target, audience, request }) => {
    // Once more at the end: the token may have been revoked since, and AUTH_MODE open would let anyone answer.
    if (target?.kind === 'approval') await requireApproverToken(tx, service, { nodeId: Number(target.holder), request })
    // An approval has the audience of its asker, which may be an agent; its right to ask is looked at when the approval is locked.
    else if (audience !== undefined) await requireAudience(tx, service, { audience, request })
  },

  requireAudience: requireAudience,

  lock: async (tx, service, target) => {
    const held = await lockHeld(tx, target)
    return (
      held && {
        test: held.open.test,
        sharesKey: held.sharesKey,
        signedFor: held.signedFor,
        takesFirstVisit: held.open.kind === 'check' && held.open.takesFirstVisit,
        grant: ({ receipt, token, level, subjectKind }) => {
          const sealed = sealOutcome(service, { receipt, ...(token && { token }) })
          return addPersonGrant(tx, service, held, { subject: receipt.subject.id, subjectKind, reached: level, sealed })
        },
      }
    )
  },

  refuse: async (tx, service, target) => {
    const { kind, id } = target
    const state = kind === 'check' ? await countRefusal(tx, id, tx.now) : await refusePerson(tx, target)
    const request = await findRequest(tx, kind, id)
    if (state === 'failed' && request) await queueEnd(tx, service, request, state)
    const person = request?.kind === 'approval' ? findApprover(request, Number(target.holder)) : undefined
    return describeResult(service, request, { kind, id, decision: readDecision(person?.state ?? 'open'), now: tx.now })
  },
}

/** Counts a failed scan of one person for an approval; the fifth removes the person. Returns the state of the approval if the person was removed. */
async function refusePerson(tx: Transaction, target: TargetRef): Promise<StoredRequest['state'] | undefined> {
  const held = await lockHeld(tx, target)
  if (held?.askerId == null) return undefined
  const person = { id: target.id, askerId: held.askerId }
  if ((await countRefusalOf(tx, person)) < 5) return undefined
  return removeApprover(tx, { ...person, reason: 'too_many_refusals' }, tx.now)
}

function requireNothingElse(name: Kind, { purpose, audience, action, nonce }: Body): void {
  if (purpose !== 'verify') throw refuseField(`/${name}`, 'must be absent unless the purpose is verify')
  const [chosen] = Object.entries({ audience, action, nonce }).find(([, value]) => value !== undefined) ?? []
  if (chosen !== undefined) throw refuseField(`/${chosen}`, `must be absent: the ${name} says it`)
}

function toTarget(found: StoredRequest, holder: string | null, { pace, assurance: wanted = 1 }: Body) {
  const assurance = Math.max(wanted, found.assurance) as AssuranceLevel
  if (assurance > 1 && pace !== 'live') throw refuseField('/pace', `must be live: level ${assurance} is asked for`)
  const target = { kind: found.kind, id: found.id, holder }
  const signedFor = found.kind === 'approval' ? readSignedFor(findApprover(found, Number(holder))) : null
  return { target, binding: createBinding(found), assurance, test: found.test, signedFor }
}

/**
 * Returns the open check that the page or phone with this token holds. Throws 404 if the check is unknown, 409 if it has ended or another page
 * or phone holds it, and 403 if a page must first open it with a number.
 */
export async function requireOpenCheck(
  tx: Transaction,
  { secrets }: Service,
  { id, token }: { id: string; token: string | undefined },
): Promise<StoredCheck> {
  const check = await requireCheck(tx, id)
  if (readStatus(check, tx.now) !== 'open') throw refuseEnded('check')
  const holder = readHolder(check)
  if (check.needsProof && holder === null) throw refuseUnproven()
  const given = token === undefined ? null : secrets.hash('check-token', token).toString('hex')
  if (holder !== given) throw refuseTaken()
  return check
}

/** `digest`: the digest of the action that the person was shown, with the JSON pointer of its field; absent if the call doesn't send it. */
type ApprovalCall = { id: string; nodeId: number; digest?: { pointer: string; value: string | undefined } }

/**
 * Returns the open approval that a node was asked for and hasn't decided. Throws 404 if the node wasn't asked, 409 if the approval has ended
 * or the node has decided, and 403 if `digest` is of another action.
 */
export async function requireOpenApproval(
  tx: Transaction,
  { id, nodeId, digest }: ApprovalCall,
): Promise<StoredApproval> {
  const approval = await requireApprovalOf(tx, { id, nodeId })
  const isDecided = findApprover(approval, nodeId)?.state !== 'open'
  if (isDecided || readStatus(approval, tx.now) !== 'open') throw refuseEnded('approval')
  if (digest?.value === undefined || digest.value === approval.digest) return approval
  throw new RequestProblem('APPROVAL_DIGEST_WRONG', `${digest.pointer} is of another action than this approval.`)
}

/** Returns the request if it may be answered without a scan, by a mailed code ("another way"); throws 403 otherwise. */
export function requireOtherWay<One extends StoredRequest>(found: One): One {
  if (found.otherWay) return found
  const wanted =
    found.kind === 'check' ? 'The site wants a scan for this check.' : 'Who asks for this approval wants a scan.'
  throw new RequestProblem('OTHER_WAY_NOT_ALLOWED', wanted)
}

/** The proof that a confirmation contains, by the method of its approval; null if pressing a button is enough. */
const PROOFS = { tap: null, passkey: 'passkey', hand: 'otp' } as const

/**
 * Returns the approval if `proofs` has exactly the proof that its method needs: a mailed code, a passkey's response, or nothing for a tap.
 * Throws 400 otherwise, and 403 if the approval needs a scan.
 */
export function requireConfirmable(
  found: StoredApproval,
  proofs: { otp?: unknown; passkey?: unknown },
): StoredApproval {
  if (found.method === 'hand') requireOtherWay(found)
  for (const name of ['otp', 'passkey'] as const) {
    const isWanted = PROOFS[found.method] === name
    if (isWanted !== (proofs[name] !== undefined))
      throw refuseField(`/${name}`, `must be ${isWanted ? 'there' : 'absent'} where the method is ${found.method}`)
  }
  return found
}

/** Throws 401 without a token of the node, in every AUTH_MODE: a caller who only knows an address must not approve in its owner's name. */
async function requireApproverToken(
  tx: Transaction,
  service: Service,
  { nodeId, request }: { nodeId: number; request: FastifyRequest },
): Promise<void> {
  if (await hasNodeToken(tx, service, { nodeId, request })) return
  throw new RequestProblem('UNAUTHORIZED', 'Approving needs a token of the node, given at or after activation.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

/** Returns the check with this id; throws 404 if there is none or its site is disabled. */
export async function requireCheck(db: Queries, id: string): Promise<StoredCheck> {
  const check = isUuid(id) ? await findRequest(db, 'check', id) : undefined
  if (check?.isActive) return check
  throw new RequestProblem('NOT_FOUND', 'There is no such check.')
}

/** Returns the approval with this id if it asks this node; throws 404 otherwise. */
async function requireApprovalOf(db: Queries, { id, nodeId }: { id: string; nodeId: number }): Promise<StoredApproval> {
  const approval = isUuid(id) ? await findRequest(db, 'approval', id) : undefined
  if (approval && findApprover(approval, nodeId)) return approval
  throw new RequestProblem('NOT_FOUND', 'This node was not asked for such an approval.')
}

/** A locked open request. `askerId`: the row id of the permission by which an approval asks the person who answers; null for a check. */
type HeldRequest = { open: StoredRequest; askerId: number | null; sharesKey: boolean; signedFor: SignedFor }

/**
 * Returns the open request, locked; undefined if it has ended, its requester may no longer ask, another page or phone has it, or the person
 * has decided or doesn't count.
 */
async function lockHeld(tx: Transaction, target: TargetRef): Promise<HeldRequest | undefined> {
  const open = await lockOpenRequest(tx, target, tx.now)
  if (open?.kind === 'check')
    return readHolder(open) === target.holder
      ? { open, askerId: null, sharesKey: open.sharesKey, signedFor: null }
      : undefined
  if (!open) return undefined
  const person = findApprover(open, Number(target.holder))
  if (!person?.counts || person.state !== 'open') return undefined
  return { open, askerId: person.askerId, sharesKey: person.sharesKey, signedFor: readSignedFor(person) }
}

type ResultOf<K extends Kind> = Required<Pick<TargetResult, K>>

/** A locked approval that a passkey signs: whether its receipt carries the key, and which key may sign. */
export type AttestedApproval = { open: StoredApproval; sharesKey: boolean; signedFor: SignedFor }

type Confirmation<K extends Kind> = {
  found: Extract<StoredRequest, { kind: K }>
  node: Node | undefined
  /** The mailed code, verified but not spent; absent for an approval by tap or passkey. */
  code?: RightCode | undefined
  /** Issues and seals the receipt of an approval that a passkey signed. */
  attest?: ((approval: AttestedApproval) => Promise<Buffer | RequestProblem>) | undefined
}

/**
 * Grants a check or an approval without motion, at assurance 0: by a mailed code, which is spent, by a tap or by a passkey. Returns a problem
 * instead of throwing it, so that the caller commits the spent code. `attest`: verifies the passkey's signature and issues the receipt.
 */
export async function confirmUnmoved<K extends Kind>(
  tx: Transaction,
  service: Service,
  { found, node, code, attest }: Confirmation<K>,
): Promise<ResultOf<K> | RequestProblem> {
  if (code) await spendRightCode(tx, code)
  // A code that would activate a node is for that: it needs an invite, too.
  if (!node?.activatedAt) return refuseCode()
  if (node.blockedAt !== null) return refuseBlocked()
  const one: StoredRequest = found
  const holder = one.kind === 'check' ? readHolder(one) : String(node.id)
  const held = await lockHeld(tx, { kind: found.kind, id: found.id, holder })
  if (!held) return refuseEnded(found.kind)
  const { open, sharesKey, signedFor } = held
  // The person may have decided since to accept stronger methods only.
  const weak = open.kind === 'approval' ? refuseWeakMethod(open.method, node.leastMethod) : undefined
  if (weak && !isIntroduction(open)) return weak
  const sealed = attest && open.kind === 'approval' ? await attest({ open, sharesKey, signedFor }) : null
  if (sealed instanceof RequestProblem) return sealed
  const userId = computeUserId(service.secrets, node.id)
  const subject = computeSubject(service.secrets, { userId, audience: open.audience })
  return (await addPersonGrant(tx, service, held, { subject, reached: 0, sealed })) as ResultOf<K>
}

/**
 * Adds the grant of one person to a locked request, after removing people whose grants no longer count. If it was the last grant needed,
 * queues the event for the site.
 */
async function addPersonGrant(
  tx: Transaction,
  service: Service,
  { open, askerId }: HeldRequest,
  given: Omit<Grant, 'askerId'>,
): Promise<TargetResult> {
  // An operator whom the agent got since it asked is out, with the grant that they may have given.
  const out = open.kind === 'approval' ? open.approvers.filter(({ counts }) => !counts) : []
  for (const { askerId: id } of out)
    await removeApprover(tx, { id: open.id, askerId: id, reason: 'asker_removed' }, tx.now)
  const state = await addGrant(tx, open.id, { ...given, askerId }, tx.now)
  if (state === 'granted') await queueEnd(tx, service, open, state)
  const granted = { ...open, state, endedAt: state === 'granted' ? tx.now : null }
  return describeResult(service, granted, { kind: open.kind, id: open.id, decision: 'granted', now: tx.now })
}

/**
 * Denies an approval in the name of one person, who may have granted it before while others still decide. Returns the asker and the status;
 * throws 404 if the node wasn't asked, 409 if the approval has ended or the person denied it before.
 */
export async function denyForPerson(
  tx: Transaction,
  service: Service,
  { id, nodeId }: { id: string; nodeId: number },
): Promise<{ asker: Asker; status: ApprovalStatus }> {
  const approval = await requireApprovalOf(tx, { id, nodeId })
  const askerId = findApprover(approval, nodeId)?.askerId ?? 0
  await lockApproval(tx, id)
  const state = await removeApprover(tx, { id, askerId, reason: 'denied_by_person' }, tx.now)
  if (state === undefined) throw refuseEnded('approval')
  if (state === 'denied') await queueEnd(tx, service, approval, state)
  return { asker: approval.asker, status: state === 'denied' ? state : 'open' }
}

/**
 * Ends a node's permission for the site or agent with this key or id, removes the node from that asker's open approvals, and queues events for
 * those that end. Returns false if there was no permission.
 */
export async function removeAllowedAsker(
  tx: Transaction,
  service: Service,
  { nodeId, key }: { nodeId: number; key: string },
): Promise<boolean> {
  const ended = await revokeAsker(tx, { nodeId, key, now: tx.now })
  if (!ended) return false
  for (const id of await removeFromApprovals(tx, ended.askerId, tx.now))
    await queueEnd(tx, service, { kind: 'approval', id, siteId: ended.siteId }, 'denied')
  return true
}

/**
 * Queues the webhook event that a request of a site has ended, with its id and status, and makes the ping of an approval due. Does nothing for
 * requests of agents.
 */
export async function queueEnd(
  tx: Transaction,
  service: Service,
  { kind, id, siteId }: Pick<StoredRequest, 'kind' | 'id' | 'siteId'>,
  state: 'granted' | 'denied' | 'failed',
): Promise<void> {
  if (siteId === null) return
  if (kind === 'approval') await updateDueTime(tx, 'ping', id, tx.now)
  const status = END_WORDS[kind][state]
  const type = `${kind}.${status}` as WebhookEventType
  await queueEvent(tx, service, { siteId, type, data: { [kind]: id, status } })
}

type NamedResult = { kind: Kind; id: string; decision: ApprovalResult['decision']; now: Date }

function describeResult(
  service: Service,
  request: StoredRequest | undefined,
  { kind, id, decision, now }: NamedResult,
): TargetResult {
  if (request?.kind === 'check') return { check: describeCheckResult(service, request, now) }
  if (request) return { approval: { id, status: readApprovalStatus(request, now), decision } }
  // It was deleted meanwhile.
  return kind === 'check'
    ? { check: { id, status: 'expired', code: null, return_url: null } }
    : { approval: { id, status: 'expired', decision } }
}

/**
 * Returns the result of a check for the page that has it open. If a phone joined, code and return address are null: the screen beside it
 * brings the person back.
 */
function describeCheckResult(service: Service, check: StoredCheck, now: Date): CheckResult {
  const status = readCheckStatus(check, now)
  const isForPage = check.deviceHash === null && (status === 'passed' || status === 'failed')
  if (!isForPage) return { id: check.id, status, code: null, return_url: null }
  // Of a check that a page started, that page alone gets it.
  const code = check.needsProof ? null : computeCode(service, check.id)
  return { id: check.id, status, code, return_url: findReturn(service, check) }
}

/** Returns the 409 problem for a check that another page or phone has open. */
export function refuseTaken(): RequestProblem {
  return new RequestProblem('CHECK_TAKEN', 'Another page or phone has this check open.')
}

/** Returns the 403 problem for a page that opens a check without proof that it comes from the page that started the check. */
export function refuseUnproven(): RequestProblem {
  return new RequestProblem('CHECK_NUMBER_NEEDED', 'Send the number that the page of the site shows.')
}
