import type { CheckDetails } from '@stillhere/contract'
import type { FastifyReply } from 'fastify'
import { type CheckStatus, readStatus } from '../checks/rules.ts'
import { findCheck, type StoredCheck } from '../checks/store.ts'
import { isUuid } from '../database/sql.ts'
import { escapeHtml } from '../html.ts'
import type { Service } from '../service.ts'
import { type FactsPage, sendFactsPage, writeDetails, writeTestNote } from './facts-page.ts'

/** What the page of a check knows from its document. */
type CheckFacts = {
  id: string
  site: string
  origin: string
  action: string
  details: CheckDetails | null
  assurance: StoredCheck['assurance']
  otherWay: boolean
  test: boolean
  status: CheckStatus
}

/** The page of a check, with who asks and for what in its document. */
export async function sendCheckPage(service: Service, reply: FastifyReply, id: string): Promise<FastifyReply> {
  const found = isUuid(id) ? await findCheck(service.db, id) : undefined
  return sendFactsPage(service, reply, found ? describePage(describeFacts(found, service.now())) : MISSING)
}

function describeFacts(check: StoredCheck, now: Date): CheckFacts {
  const { id, siteName: site, audience, action, details, assurance, otherWay, test } = check
  // A page that asked by itself is the one that the person was on.
  const origin = check.origin ?? audience
  return { id, site, origin, action, details, assurance, otherWay, test, status: readStatus(check, now) }
}

const MISSING: FactsPage = {
  name: 'check',
  title: 'Check not found',
  shown: '<div class="page-head"><h1>There is no such check</h1></div>',
  facts: null,
}

function describePage(facts: CheckFacts): FactsPage {
  return { name: 'check', title: `${facts.site}: ${facts.action}`, shown: writeShown(facts), facts }
}

const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  open: 'One moment…',
  passed: 'This check is done.',
  failed: 'This check has ended.',
  expired: 'This check has expired.',
}

function writeShown({ site, origin, action, details, test, status }: CheckFacts): string {
  return `<section class="check-ask">
<h1 tabindex="-1"><span class="check-who">${escapeHtml(site)} asks you to confirm</span> <span class="check-action">${escapeHtml(action)}</span></h1>
<p class="check-origin">For <strong>${escapeHtml(origin)}</strong></p>
${writeDetails(details)}${writeTestNote(test)}
</section>
<p class="check-status">${STATUS_WORDS[status]}</p>`
}
