import {
  admitWaiting,
  type AnswerOf,
  askForInvite,
  getWaitlist,
  joinWaitlist,
  leaveWaitlist,
  listWaiting,
  removeWaiting,
  type Waiting,
} from '@stillhere/contract'
import type { Language } from '@stillhere/messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { type EmailAddress, foldMailbox, toEmail } from '../../platform/email.ts'
import { openCursor, sealCursor, serve, serveTx } from '../../platform/http/endpoint.ts'
import { findIssuerName, readLanguage } from '../../platform/http/origin.ts'
import { toBudgetOwner, createBudget, requireSpent, spendAddressBudget } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import { spendBudget } from '../../platform/limits/store.ts'
import { refuseField, RequestProblem } from '../../platform/problem.ts'
import { openToken, type Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { queueMail } from '../mail/queue.ts'
import { findNode } from '../node-store.ts'
import { addInviteCodes } from './routes.ts'
import {
  decideState,
  deleteWaiting,
  deleteWaitingById,
  LINK_MS,
  listWaitingPage,
  markAdmitted,
  putWaiting,
  type StoredWaiting,
} from './waitlist-store.ts'

/** People without an invite: they ask for one, and the operator lets them in. */
export function waitlistRoutes(app: FastifyInstance, service: Service): void {
  const { db, secrets, settings } = service
  const openings = createFlood(settings.limits['lookup.address'])
  const takeOpening = ({ ip }: FastifyRequest) =>
    requireSpent(openings.take(toBudgetOwner('lookup.address', ip), service.now().getTime()))

  serve(app, getWaitlist, async () => ({ state: decideState(settings) }))

  serveTx(app, askForInvite, {
    prepare: async ({ request }) => {
      demandOpen(service)
      await spendAddressBudget(service, 'waitlist.address', request)
    },
    commit: async (tx, { body, request }) => {
      const origin = findIssuerName(settings, request) ?? null
      await mailLink(tx, service, { email: toEmail(body.email), origin, language: readLanguage(request) })
      return { success: true }
    },
  })

  serveTx(app, joinWaitlist, {
    prepare: async ({ request }) => {
      demandOpen(service)
      takeOpening(request)
    },
    commit: async (tx, { body: { link, note = '' }, request, reply }) => {
      if (findInvisible(note) !== undefined) return refuseField('/note', 'must be one line of visible characters')
      reply.header('cache-control', 'no-store')
      return { state: await join(tx, service, { link, note: note.trim(), language: readLanguage(request) }) }
    },
  })

  serveTx(app, leaveWaitlist, {
    prepare: async ({ request }) => takeOpening(request),
    commit: async (tx, { body }) => {
      await leave(tx, service, body.link)
      return { success: true }
    },
  })

  serve(app, listWaiting, async ({ query: { limit = 100, cursor }, reply }) => {
    reply.header('cache-control', 'no-store')
    const after = cursor === undefined ? 0 : Number(openCursor(secrets, 'waitlist', cursor))
    const rows = await listWaitingPage(db, { after, limit: limit + 1 })
    const waiting = rows.slice(0, limit).map((row) => describeWaiting(secrets, row))
    const last = rows.length > limit ? waiting.at(-1) : undefined
    return { waiting, nextCursor: last ? sealCursor(secrets, 'waitlist', last.id) : null }
  })

  serveTx(app, admitWaiting, async (tx, { params, request }) => {
    const origin = findIssuerName(settings, request) ?? null
    if (await admit(tx, service, { id: readId(params.id), origin })) return { success: true }
    throw makeUnknown()
  })

  serveTx(app, removeWaiting, async (tx, { params }) => {
    if (await deleteWaitingById(tx, readId(params.id))) return { success: true }
    throw makeUnknown()
  })
}

function demandOpen({ settings }: Service): void {
  if (decideState(settings) !== 'open')
    throw new RequestProblem('WAITLIST_CLOSED', 'This service takes no requests for invites.')
}

function makeUnknown(): RequestProblem {
  return new RequestProblem('NOT_FOUND', 'Nobody with this id waits for an invite.')
}

// Nobody has the id 0.
function readId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/** Makes an invite for somebody who waits and mails it; false when nobody of this id waits. The mark decides, so that one mail goes out. */
async function admit(
  tx: Transaction,
  service: Service,
  { id, origin }: { id: number; origin: string | null },
): Promise<boolean> {
  const sealed = await markAdmitted(tx, id, tx.now)
  if (!sealed) return false
  const { email, language = 'en' } = openEntry(service.secrets, sealed)
  // Not the address: notes of invites are kept for good.
  const [code = ''] = await addInviteCodes(tx, service, { count: 1, note: 'Waitlist', now: tx.now })
  await queueMail(tx, service, { kind: 'invite', to: email, params: { code, origin }, language })
  return true
}

/** Somebody who waits, as the operator sees them. */
function describeWaiting(secrets: Secrets, { id, sealed, askedAt }: StoredWaiting): Waiting {
  const { email, note } = openEntry(secrets, sealed)
  return { id: String(id), email, note, asked_at: askedAt.toISOString() }
}

function openEntry(secrets: Secrets, sealed: Buffer): Entry {
  return JSON.parse(secrets.open('waitlist-entry', sealed)) as Entry
}

/** What is sealed of somebody who waits; entries of an earlier version name no language. */
type Entry = { email: string; note: string; language?: Language }

/**
 * Mails a link to an address, the same for members and strangers; once a mailbox has had enough of them today it is left in peace, and the
 * caller learns nothing of it.
 */
async function mailLink(
  tx: Transaction,
  service: Service,
  { email, origin, language }: { email: EmailAddress; origin: string | null; language: Language },
): Promise<void> {
  const budget = createBudget(tx, service, 'waitlist.mailbox', foldMailbox(email.key))
  if (!(await spendBudget(tx, budget)).ok) return
  const expiresAt = new Date(tx.now.getTime() + LINK_MS)
  const link = writeLink(service.secrets, { email: email.mailbox, expiresAt })
  await queueMail(tx, service, { kind: 'waitlist', to: email.mailbox, params: { link, origin }, expiresAt, language })
}

/** Puts the owner of a link on the list; whoever has a node is told so, and is not listed. */
async function join(
  tx: Transaction,
  { secrets }: Service,
  { link, note, language }: { link: string; note: string; language: Language },
): Promise<AnswerOf<typeof joinWaitlist>['state']> {
  const email = demandLink(secrets, link, tx.now)
  const { key } = toEmail(email)
  if ((await findNode(tx, key))?.activatedAt) return 'member'
  const entry: Entry = { email, note, language }
  const sealed = secrets.seal('waitlist-entry', JSON.stringify(entry))
  const isAdmitted = await putWaiting(tx, { emailHash: hashAddress(secrets, key), sealed, now: tx.now })
  return isAdmitted ? 'invited' : 'waiting'
}

/** Takes the owner of a link off the list. */
async function leave(tx: Transaction, service: Service, link: string): Promise<void> {
  await forgetWaiting(tx, service, toEmail(demandLink(service.secrets, link, tx.now)).key)
}

/** Forgets that an address waits, or waited. */
export async function forgetWaiting(tx: Transaction, { secrets }: Service, emailKey: string): Promise<void> {
  await deleteWaiting(tx, hashAddress(secrets, emailKey))
}

// With its +tag: on another server it may be somebody else's.
function hashAddress(secrets: Secrets, emailKey: string): Buffer {
  return secrets.hash('waitlist-address', emailKey)
}

/** To whom a link was mailed, and until when it is good. */
type MailedLink = { email: string; expiresAt: Date }

/** What stands after the # of a link. It holds the address itself, so that nothing is stored of whoever never opens it. */
function writeLink(secrets: Secrets, { email, expiresAt }: MailedLink): string {
  return secrets.seal('waitlist-link', JSON.stringify([email, expiresAt.getTime()])).toString('base64url')
}

/** The address that a link was mailed to; 410 for one that is too old, or that this service did not write. */
function demandLink(secrets: Secrets, link: string, now: Date): string {
  const text = openToken(secrets, 'waitlist-link', link)
  const [email, expiresAt] = JSON.parse(text ?? '["", 0]') as [string, number]
  if (expiresAt > now.getTime()) return email
  throw new RequestProblem('LINK_EXPIRED', 'This link is not complete, or too old. Ask again to get a new one.')
}
