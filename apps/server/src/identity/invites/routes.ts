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
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { findOwnAddress, readLanguage } from '../../platform/http/origin.ts'
import { budgetOwner, tooMany } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { fieldProblem, RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { queueMail } from '../mail/queue.ts'
import { demandFreeInvite, makeInviteCodes } from './invites.ts'
import { type Invite, isInviteCode, judgeState } from './rules.ts'
import { findInvite, findInviteById, listPage, revoke } from './store.ts'

export function invitesRoutes(app: FastifyInstance, service: Service): void {
  const { secrets } = service
  const guesses = createFlood(service.settings.limits['lookup.address'])

  serve(app, validateInvite, async ({ body: { code }, request, reply }) => {
    const spent = guesses.take(budgetOwner('lookup.address', request.ip), service.now().getTime())
    if (!spent.ok) throw tooMany(spent.retryAfterSeconds, 'Too many lookups from this address.')
    reply.header('cache-control', 'no-store')
    const reason = await reasonAgainst(service, code)
    return { valid: reason === null, code, reason }
  })

  serveTx(app, createInvites, async (tx, { body, reply }) => {
    reply.header('cache-control', 'no-store')
    return { codes: await makeInviteCodes(tx, service, { ...readWish(body), now: tx.now }) }
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
  if (findInvisible(note) !== undefined) throw fieldProblem('/note', 'must be one line of visible characters')
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
