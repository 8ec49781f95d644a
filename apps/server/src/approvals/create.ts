import { randomUUID } from 'node:crypto'
import { type AnswerOf, type BodyOf, APPROVAL_LIMITS, APPROVAL_SECONDS, type createApproval } from '@stillhere/contract'
import { chooseLanguage, type Language } from '@stillhere/messages'
import { writeBindingWords } from '@stillhere/receipt/view'
import { findOperator } from '../agents/store.ts'
import { allowAsking } from '../askers/allow.ts'
import type { CallingAsker } from '../askers/rules.ts'
import { findByApprover, type StoredAsker, takeTurn } from '../askers/store.ts'
import type { Transaction } from '../database/pool.ts'
import { HOUR_MS, secondsUntilNextDay } from '../day.ts'
import { requireReachable } from '../device-roots/trust.ts'
import { takeFromOwnerBudget, tooMany } from '../limits/budgets.ts'
import { findNodeById } from '../nodes/store.ts'
import { notifyOwner } from '../notices/notify.ts'
import { fieldProblem, refuseFields, RequestProblem } from '../problem.ts'
import { computeActionDigest, findActionProblems } from '../requests/rules.ts'
import { addRequest, type NewApproval } from '../requests/store.ts'
import type { Service } from '../service.ts'
import { foldCase } from '../visible-text.ts'

type Body = BodyOf<typeof createApproval>
/** Who asks whom for what, and by which name the service knows itself. */
type Asked = { asker: CallingAsker; body: Body; origin: string | undefined; authReqHash?: Buffer }

/** 400 for what cannot be shown to people or reached here. */
export async function requirePossible(
  service: Service,
  { action, assurance = 2, other_way: otherWay = false }: Body,
  { kind }: Pick<CallingAsker, 'kind'>,
): Promise<void> {
  refuseFields(findActionProblems(action))
  // An agent must not choose a gate that whatever reads a mailbox can pass.
  if (otherWay && kind === 'agent') throw fieldProblem('/other_way', 'must be absent: only sites can allow another way')
  if (otherWay && assurance > 1)
    throw fieldProblem('/other_way', 'must be absent where the approval asks for more than level 1')
  await requireReachable(service, assurance)
}

/** Asks a person for one exact action; 403 unless they let the asker ask, 429 for one that asks too much. */
export async function addApproval(
  tx: Transaction,
  service: Service,
  { asker, body, origin, authReqHash }: Asked,
): Promise<AnswerOf<typeof createApproval>> {
  await takeFromOwnerBudget(tx, service, 'approval.asker', asker.key)
  const allowed = await requireAllowed(tx, service, { asker, approver: body.approver })
  if (!(await takeTurn(tx, allowed.id, tx.now))) {
    // It may have been removed since it was looked for.
    await requireAllowed(tx, service, { asker, approver: body.approver })
    throw tooMany(secondsUntilNextDay(tx.now), 'This person was asked as often today as they allow.')
  }
  const language = body.language ?? chooseLanguage([(await findNodeById(tx, allowed.nodeId)).language ?? ''])
  const approval = draft(service, { asker, body, language, allowed, now: tx.now })
  if (!(await addRequest(tx, { ...approval, ...(authReqHash && { authReqHash }) }, tx.now))) throw refusePestering()
  const path = `/approve/${approval.id}`
  const who = asker.kind === 'agent' ? asker.key : allowed.asker.name
  const told = { nodeId: allowed.nodeId, asker: who, path, origin, expiresAt: approval.expiresAt }
  const { notified } = await notifyOwner(tx, service, told)
  return { ...describeNew(approval), url: `${origin ?? ''}${path}`, notified }
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
    `This person has ${open} approvals of yours open, or denied ${deniedInAnHour} in the last hour.`,
  )
}

/** The row by which the asker may ask this person. An operator has agreed to its agent before, unless they ended it. */
async function requireAllowed(
  tx: Transaction,
  service: Service,
  { asker, approver }: { asker: CallingAsker; approver: string },
): Promise<StoredAsker> {
  if (approver.includes('\0')) throw refuseAsker(asker)
  const found = (await findByApprover(tx, asker, approver)) ?? (await allowOperated(tx, service, { asker, approver }))
  if (found && found.endedAt === null) return found
  throw refuseAsker(asker)
}

async function allowOperated(
  tx: Transaction,
  service: Service,
  { asker, approver }: { asker: CallingAsker; approver: string },
): Promise<StoredAsker | undefined> {
  const operator = asker.kind === 'agent' ? await findOperator(tx, asker.id) : undefined
  if (operator === undefined || foldCase(operator.handle) !== foldCase(approver)) return undefined
  await allowAsking(tx, service, { nodeId: operator.nodeId, asker })
  return findByApprover(tx, asker, approver)
}

type Drafted = { asker: CallingAsker; body: Body; language: Language; allowed: StoredAsker; now: Date }

function draft({ settings }: Service, { asker, body, language, allowed, now }: Drafted): NewApproval {
  const { action, assurance = 2, other_way: otherWay = false, expires_in: seconds = APPROVAL_SECONDS.usual } = body
  return {
    id: randomUUID(),
    kind: 'approval',
    askerId: allowed.id,
    type: action.type,
    action: action.summary,
    details: action.details ?? null,
    digest: computeActionDigest(action),
    language,
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
