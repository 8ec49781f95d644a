import { randomInt } from 'node:crypto'
import {
  type AnswerOf,
  type BodyOf,
  createInvites,
  listInvites,
  mailInvite,
  revokeInvite,
  validateInvite,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Queries, Transaction } from '../../platform/database/pool.ts'
import { toDay, countSecondsToNextDay } from '../../platform/day.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { findOwnAddress, readLanguage } from '../../platform/http/origin.ts'
import { toBudgetOwner, refuseTooMany } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { queueMail } from '../mail/queue.ts'
import {
  hintOf,
  type Invite,
  isInviteCode,
  judgeRefusal,
  judgeState,
  newInviteCode,
  type Refusal,
  RESERVED_SECONDS,
} from './rules.ts'
import { addInvites, consume, findInvite, findInviteById, listPage, reserve, revoke } from './store.ts'

export function invitesRoutes(app: FastifyInstance, service: Service): void {
  const { secrets } = service
  const guesses = createFlood(service.settings.limits['lookup.address'])

  serve(app, validateInvite, async ({ body: { code }, request, reply }) => {
    const spent = guesses.take(toBudgetOwner('lookup.address', request.ip), service.now().getTime())
    if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, 'Too many lookups from this address.')
    reply.header('cache-control', 'no-store')
    const reason = await reasonAgainst(service, code)
    return { valid: reason === null, code, reason }
  })

  serveTx(app, createInvites, async (tx, { body, reply }) => {
    reply.header('cache-control', 'no-store')
    return { codes: await addInviteCodes(tx, service, { ...readWish(body), now: tx.now }) }
  })

  serveTx(app, listInvites, async (tx, { query: { limit = 100, cursor }, reply }) => {
    reply.header('cache-control', 'no-store')
    const before = cursor === undefined ? null : Number(openCursor(secrets, 'invites', cursor))
    const rows = await listPage(tx, { before, limit: limit + 1 })
    const invites = rows.slice(0, limit).map((invite) => describeInvite(invite, tx.now))
    const last = rows.length > limit ? invites.at(-1) : undefined
    return { invites, nextCursor: last ? sealCursor(secrets, 'invites', last.id) : null }
  })

  serveTx(app, mailInvite, async (tx, { body: { code, to }, request }) => {
    await demandFreeInvite(tx, service, code)
    const own = findOwnAddress(service.settings, request)
    const origin = own === undefined ? null : `${own.scheme}://${own.authority}`
    await queueMail(tx, service, { kind: 'invite', to, params: { code, origin }, language: readLanguage(request) })
    return { success: true }
  })

  serveTx(app, revokeInvite, async (tx, { params }) => {
    const id = readId(params.id)
    if (id !== undefined && (await revoke(tx, id, tx.now))) return { success: true }
    if (id !== undefined && (await findInviteById(tx, id))) {
      throw new RequestProblem('INVITE_CODE_USED', 'This invite code has been used.')
    }
    throw new RequestProblem('NOT_FOUND', 'There is no invite with this id.')
  })
}

/** How many are wanted, and for whom; 400 for a note that hides something. */
function readWish({ count = 1, note = '' }: BodyOf<typeof createInvites>): { count: number; note: string } {
  if (findInvisible(note) !== undefined) throw refuseField('/note', 'must be one line of visible characters')
  return { count, note: note.trim() }
}

async function reasonAgainst(
  { db, secrets, settings, now }: Service,
  code: string,
): Promise<AnswerOf<typeof validateInvite>['reason']> {
  if (!isInviteCode(code, settings.invitePrefix)) return 'malformed'
  const invite = await findInvite(db, secrets.hash('invite', code))
  if (!invite) return 'unknown'
  const state = judgeState(invite, now())
  // To tell of a reservation would tell that somebody is about to join.
  return state === 'used' || state === 'revoked' ? state : null
}

function describeInvite(invite: Invite, now: Date): AnswerOf<typeof listInvites>['invites'][number] {
  return {
    id: String(invite.id),
    hint: invite.hint,
    note: invite.note,
    state: judgeState(invite, now),
    created_at: invite.createdAt.toISOString(),
    used_at: invite.usedAt?.toISOString() ?? null,
  }
}

function readId(text: string): number | undefined {
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

/** Makes invite codes and returns them; only their keyed hashes are stored. */
export async function addInviteCodes(
  db: Queries,
  { secrets, settings }: Service,
  { count, note = '', now }: { count: number; note?: string | undefined; now: Date },
): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const drawn = Array.from({ length: count - codes.length }, () => newInviteCode(settings.invitePrefix, randomInt))
    const byHash = new Map(drawn.map((code) => [secrets.hash('invite', code).toString('hex'), code]))
    const invites = [...byHash].map(([hash, code]) => ({ hash: Buffer.from(hash, 'hex'), hint: hintOf(code) }))
    const added = await addInvites(db, invites, { note, now })
    codes.push(...added.map((hash) => byHash.get(hash.toString('hex')) ?? ''))
  }
  return codes
}

/** 400 for a code that no invite can have. */
export function demandInviteForm(code: string | undefined, { settings }: Service): void {
  if (code === undefined || isInviteCode(code, settings.invitePrefix)) return
  throw refuseField('/invite_code', `must look like ${settings.invitePrefix}-XXXX-XXXX, in capital letters and digits`)
}

/** 403, 409 or 410 for a code that lets nobody in any more, or never did. */
async function demandFreeInvite(db: Transaction, { secrets }: Service, code: string): Promise<void> {
  const invite = await findInvite(db, secrets.hash('invite', code))
  if (invite && judgeState(invite, db.now) === 'unused') return
  throw inviteProblem(judgeRefusal(invite, db.now), db.now)
}

/** Reserves an invite for an e-mail address and returns its id, or says why it cannot be had. */
export async function reserveInvite(
  tx: Transaction,
  { secrets }: Service,
  { code, emailHash }: { code: string; emailHash: Buffer },
): Promise<number> {
  const hash = secrets.hash('invite', code)
  const until = new Date(tx.now.getTime() + RESERVED_SECONDS * 1000)
  const id = await reserve(tx, { hash, emailHash, now: tx.now, until, day: toDay(tx.now) })
  if (id !== undefined) return id
  throw inviteProblem(judgeRefusal(await findInvite(tx, hash), tx.now), tx.now)
}

/** Uses an invite up for a node; returns what stood against it, if anything. */
export async function consumeInvite(
  tx: Transaction,
  { id, nodeId, emailHash }: { id: number; nodeId: number; emailHash: Buffer },
): Promise<RequestProblem | undefined> {
  if (await consume(tx, { id, nodeId, emailHash, now: tx.now })) return undefined
  return inviteProblem(judgeRefusal(await findInviteById(tx, id), tx.now), tx.now)
}

function inviteProblem(refusal: Refusal, now: Date): RequestProblem {
  if (refusal === 'tooManyReservations') {
    return refuseTooMany(countSecondsToNextDay(now), 'This invite code was tried with too many e-mail addresses today.')
  }
  const [code, detail] = INVITE_PROBLEMS[refusal]
  return new RequestProblem(code, detail)
}

const INVITE_PROBLEMS = {
  unknown: ['INVITE_CODE_INVALID', 'There is no such invite code.'],
  used: ['INVITE_CODE_USED', 'This invite code has been used.'],
  reserved: ['INVITE_CODE_USED', 'This invite code is reserved for another e-mail address.'],
  revoked: ['INVITE_CODE_REVOKED', 'This invite code has been revoked.'],
} as const
