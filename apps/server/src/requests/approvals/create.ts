import { randomUUID } from 'node:crypto'
import {
  type AnswerOf,
  type BodyOf,
  APPROVAL_LIMITS,
  APPROVAL_SECONDS,
  type createApproval,
  type ReachedLevel,
} from '@stillhere/contract'
import { chooseLanguage, type Language } from '@stillhere/messages'
import { writeBindingWords } from '@stillhere/receipt/view'
import { requireReachable } from '../../identity/device-roots/trust.ts'
import { findNodeById } from '../../identity/node-store.ts'
import { notifyOwner } from '../../identity/notices/routes.ts'
import type { Transaction } from '../../platform/database/pool.ts'
import { HOUR_MS, secondsUntilNextDay } from '../../platform/day.ts'
import { takeFromOwnerBudget, tooMany } from '../../platform/limits/budgets.ts'
import { fieldProblem, refuseFields, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { foldCase } from '../../platform/visible-text.ts'
import { findOperator } from '../agents/store.ts'
import { allowAsking } from '../askers/allow.ts'
import type { CallingAsker } from '../askers/rules.ts'
import { findByApprover, type StoredAsker, takeTurn } from '../askers/store.ts'
import { computeActionDigest, findActionProblems, refuseWeakMethod } from '../request/rules.ts'
import { addRequest, type NewApproval } from '../request/store.ts'

type Body = BodyOf<typeof createApproval>
/** Who asks whom for what, and by which name the service knows itself. */
type Asked = { asker: CallingAsker; body: Body; origin: string | undefined; authReqHash?: Buffer }

/** The names of the people that an approval asks, and how many of them must grant it. */
function readPeople({ approver, approvers }: Body): { names: readonly string[]; need: number } {
  if (approvers) return { names: approvers.of, need: approvers.need }
  return { names: approver === undefined ? [] : [approver], need: 1 }
}

/** 400 for what cannot be shown to people or reached here. */
export async function requirePossible(
  service: Service,
  body: Body,
  { kind }: Pick<CallingAsker, 'kind'>,
): Promise<void> {
  const { action, nonce, method = 'hand', assurance, other_way: otherWay = false } = body
  requirePeople(body)
  refuseFields(findActionProblems(action, nonce))
  // An agent must not choose a gate that whatever reads a mailbox can pass.
  if (otherWay && kind === 'agent') throw fieldProblem('/other_way', 'must be absent: only sites can allow another way')
  if (method !== 'hand' && assurance !== undefined)
    throw fieldProblem('/assurance', `must be absent: an approval by ${method} reaches no level`)
  if (method !== 'hand' && otherWay) throw fieldProblem('/other_way', `must be absent: ${method} needs no scan`)
  if (otherWay && assurance !== 1)
    throw fieldProblem('/other_way', 'must be absent where the approval asks for more than level 1')
  await requireReachable(service, assurance ?? 2)
}

function requirePeople(body: Body): void {
  const { names, need } = readPeople(body)
  if (names.length === 0) throw fieldProblem('/approver', 'must be there, or approvers')
  if (body.approver !== undefined && body.approvers) throw fieldProblem('/approvers', 'must be absent beside approver')
  if (need > names.length)
    throw fieldProblem('/approvers/need', `must be at most ${names.length}, as many as are asked`)
  const folded = names.map(foldCase)
  const again = folded.findIndex((name, index) => folded.indexOf(name) < index)
  if (again >= 0) throw refuseTwice(again)
}

function refuseTwice(index: number): RequestProblem {
  return fieldProblem(`/approvers/of/${index}`, 'must not name a person twice: people count, not names')
}

/** Asks people for one exact action; 403 unless all of them let the asker ask, 429 for one that asks one of them too much. */
export async function addApproval(
  tx: Transaction,
  service: Service,
  { asker, body, origin, authReqHash }: Asked,
): Promise<AnswerOf<typeof createApproval>> {
  await takeFromOwnerBudget(tx, service, 'approval.asker', asker.key)
  const { names, need } = readPeople(body)
  const people = await findPeople(tx, service, { asker, names })
  for (const { allowed, name } of people) {
    const weak = refuseWeakMethod(body.method ?? 'hand', (await findNodeById(tx, allowed.nodeId)).leastMethod)
    if (weak) throw weak
    if (await takeTurn(tx, allowed.id, tx.now)) continue
    // It may have been removed since it was looked for.
    await requireAllowed(tx, service, { asker, approver: name })
    throw tooMany(secondsUntilNextDay(tx.now), 'A person whom you ask was asked as often today as they allow.')
  }
  const approvers = people.map(({ allowed, name }) => ({ askerId: allowed.id, name }))
  const language = body.language ?? (await findLanguage(tx, people, names))
  const approval = { ...draftApproval(service, { asker, body, language, now: tx.now }), approvers, need }
  if (!(await addRequest(tx, { ...approval, ...(authReqHash && { authReqHash }) }, tx.now))) throw refusePestering()
  const path = `/approve/${approval.id}`
  const notices: boolean[] = []
  for (const { allowed } of people) {
    const who = asker.kind === 'agent' ? asker.key : allowed.asker.name
    const notice = { nodeId: allowed.nodeId, asker: who, path, origin, expiresAt: approval.expiresAt }
    notices.push((await notifyOwner(tx, service, notice)).notified)
  }
  return { ...describeNew(approval), url: `${origin ?? ''}${path}`, notified: notices.every(Boolean) }
}

// The same for a person who does not exist: nobody learns here who is a member.
function refuseAsker({ key }: CallingAsker): RequestProblem {
  return new RequestProblem(
    'ASKER_NOT_ALLOWED',
    `No person of this name lets ${key} ask for approvals. They can allow it at /node?allow=${encodeURIComponent(key)}.`,
  )
}

function refusePestering(): RequestProblem {
  const { open, deniedInAnHour } = APPROVAL_LIMITS
  return tooMany(
    HOUR_MS / 1000,
    `A person whom you ask has ${open} approvals of yours open, or denied ${deniedInAnHour} in the last hour.`,
  )
}

type Named = { asker: CallingAsker; approver: string }
type AskedPerson = { allowed: StoredAsker; name: string }

/**
 * The people of these names, in the order in which their rows are held. Throws 403 unless all let the asker ask. Only then a person with
 * two names and the operator of the agent are refused, so a stranger's name always gets the same answer.
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
    throw fieldProblem(
      `/approvers/of/${own}`,
      'must not be the operator of the agent, who does not count among several',
    )
  return people.toSorted((one, other) => one.allowed.nodeId - other.allowed.nodeId)
}

/** The row by which the asker may ask this person. An operator has agreed to its agent before, unless they ended it. */
async function requireAllowed(tx: Transaction, service: Service, { asker, approver }: Named): Promise<StoredAsker> {
  if (approver.includes('\0')) throw refuseAsker(asker)
  const found = (await findByApprover(tx, asker, approver)) ?? (await allowOperated(tx, service, { asker, approver }))
  if (found && found.endedAt === null) return found
  throw refuseAsker(asker)
}

async function allowOperated(
  tx: Transaction,
  service: Service,
  { asker, approver }: Named,
): Promise<StoredAsker | undefined> {
  const operator = asker.kind === 'agent' ? await findOperator(tx, asker.id) : undefined
  if (operator === undefined || foldCase(operator.handle) !== foldCase(approver)) return undefined
  await allowAsking(tx, service, { nodeId: operator.nodeId, asker })
  return findByApprover(tx, asker, approver)
}

/** The language that the first person chose whom the asker names. */
async function findLanguage(
  tx: Transaction,
  people: readonly AskedPerson[],
  names: readonly string[],
): Promise<Language> {
  const first = people.find(({ name }) => name === names[0])
  const node = first && (await findNodeById(tx, first.allowed.nodeId))
  return chooseLanguage([node?.language ?? ''])
}

type Drafted = { asker: CallingAsker; body: Body; language: Language; now: Date }

/** An approval by these demands, before it is known whom it asks. */
export function draftApproval({ settings }: Service, { asker, body, language, now }: Drafted) {
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
