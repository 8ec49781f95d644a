import type { CheckDetails } from '@stillhere/contract'
import type { Language, Say } from '@stillhere/messages'
import type { FastifyReply } from 'fastify'
import { type CheckStatus, readStatus } from '../checks/rules.ts'
import { findCheck, type StoredCheck } from '../checks/store.ts'
import { isUuid } from '../database/sql.ts'
import { escapeHtml } from '../html.ts'
import type { Service } from '../service.ts'
import { type FactsPage, sendFactsPage, type Visit, writeDetails, writeTestNote } from './facts-page.ts'
import { SPEAKERS } from './speakers.ts'

/** What the page of a check knows from its document. */
type CheckFacts = {
  id: string
  site: string
  origin: string
  action: string
  details: CheckDetails | null
  assurance: StoredCheck['assurance']
  otherWay: boolean
  /** Whether a page of the site started it: this one must prove that it was opened from there. */
  fromPage: boolean
  test: boolean
  status: CheckStatus
}

/** The page of a check, with who asks and for what in its document. */
export async function sendCheckPage(
  service: Service,
  reply: FastifyReply,
  { id, language }: Visit,
): Promise<FastifyReply> {
  const found = isUuid(id) ? await findCheck(service.db, id) : undefined
  // The page of the site hands its secret to the window that it opened; the strict header would part the two.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  const page = found ? describePage(describeFacts(service, found), language) : describeMissing(language)
  return sendFactsPage(service, reply, page)
}

function describeFacts({ settings, now }: Service, check: StoredCheck): CheckFacts {
  const { id, siteName: site, audience, action, details, assurance, otherWay, needsProof: fromPage } = check
  const test = check.test || settings.sandbox
  // A page that asked by itself is the one that the person was on.
  const origin = check.origin ?? audience
  return { id, site, origin, action, details, assurance, otherWay, fromPage, test, status: readStatus(check, now()) }
}

function describeMissing(language: Language): FactsPage {
  const { say } = SPEAKERS[language]
  const shown = `<div class="page-head"><h1>${escapeHtml(say('This check doesn’t exist'))}</h1></div>`
  return { name: 'check', language, title: say('Check not found'), shown, facts: null }
}

function describePage(facts: CheckFacts, language: Language): FactsPage {
  const shown = writeShown(facts, SPEAKERS[language].say)
  return { name: 'check', language, title: `${facts.site}: ${facts.action}`, shown, facts }
}

const STATUS_WORDS: Readonly<Record<CheckStatus, (say: Say) => string>> = {
  open: (say) => say('One moment…'),
  passed: (say) => say('This check is done.'),
  failed: (say) => say('This check has ended.'),
  expired: (say) => say('This check has expired.'),
}

function writeShown({ site, origin, action, details, test, status }: CheckFacts, say: Say): string {
  return `<section class="check-ask">
<h1 tabindex="-1"><span class="check-who">${escapeHtml(say('{site} asks you to confirm', { site }))}</span> <bdi class="check-action">${escapeHtml(action)}</bdi></h1>
<p class="check-origin">${say('For')} <strong>${escapeHtml(origin)}</strong></p>
${writeDetails(details)}${writeTestNote(test, say)}
</section>
<p class="check-status">${STATUS_WORDS[status](say)}</p>`
}
