import {
  admitWaiting,
  askForInvite,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
  listWaiting,
  removeWaiting,
} from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { toEmail, toMailboxKey } from '../../platform/email.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { findIssuerName, readLanguage } from '../../platform/http/origin.ts'
import { toBudgetOwner, createBudget, requireSpent, spendAddressBudget } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { spendBudget } from '../../platform/limits/store.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { queueMail } from '../mail/queue.ts'
import { findNode } from '../node-store.ts'
import { addInviteCodes } from './routes.ts'
import {
  deleteWaiting,
  deleteWaitingById,
  judgeWaitlist,
  LINK_MS,
  listWaitingAfter,
  saveWaiting,
  setAdmitted,
} from './waitlist-store.ts'

/** The contents of a waitlist entry, stored encrypted. Entries of an earlier version have no language. */
type WaitingEntry = { email: string; note: string; language?: Language }

/** Serves the waitlist: people without an invite ask for one and confirm by a mailed link; the operator lists, admits and removes them. */
export function serveWaitlist(app: FastifyInstance, service: Service): void {
  const { db, secrets, settings } = service
  const openings = createFlood(settings.limits['lookup.address'])
  const spendOpening = ({ ip }: FastifyRequest) =>
    requireSpent(openings.take(toBudgetOwner('lookup.address', ip), service.now().getTime()))

  serve(app, getWaitlist, async () => ({ state: judgeWaitlist(settings) }))

  // Mails a link, the same to members and strangers. A mailbox that has had enough of them today gets no more, and the caller can't tell.
  serveTx(app, askForInvite, {
    prepare: async ({ request }) => {
      requireOpenWaitlist(settings)
      await spendAddressBudget(service, 'waitlist.address', request)
    },
    commit: async (tx, { body, request }) => {
      const { key, mailbox } = toEmail(body.email)
      const budget = createBudget(tx, service, 'waitlist.mailbox', toMailboxKey(key))
      if (!(await spendBudget(tx, budget)).ok) return { success: true }
      const expiresAt = new Date(tx.now.getTime() + LINK_MS)
      // The link holds the address itself, so nothing is stored about people who never open it.
      const content = JSON.stringify([mailbox, expiresAt.getTime()])
      const link = secrets.seal('waitlist-link', content).toString('base64url')
      const params = { link, origin: findIssuerName(settings, request) ?? null }
      const language = readLanguage(request)
      await queueMail(tx, service, { kind: 'waitlist', to: mailbox, params, expiresAt, language })
      return { success: true }
    },
  })

  serveTx(app, joinWaitlist, {
    prepare: async ({ request }) => {
      requireOpenWaitlist(settings)
      spendOpening(request)
    },
    commit: async (tx, { body: { link, note = '' }, request, reply }) => {
      if (findInvisible(note) !== undefined) return refuseField('/note', 'must be one line of visible characters')
      reply.header('cache-control', 'no-store')
      const email = requireLinkAddress(secrets, link, tx.now)
      const { key } = toEmail(email)
      if ((await findNode(tx, key))?.activatedAt) return { state: 'member' as const }
      const entry: WaitingEntry = { email, note: note.trim(), language: readLanguage(request) }
      const sealed = secrets.seal('waitlist-entry', JSON.stringify(entry))
      const isAdmitted = await saveWaiting(tx, { emailHash: hashWaiting(secrets, key), sealed, now: tx.now })
      return { state: isAdmitted ? ('invited' as const) : ('waiting' as const) }
    },
  })

  serveTx(app, leaveWaitlist, {
    prepare: async ({ request }) => spendOpening(request),
    commit: async (tx, { body }) => {
      await deleteWaitingByEmail(tx, service, toEmail(requireLinkAddress(secrets, body.link, tx.now)).key)
      return { success: true }
    },
  })

  serve(app, listWaiting, async ({ query: { limit = 100, cursor }, reply }) => {
    reply.header('cache-control', 'no-store')
    const after = cursor === undefined ? 0 : Number(openCursor(secrets, 'waitlist', cursor))
    const rows = await listWaitingAfter(db, { after, limit: limit + 1 })
    const waiting = rows.slice(0, limit).map(({ id, sealed, askedAt }) => {
      const { email, note } = openEntry(secrets, sealed)
      return { id: String(id), email, note, asked_at: askedAt.toISOString() }
    })
    const last = rows.length > limit ? waiting.at(-1) : undefined
    return { waiting, nextCursor: last ? sealCursor(secrets, 'waitlist', last.id) : null }
  })

  serveTx(app, admitWaiting, async (tx, { params, request }) => {
    // The statement that marks the entry decides, so that only one mail is sent.
    const sealed = await setAdmitted(tx, readId(params.id), tx.now)
    if (!sealed) throw refuseUnknownId()
    const { email, language = 'en' } = openEntry(secrets, sealed)
    // Without the address: notes of invites are never deleted.
    const [code = ''] = await addInviteCodes(tx, service, { count: 1, note: 'Waitlist', now: tx.now })
    const origin = findIssuerName(settings, request) ?? null
    await queueMail(tx, service, { kind: 'invite', to: email, params: { code, origin }, language })
    return { success: true }
  })

  serveTx(app, removeWaiting, async (tx, { params }) => {
    if (await deleteWaitingById(tx, readId(params.id))) return { success: true }
    throw refuseUnknownId()
  })
}

/** Deletes the waitlist entry of an e-mail address, admitted or not. `emailKey`: the normalized address, from toEmailKey. */
export async function deleteWaitingByEmail(tx: Transaction, { secrets }: Service, emailKey: string): Promise<void> {
  await deleteWaiting(tx, hashWaiting(secrets, emailKey))
}

function requireOpenWaitlist(settings: Settings): void {
  if (judgeWaitlist(settings) !== 'open')
    throw new RequestProblem('WAITLIST_CLOSED', 'This service takes no requests for invites.')
}

/** Returns the e-mail address in a mailed link; throws 410 if the link has expired or wasn't created by this service. */
function requireLinkAddress(secrets: Secrets, link: string, now: Date): string {
  const text = openToken(secrets, 'waitlist-link', link)
  const [email, expiresAt] = JSON.parse(text ?? '["", 0]') as [string, number]
  if (expiresAt > now.getTime()) return email
  throw new RequestProblem('LINK_EXPIRED', 'This link is not complete, or too old. Ask again to get a new one.')
}

// With its +tag: on another server it may belong to another person.
function hashWaiting(secrets: Secrets, emailKey: string): Buffer {
  return secrets.hash('waitlist-address', emailKey)
}

function openEntry(secrets: Secrets, sealed: Buffer): WaitingEntry {
  return JSON.parse(secrets.open('waitlist-entry', sealed)) as WaitingEntry
}

// No entry has the id 0.
function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

function refuseUnknownId(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'No person with this id waits for an invite.')
}
