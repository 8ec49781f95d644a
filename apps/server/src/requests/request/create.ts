import { randomUUID } from 'node:crypto'
import {
  type AnswerOf,
  APPROVAL_LIMITS,
  APPROVAL_SECONDS,
  ASKER_LIMITS,
  type BodyOf,
  type createApproval,
  type createCheck,
  type ReachedLevel,
} from '@stillhere/contract'
import { chooseLanguage, type Language } from '@stillhere/messages'
import { writeBindingWords } from '@stillhere/receipt/view'
import type { FastifyRequest } from 'fastify'
import { requireReachable } from '../../identity/device-roots/trust.ts'
import { computeUserId, findNodeById, lockNodeById } from '../../identity/node-store.ts'
import { sendApprovalNotices } from '../../identity/notices/routes.ts'
import { isReferenceGone as isGone, type Queries, type Transaction } from '../../platform/database/pool.ts'
import { countSecondsToNextDay, HOUR_MS } from '../../platform/day.ts'
import { findIssuerName } from '../../platform/http/origin.ts'
import { refuseTooMany, spendOwnerBudget } from '../../platform/limits/budgets.ts'
import { refuseField, RequestProblem, requireNoProblems } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { toCaseKey } from '../../platform/visible-text.ts'
import { computeSubject } from '../../scan/receipts/issue.ts'
import { requireAgent } from '../agents/signed-requests.ts'
import { findAgent, findOperator } from '../agents/store.ts'
import { findByApprover, lockAsker, saveAsker, type StoredAsker, spendTurn } from '../asker-store.ts'
import { requireSiteSecret, refuseSecret } from '../sites/authorize.ts'
import { isSiteKey } from '../sites/rules.ts'
import { findAskingSite, type SiteRow } from '../sites/store.ts'
import {
  type CallingAsker,
  computeActionDigest,
  describeAgent,
  describeSite,
  findActionProblems,
  refuseWeakMethod,
} from './rules.ts'
import { addRequest, type NewApproval, type NewCheck } from './store.ts'

type Body = BodyOf<typeof createApproval>
/** Input of an approval: the asker, the body of the request, and `origin`, the service's own address if it is known. */
type ApprovalInput = { asker: CallingAsker; body: Body; origin: string | undefined; authReqHash?: Buffer }

/** Returns the names of the people that an approval asks, and how many of them must grant it. */
function readPeople({ approver, approvers }: Body): { names: readonly string[]; need: number } {
  if (approvers) return { names: approvers.of, need: approvers.need }
  return { names: approver === undefined ? [] : [approver], need: 1 }
}

/**
 * Throws 400 if the body of an approval contradicts itself, contains text that could deceive people, or asks for a level that this service
 * can't reach. `kind`: site or agent, since only sites may allow another way.
 */
export async function requirePossibleApproval(
  service: Service,
  body: Body,
  { kind }: Pick<CallingAsker, 'kind'>,
): Promise<void> {
  const { action, nonce, method = 'hand', assurance, other_way: otherWay = false } = body
  requirePeople(body)
  requireNoProblems(findActionProblems(action, nonce))
  // An agent must not choose a gate that any program with access to a mailbox can pass.
  if (otherWay && kind === 'agent') throw refuseField('/other_way', 'must be absent: only sites can allow another way')
  if (method !== 'hand' && assurance !== undefined)
    throw refuseField('/assurance', `must be absent: an approval by ${method} reaches no level`)
  if (method !== 'hand' && otherWay) throw refuseField('/other_way', `must be absent: ${method} needs no scan`)
  if (otherWay && assurance !== 1)
    throw refuseField('/other_way', 'must be absent where the approval asks for more than level 1')
  await requireReachable(service, assurance ?? 2)
}

function requirePeople(body: Body): void {
  const { names, need } = readPeople(body)
  if (names.length === 0) throw refuseField('/approver', 'must be there, or approvers')
  if (body.approver !== undefined && body.approvers) throw refuseField('/approvers', 'must be absent beside approver')
  if (need > names.length) throw refuseField('/approvers/need', `must be at most ${names.length}, as many as are asked`)
  const folded = names.map(toCaseKey)
  const again = folded.findIndex((name, index) => folded.indexOf(name) < index)
  if (again >= 0) throw refuseTwice(again)
}

function refuseTwice(index: number): RequestProblem {
  return refuseField(`/approvers/of/${index}`, 'must not name a person twice: people count, not names')
}

/**
 * Stores an approval that asks one or several people to approve one exact action, and queues notices to them. Throws 403 unless all of them
 * let the asker ask by this method, and 429 at a limit. `authReqHash`: the keyed hash of the backchannel request's id, if there is one.
 */
export async function addApproval(
  tx: Transaction,
  service: Service,
  { asker, body, origin, authReqHash }: ApprovalInput,
): Promise<AnswerOf<typeof createApproval>> {
  await spendOwnerBudget(tx, service, 'approval.asker', asker.key)
  const { names, need } = readPeople(body)
  const people = await findPeople(tx, service, { asker, names })
  for (const { allowed, name } of people) {
    const weak = refuseWeakMethod(body.method ?? 'hand', (await findNodeById(tx, allowed.nodeId)).leastMethod)
    if (weak) throw weak
    if (await spendTurn(tx, allowed.id, tx.now)) continue
    // It may have been removed since it was looked for.
    await requireAllowed(tx, service, { asker, approver: name })
    throw refuseTooMany(countSecondsToNextDay(tx.now), 'A person whom you ask was asked as often today as they allow.')
  }
  const approvers = people.map(({ allowed, name }) => ({ askerId: allowed.id, name }))
  const language = body.language ?? (await findLanguage(tx, people, names))
  const approval = { ...createApprovalDraft(service, { asker, body, language, now: tx.now }), approvers, need }
  if (!(await addRequest(tx, { ...approval, ...(authReqHash && { authReqHash }) }, tx.now))) throw refusePestering()
  const path = `/approve/${approval.id}`
  const notices: boolean[] = []
  for (const { allowed } of people) {
    const who = asker.kind === 'agent' ? asker.key : allowed.asker.name
    const notice = { nodeId: allowed.nodeId, asker: who, path, origin, expiresAt: approval.expiresAt }
    notices.push((await sendApprovalNotices(tx, service, notice)).notified)
  }
  return { ...describeNew(approval), url: `${origin ?? ''}${path}`, notified: notices.every(Boolean) }
}

// The same for a person who doesn't exist, so that callers don't learn who is a member.
function refuseAsker({ key }: CallingAsker): RequestProblem {
  return new RequestProblem(
    'ASKER_NOT_ALLOWED',
    `No person of this name lets ${key} ask for approvals. They can allow it at /node?allow=${encodeURIComponent(key)}.`,
  )
}

function refusePestering(): RequestProblem {
  const { open, deniedInAnHour } = APPROVAL_LIMITS
  return refuseTooMany(
    HOUR_MS / 1000,
    `A person whom you ask has ${open} approvals of yours open, or denied ${deniedInAnHour} in the last hour.`,
  )
}

type NamedPerson = { asker: CallingAsker; approver: string }
type AskedPerson = { allowed: StoredAsker; name: string }

/**
 * Returns the permissions for the people of these names, in the order in which the rows are locked; throws 403 unless all of them let the
 * asker ask. Only then refuses a person named twice and the agent's operator, so that a stranger's name always gets the same answer.
 */
async function findPeople(
  tx: Transaction,
  service: Service,
  { asker, names }: { asker: CallingAsker; names: readonly string[] },
): Promise<AskedPerson[]> {
  const people: AskedPerson[] = []
  for (const name of names) people.push({ name, allowed: await requireAllowed(tx, service, { asker, approver: name }) })
  const nodeIds = people.map(({ allowed }) => allowed.nodeId)
  const again = nodeIds.findIndex((id, index) => nodeIds.indexOf(id) < index)
  if (again >= 0) throw refuseTwice(again)
  const operator = asker.kind === 'agent' && names.length > 1 ? await findOperator(tx, asker.id) : undefined
  const own = operator ? nodeIds.indexOf(operator.nodeId) : -1
  if (own >= 0)
    throw refuseField(`/approvers/of/${own}`, 'must not be the operator of the agent, who does not count among several')
  return people.toSorted((one, other) => one.allowed.nodeId - other.allowed.nodeId)
}

/** Returns the permission by which the asker may ask this person. The operator of an agent gives it automatically, unless they ended it before. */
async function requireAllowed(
  tx: Transaction,
  service: Service,
  { asker, approver }: NamedPerson,
): Promise<StoredAsker> {
  if (approver.includes('\0')) throw refuseAsker(asker)
  const found =
    (await findByApprover(tx, asker, approver)) ?? (await addOperatedAsker(tx, service, { asker, approver }))
  if (found && found.endedAt === null) return found
  throw refuseAsker(asker)
}

async function addOperatedAsker(
  tx: Transaction,
  service: Service,
  { asker, approver }: NamedPerson,
): Promise<StoredAsker | undefined> {
  const operator = asker.kind === 'agent' ? await findOperator(tx, asker.id) : undefined
  if (operator === undefined || toCaseKey(operator.handle) !== toCaseKey(approver)) return undefined
  await allowAsker(tx, service, { nodeId: operator.nodeId, asker })
  return findByApprover(tx, asker, approver)
}

/** Returns the language of the first person that the asker names. */
async function findLanguage(
  tx: Transaction,
  people: readonly AskedPerson[],
  names: readonly string[],
): Promise<Language> {
  const first = people.find(({ name }) => name === names[0])
  const node = first && (await findNodeById(tx, first.allowed.nodeId))
  return chooseLanguage([node?.language ?? ''])
}

type ApprovalDraftInput = { asker: CallingAsker; body: Body; language: Language; now: Date }

/** Creates an approval from the body of a request, with a new id, but without the people that it asks. Stores nothing. */
export function createApprovalDraft({ settings }: Service, { asker, body, language, now }: ApprovalDraftInput) {
  const { action, nonce, method = 'hand', other_way: otherWay = false } = body
  const { expires_in: seconds = APPROVAL_SECONDS.usual } = body
  const assurance: ReachedLevel = method === 'hand' ? (body.assurance ?? 2) : 0
  return {
    id: randomUUID(),
    kind: 'approval' as const,
    siteId: asker.kind === 'site' ? asker.id : null,
    agentId: asker.kind === 'agent' ? asker.id : null,
    type: action.type,
    action: action.summary,
    details: action.details ?? null,
    digest: computeActionDigest(action),
    language,
    nonce,
    method,
    assurance,
    otherWay,
    audience: asker.audience,
    test: asker.test || settings.sandbox,
    expiresAt: new Date(now.getTime() + seconds * 1000),
  }
}

function describeNew({
  id,
  digest,
  language,
  expiresAt,
}: NewApproval): Omit<AnswerOf<typeof createApproval>, 'url' | 'notified'> {
  return {
    id,
    digest,
    binding_message: writeBindingWords(digest, language),
    language,
    status: 'open',
    expires_at: expiresAt.toISOString(),
  }
}

/** Returns the site (by its secret) or the agent (by its signature) that sent the request; throws 401 for every other caller. */
export async function requireAsker(db: Queries, service: Service, request: FastifyRequest): Promise<CallingAsker> {
  // A bad signature was refused before; a caller that shows both is taken for what it signed.
  if (request.agent === null && request.headers.authorization !== undefined)
    return describeSite(await requireSiteSecret(db, service, request))
  return describeAgent(requireAgent(request))
}

/**
 * Returns the site with this site key or the agent with this agent id; throws 404 if there is none, the site is disabled or the agent isn't
 * verified.
 */
export async function requireNamedAsker(db: Queries, key: string): Promise<CallingAsker> {
  const asker = isSiteKey(key) ? await findNamedSite(db, key) : await findNamedAgent(db, key)
  if (asker) return asker
  throw new RequestProblem('NOT_FOUND', 'There is no such site, and no such agent that has proved its key.')
}

async function findNamedSite(db: Queries, key: string): Promise<CallingAsker | undefined> {
  const site = await findAskingSite(db, key)
  return site && describeSite(site)
}

async function findNamedAgent(db: Queries, key: string): Promise<CallingAsker | undefined> {
  // PostgreSQL cannot hold a NUL, not even to look for it.
  const agent = key.includes('\0') ? undefined : await findAgent(db, key)
  return agent?.state === 'verified' ? describeAgent(agent) : undefined
}

/**
 * Returns a node's permission for the site or agent with this key or id, and locks it until the transaction ends; throws 404 if the node has
 * given none.
 */
export async function requireAllowedAsker(tx: Transaction, nodeId: number, key: string): Promise<StoredAsker> {
  const allowed = await lockAsker(tx, nodeId, await requireNamedAsker(tx, key))
  if (allowed) return allowed
  throw new RequestProblem('NOT_FOUND', 'This site or agent may not ask this node.')
}

type AskerInput = {
  nodeId: number
  asker: CallingAsker
  perDay?: number | undefined
  sharesKey?: boolean | undefined
  personName?: string | null | undefined
}

/**
 * Lets a site or an agent ask a node (a person's account) for approvals, or updates that permission. Returns the subject under which the asker
 * knows the person; throws 409 if the node has reached its limit of askers.
 */
export async function allowAsker(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, asker, perDay = ASKER_LIMITS.perDay, sharesKey, personName }: AskerInput,
): Promise<{ subject: string }> {
  // Held, so that two calls do not count past each other.
  await lockNodeById(tx, nodeId)
  const subject = computeSubject(secrets, { userId: computeUserId(secrets, nodeId), audience: asker.audience })
  if (await saveAsker(tx, { nodeId, asker, subject, perDay, sharesKey, personName, now: tx.now })) return { subject }
  throw new RequestProblem('ASKER_LIMIT_REACHED', `A node can let ${ASKER_LIMITS.askers} sites and agents ask.`)
}

type SignIn = { assurance: NewCheck['assurance']; nonce: string; returnUrl: string; seconds: number }

/** Creates a check by which a person signs in to a site through this service; `returnUrl` leads back to this service. Stores nothing. */
export function createSignInCheck(
  service: Service,
  site: SiteRow,
  { assurance, nonce, returnUrl, seconds }: SignIn,
): NewCheck {
  const action = `Sign in to ${site.name}`
  return { ...createCheckDraft(service, site, { action, assurance, askedBy: 'sign_in', seconds }), nonce, returnUrl }
}

/**
 * Stores a check, and returns its id, its status, its expiry and the address of the page where the person does it. Throws 401 or 404 if the
 * site was removed meanwhile.
 */
export async function addCheck(
  tx: Transaction,
  service: Service,
  { check, request }: { check: NewCheck; request: FastifyRequest },
): Promise<AnswerOf<typeof createCheck>> {
  await addRequest(tx, check, tx.now).catch((error: unknown) => {
    throw isGone(error) ? refuseRemoved(check) : error
  })
  const url = toPageUrl(service, request, check.id)
  return { id: check.id, url, status: 'open', expires_at: check.expiresAt.toISOString() }
}

/** Returns the problem for a site that was removed after it had been found. */
function refuseRemoved({ askedBy }: NewCheck): RequestProblem {
  return askedBy === 'server' ? refuseSecret() : new RequestProblem('NOT_FOUND', 'There is no site with this key.')
}

/** Returns the address of the page where a person does a check; only its path if the service doesn't know its own address. */
export function toPageUrl({ settings }: Service, request: FastifyRequest, id: string): string {
  return `${findIssuerName(settings, request) ?? ''}/check/${id}`
}

type CheckInput = Pick<NewCheck, 'action' | 'askedBy'> & {
  assurance?: NewCheck['assurance']
  other_way?: boolean
  seconds: number
}

/** Creates a check of a site with a new id, an expiry `seconds` from now, and level 1 unless `assurance` says otherwise. Stores nothing. */
export function createCheckDraft(
  { now }: Service,
  site: SiteRow,
  { action, askedBy, assurance = 1, other_way: otherWay = false, seconds }: CheckInput,
): NewCheck {
  return {
    id: randomUUID(),
    kind: 'check',
    siteId: site.id,
    askedBy,
    action,
    assurance,
    otherWay,
    // The first: a person has one name for all origins of a site.
    audience: site.origins[0] ?? '',
    test: site.test,
    details: null,
    expiresAt: new Date(now().getTime() + seconds * 1000),
  }
}
