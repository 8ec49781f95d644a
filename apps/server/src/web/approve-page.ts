import type { ApprovalStatus, AskedApproval } from '@stillhere/contract'
import type { Language, Say } from '@stillhere/messages'
import type { FastifyReply } from 'fastify'
import { describeAsked } from '../approvals/rules.ts'
import { findApproval } from '../approvals/store.ts'
import { isUuid } from '../database/sql.ts'
import { escapeHtml } from '../html.ts'
import type { Service } from '../service.ts'
import { type FactsPage, sendFactsPage, type Visit, writeDetails, writeTestNote } from './facts-page.ts'
import { SPEAKERS } from './speakers.ts'

/** What the page of an approval knows from its document; not who was asked, for whoever has the link reads it. */
type ApprovalFacts = Omit<AskedApproval, 'reason' | 'created_at' | 'decided_at' | 'redeemed_at' | 'reached'> & {
  other_way: boolean
}

/** The page of an approval, with who asks for what in its document. */
export async function sendApprovePage(
  service: Service,
  reply: FastifyReply,
  { id, language }: Visit,
): Promise<FastifyReply> {
  const found = isUuid(id) ? await findApproval(service.db, id) : undefined
  if (!found) return sendFactsPage(service, reply, describeMissing(language))
  const facts = { ...pickFacts(describeAsked(found, service.now())), other_way: found.otherWay }
  return sendFactsPage(service, reply, describePage(facts, language))
}

function describeMissing(language: Language): FactsPage {
  const { say } = SPEAKERS[language]
  const shown = `<div class="page-head"><h1>${escapeHtml(say('This approval doesn’t exist'))}</h1></div>`
  return { name: 'approve', language, title: say('Approval not found'), shown, facts: null }
}

function pickFacts(asked: AskedApproval): Omit<ApprovalFacts, 'other_way'> {
  const { id, status, action, digest, binding_message, assurance, expires_at, test, asker } = asked
  return { id, status, action, digest, binding_message, assurance, expires_at, test, asker }
}

function describePage(facts: ApprovalFacts, language: Language): FactsPage {
  const { say } = SPEAKERS[language]
  const title = say('{asker} asks: {summary}', {
    asker: describeAsker(facts.asker, say),
    summary: facts.action.summary,
  })
  return { name: 'approve', language, title, shown: writeShown(facts, say), facts }
}

/** Who asks, from where and on whose behalf; apps/web says the same. */
function describeAsker({ kind, name, origin, operator }: ApprovalFacts['asker'], say: Say): string {
  if (kind === 'site') return `${name} (${origin})`
  return operator === null
    ? say('{name} (agent of {origin})', { name, origin })
    : say('{name} (agent of {origin}, operated by {operator})', { name, origin, operator })
}

const STATUS_WORDS: Readonly<Record<ApprovalStatus, (say: Say) => string>> = {
  open: (say) => say('One moment…'),
  granted: (say) => say('This was approved.'),
  denied: (say) => say('This was denied.'),
  expired: (say) => say('This has expired.'),
}

function writeShown(facts: ApprovalFacts, say: Say): string {
  const { asker, action, binding_message: message, expires_at: until, test, status } = facts
  const who = escapeHtml(say('{asker} asks you to approve:', { asker: describeAsker(asker, say) }))
  const time = `<time datetime="${until}">${writeMoment(until)}</time>`
  return `<section class="check-ask">
<h1 tabindex="-1"><span class="check-who">${who}</span> <bdi class="check-action">${escapeHtml(action.summary)}</bdi></h1>
<p class="approve-type">${say('Type:')} <code>${escapeHtml(action.type)}</code></p>
${writeDetails(action.details ?? null)}<p class="approve-compare">${say('Compare with the code the asker shows:')} <code>${escapeHtml(message)}</code></p>
${status === 'open' ? `<p class="approve-until">${say('Open until')} ${time}</p>\n` : ''}${writeTestNote(test, say)}
</section>
<p class="check-status">${STATUS_WORDS[status](say)}</p>`
}

// The app writes it in the person's own time.
function writeMoment(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`
}
