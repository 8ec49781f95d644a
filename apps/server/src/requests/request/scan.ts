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

/** Checks and approvals, as verification answers them. */
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

/** Counts a refused scan of a person; the fifth removes them. Returns the state of the approval if it did. */
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

/** The open check that a page or a phone holds; 404 for an unknown one, 409 for one that has ended or that another page has. */
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

/** `digest` is of the action that the person was shown, where the call says it. */
type ApprovalCall = { id: string; nodeId: number; digest?: { pointer: string; value: string | undefined } }

/** The open approval that a node was asked for; 404 for another node's, 409 for one that has ended or that the node decided, 403 for another action. */
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

/** 403 for a request that must be answered by a scan. */
export function requireOtherWay<One extends StoredRequest>(found: One): One {
  if (found.otherWay) return found
  const wanted =
    found.kind === 'check' ? 'The site wants a scan for this check.' : 'Who asks for this approval wants a scan.'
  throw new RequestProblem('OTHER_WAY_NOT_ALLOWED', wanted)
}

/** What a confirmation brings, by the method of its approval; a press is enough for a tap. */
const PROOFS = { tap: null, passkey: 'passkey', hand: 'otp' } as const

/** Throws 400 or 403 for an approval that a confirmation with these proofs doesn't grant. */
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

/** 401 without a token of the node, in every AUTH_MODE: a caller who only knows an address must not approve in its owner's name. */
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

/** The check with this id, of a site that may ask; 404 if there is none. */
export async function requireCheck(db: Queries, id: string): Promise<StoredCheck> {
  const check = isUuid(id) ? await findRequest(db, 'check', id) : undefined
  if (check?.isActive) return check
  throw new RequestProblem('NOT_FOUND', 'There is no such check.')
}

/** The approval with this id that this node was asked for; 404 for any other. */
async function requireApprovalOf(db: Queries, { id, nodeId }: { id: string; nodeId: number }): Promise<StoredApproval> {
  const approval = isUuid(id) ? await findRequest(db, 'approval', id) : undefined
  if (approval && findApprover(approval, nodeId)) return approval
  throw new RequestProblem('NOT_FOUND', 'This node was not asked for such an approval.')
}

/** An open request and, of an approval, the right to ask the person who answers it. */
type HeldRequest = { open: StoredRequest; askerId: number | null; sharesKey: boolean; signedFor: SignedFor }

/**
 * The request, locked; undefined if it has ended since, its requester may no longer ask, another page or phone has it, or the person has
 * decided or doesn't count.
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
  /** Absent for an approval by tap or passkey. */
  code?: RightCode | undefined
  /** Issues and seals the receipt of an approval that a passkey signed. */
  attest?: ((approval: AttestedApproval) => Promise<Buffer | RequestProblem>) | undefined
}

/**
 * Grants a request without motion: the code was mailed to the owner of the node and typed right, or its method is a tap or a passkey. That is
 * assurance 0, and there is a receipt only where a passkey signed.
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

/** Adds the grant of a person to a locked request, and says so to its site if it was the last that was needed. */
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

/** Denies an approval in the name of one person, also one that they granted and others have not; 409 if it has ended or they denied it. */
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

/** Ends the right of a site or an agent to ask a node, and removes the node from its open approvals; false if it has none. */
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

/** Queues the webhook of the site that asked, and its ping: the id and the status. The site fetches the rest with its secret. */
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

/** The part for the page that has the check open. If a phone joined, the screen beside it brings the person back. */
function describeCheckResult(service: Service, check: StoredCheck, now: Date): CheckResult {
  const status = readCheckStatus(check, now)
  const isForPage = check.deviceHash === null && (status === 'passed' || status === 'failed')
  if (!isForPage) return { id: check.id, status, code: null, return_url: null }
  // Of a check that a page started, that page alone gets it.
  const code = check.needsProof ? null : computeCode(service, check.id)
  return { id: check.id, status, code, return_url: findReturn(service, check) }
}

export function refuseTaken(): RequestProblem {
  return new RequestProblem('CHECK_TAKEN', 'Another page or phone has this check open.')
}

/** The 403 of a page that does not come from the one that started the check. */
export function refuseUnproven(): RequestProblem {
  return new RequestProblem('CHECK_NUMBER_NEEDED', 'Send the number that the page of the site shows.')
}
