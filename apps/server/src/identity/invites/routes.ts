import { randomInt } from 'node:crypto'
import {
  type AnswerOf,
  createInvites,
  listInvites,
  mailInvite,
  revokeInvite as revokeInviteEndpoint,
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
import type { Settings } from '../../platform/settings/settings.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { queueMail } from '../mail/queue.ts'
import { type Invite, isInviteCode, judgeRefusal, judgeState, createInviteCode, RESERVED_SECONDS } from './rules.ts'
import {
  addInvites,
  addReservation,
  findInvite,
  findInviteById,
  listInvitesBefore,
  revokeInvite,
  setInviteUsed,
} from './store.ts'

/** Serves invites: the operator creates, lists, mails and revokes them; anyone can check one. */
export function serveInvites(app: FastifyInstance, service: Service): void {
  const { secrets } = service
  const guesses = createFlood(service.settings.limits['lookup.address'])

  serve(app, validateInvite, async ({ body: { code }, request, reply }) => {
    const spent = guesses.take(toBudgetOwner('lookup.address', request.ip), service.now().getTime())
    if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds, 'Too many lookups from this address.')
    reply.header('cache-control', 'no-store')
    const describe = (reason: AnswerOf<typeof validateInvite>['reason']) => ({ valid: reason === null, code, reason })
    if (!isInviteCode(code, service.settings.invitePrefix)) return describe('malformed')
    const invite = await findInvite(service.db, secrets.hash('invite', code))
    if (!invite) return describe('unknown')
    const state = judgeState(invite, service.now())
    // A reservation isn't reported: it would show that a person is about to join.
    return describe(state === 'used' || state === 'revoked' ? state : null)
  })

  serveTx(app, createInvites, async (tx, { body, reply }) => {
    reply.header('cache-control', 'no-store')
    const { count = 1, note = '' } = body
    if (findInvisible(note) !== undefined) throw refuseField('/note', 'must be one line of visible characters')
    return { codes: await addInviteCodes(tx, service, { count, note: note.trim(), now: tx.now }) }
  })

  serveTx(app, listInvites, async (tx, { query: { limit = 100, cursor }, reply }) => {
    reply.header('cache-control', 'no-store')
    const before = cursor === undefined ? null : Number(openCursor(secrets, 'invites', cursor))
    const rows = await listInvitesBefore(tx, { before, limit: limit + 1 })
    const invites = rows.slice(0, limit).map((invite) => ({
      id: String(invite.id),
      hint: invite.hint,
      note: invite.note,
      state: judgeState(invite, tx.now),
      created_at: invite.createdAt.toISOString(),
      used_at: invite.usedAt?.toISOString() ?? null,
    }))
    const last = rows.length > limit ? invites.at(-1) : undefined
    return { invites, nextCursor: last ? sealCursor(secrets, 'invites', last.id) : null }
  })

  serveTx(app, mailInvite, async (tx, { body: { code, to }, request }) => {
    const invite = await findInvite(tx, secrets.hash('invite', code))
    if (!invite || judgeState(invite, tx.now) !== 'unused') throw refuseInvite(invite, tx.now)
    const own = findOwnAddress(service.settings, request)
    const origin = own === undefined ? null : `${own.scheme}://${own.authority}`
    await queueMail(tx, service, { kind: 'invite', to, params: { code, origin }, language: readLanguage(request) })
    return { success: true }
  })

  serveTx(app, revokeInviteEndpoint, async (tx, { params }) => {
    const id = /^[0-9]{1,15}$/.test(params.id) ? Number(params.id) : undefined
    if (id !== undefined && (await revokeInvite(tx, id, tx.now))) return { success: true }
    if (id !== undefined && (await findInviteById(tx, id))) {
      throw new RequestProblem('INVITE_CODE_USED', 'This invite code has been used.')
    }
    throw new RequestProblem('NOT_FOUND', 'There is no invite with this id.')
  })
}

/** Creates `count` invites and returns their codes. Stores only keyed hashes of the codes, and their last two characters as a hint. */
export async function addInviteCodes(
  db: Queries,
  { secrets, settings }: Service,
  { count, note = '', now }: { count: number; note?: string | undefined; now: Date },
): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const drawn = Array.from({ length: count - codes.length }, () => createInviteCode(settings.invitePrefix, randomInt))
    const byHash = new Map(drawn.map((code) => [secrets.hash('invite', code).toString('hex'), code]))
    const invites = [...byHash].map(([hash, code]) => ({ hash: Buffer.from(hash, 'hex'), hint: code.slice(-2) }))
    const added = await addInvites(db, invites, { note, now })
    codes.push(...added.map((hash) => byHash.get(hash.toString('hex')) ?? ''))
  }
  return codes
}

/** Throws 400 if an invite code is present but doesn't have the format of this service's codes. */
export function requireInviteForm(code: string | undefined, { invitePrefix }: Settings): void {
  if (code === undefined || isInviteCode(code, invitePrefix)) return
  throw refuseField('/invite_code', `must look like ${invitePrefix}-XXXX-XXXX, in capital letters and digits`)
}

/**
 * Reserves the invite with this code for an e-mail address for ten minutes and returns its id; throws if it is unknown, used, revoked or
 * reserved for another address.
 */
export async function claimInvite(
  tx: Transaction,
  { secrets }: Service,
  { code, emailHash }: { code: string; emailHash: Buffer },
): Promise<number> {
  const hash = secrets.hash('invite', code)
  const until = new Date(tx.now.getTime() + RESERVED_SECONDS * 1000)
  const id = await addReservation(tx, { hash, emailHash, now: tx.now, until, day: toDay(tx.now) })
  if (id !== undefined) return id
  throw refuseInvite(await findInvite(tx, hash), tx.now)
}

/** Marks an invite as used by a node. Returns the refusal if it was used, revoked or reserved for another e-mail address meanwhile. */
export async function spendInvite(
  tx: Transaction,
  { id, nodeId, emailHash }: { id: number; nodeId: number; emailHash: Buffer },
): Promise<RequestProblem | undefined> {
  if (await setInviteUsed(tx, { id, nodeId, emailHash, now: tx.now })) return undefined
  return refuseInvite(await findInviteById(tx, id), tx.now)
}

function refuseInvite(invite: Invite | undefined, now: Date): RequestProblem {
  const refusal = judgeRefusal(invite, now)
  if (refusal === 'tooManyReservations')
    return refuseTooMany(countSecondsToNextDay(now), 'This invite code was tried with too many e-mail addresses today.')
  const [code, detail] = INVITE_PROBLEMS[refusal]
  return new RequestProblem(code, detail)
}

const INVITE_PROBLEMS = {
  unknown: ['INVITE_CODE_INVALID', 'There is no such invite code.'],
  used: ['INVITE_CODE_USED', 'This invite code has been used.'],
  reserved: ['INVITE_CODE_USED', 'This invite code is reserved for another e-mail address.'],
  revoked: ['INVITE_CODE_REVOKED', 'This invite code has been revoked.'],
} as const
