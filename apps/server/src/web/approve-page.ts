import type { ApprovalStatus, AskedApproval } from '@stillhere/contract'
import type { FastifyReply } from 'fastify'
import { describeAsked } from '../approvals/rules.ts'
import { findApproval } from '../approvals/store.ts'
import { isUuid } from '../database/sql.ts'
import { escapeHtml } from '../html.ts'
import type { Service } from '../service.ts'
import { type FactsPage, sendFactsPage, writeDetails, writeTestNote } from './facts-page.ts'

/** What the page of an approval knows from its document; not who was asked, for whoever has the link reads it. */
type ApprovalFacts = Omit<AskedApproval, 'reason' | 'created_at' | 'decided_at' | 'redeemed_at' | 'reached'> & {
  other_way: boolean
}

/** The page of an approval, with who asks for what in its document. */
export async function sendApprovePage(service: Service, reply: FastifyReply, id: string): Promise<FastifyReply> {
  const found = isUuid(id) ? await findApproval(service.db, id) : undefined
  const page = found
    ? describePage({ ...pickFacts(describeAsked(found, service.now())), other_way: found.otherWay })
    : MISSING
  return sendFactsPage(service, reply, page)
}

const MISSING: FactsPage = {
  name: 'approve',
  title: 'Approval not found',
  shown: '<div class="page-head"><h1>There is no such approval</h1></div>',
  facts: null,
}

function pickFacts(asked: AskedApproval): Omit<ApprovalFacts, 'other_way'> {
  const { id, status, action, digest, binding_message, assurance, expires_at, test, asker } = asked
  return { id, status, action, digest, binding_message, assurance, expires_at, test, asker }
}

function describePage(facts: ApprovalFacts): FactsPage {
  const title = `${describeAsker(facts.asker)} asks: ${facts.action.summary}`
  return { name: 'approve', title, shown: writeShown(facts), facts }
}

/** Who asks, from where and on whose behalf; apps/web says the same. */
function describeAsker({ kind, name, origin, operator }: ApprovalFacts['asker']): string {
  if (kind === 'site') return `${name} (${origin})`
  return `${name} (agent of ${origin}${operator === null ? '' : `, operated by ${operator}`})`
}

const STATUS_WORDS: Readonly<Record<ApprovalStatus, string>> = {
  open: 'One moment…',
  granted: 'This was approved.',
  denied: 'This was denied.',
  expired: 'This has expired.',
}

function writeShown({
  asker,
  action,
  binding_message: message,
  expires_at: until,
  test,
  status,
}: ApprovalFacts): string {
  return `<section class="check-ask">
<h1 tabindex="-1"><span class="check-who">${escapeHtml(describeAsker(asker))} asks you to approve:</span> <span class="check-action">${escapeHtml(action.summary)}</span></h1>
<p class="approve-type">Type: <code>${escapeHtml(action.type)}</code></p>
${writeDetails(action.details ?? null)}<p class="approve-compare">Compare: <code>${escapeHtml(message)}</code></p>
${status === 'open' ? `<p class="approve-until">Open until <time datetime="${until}">${writeMoment(until)}</time></p>\n` : ''}${writeTestNote(test)}
</section>
<p class="check-status">${STATUS_WORDS[status]}</p>`
}

// The app writes it in the person's own time.
function writeMoment(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}
