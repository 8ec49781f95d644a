import { readFile } from 'node:fs/promises'
import type { CheckDetails } from '@stillhere/contract'
import type { FastifyReply } from 'fastify'
import { type CheckStatus, readStatus } from '../checks/rules.ts'
import { findCheck, type StoredCheck } from '../checks/store.ts'
import { isUuid } from '../database/sql.ts'
import { escapeHtml } from '../html.ts'
import type { Service } from '../service.ts'
import { findFile } from './files.ts'
import { MISSING_PAGE } from './missing-page.ts'
import { WEB_POLICY } from './policy.ts'

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

/** The app's document with who asks and for what already in it: nothing that people agree to arrives later. */
export async function sendCheckPage(service: Service, reply: FastifyReply, id: string): Promise<FastifyReply> {
  const { db, settings, now } = service
  const file = await findFile({ folder: settings.webDir, name: 'index.html' })
  const found = isUuid(id) ? await findCheck(db, id) : undefined
  reply.code(found ? 200 : 404).type('text/html; charset=utf-8')
  reply.header('content-security-policy', WEB_POLICY).header('cache-control', 'no-store')
  if (!file) return reply.send(MISSING_PAGE)
  const document = await readFile(file.path, 'utf8')
  const facts = found ? describeFacts(found, now()) : null
  const page = writeCheckPage(document, facts)
  return reply.send(settings.sandbox ? page.replace('<html', '<html data-sandbox') : page)
}

function describeFacts(check: StoredCheck, now: Date): CheckFacts {
  const { id, siteName: site, audience, action, details, assurance, otherWay, test } = check
  // A page that asked by itself is the one that the person was on.
  const origin = check.origin ?? audience
  return { id, site, origin, action, details, assurance, otherWay, test, status: readStatus(check, now) }
}

/** Writes into the document what the app draws first, in the same elements, and the same as data. */
function writeCheckPage(document: string, facts: CheckFacts | null): string {
  const shown = facts ? writeFacts(facts) : MISSING
  const title = facts ? `${facts.site}: ${facts.action}` : 'Check not found'
  const root = `<div id="app"><div class="shell shell-bare"><header class="header"><span class="brand">Stillhere</span></header>
<main id="main"><div class="check-page stack">${shown}</div></main></div></div>
<script type="application/json" id="check">${writeData(facts)}</script>`
  // By functions: what people wrote may contain the signs that a replacement text gives a meaning to.
  return document
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)} · Stillhere</title>`)
    .replace('<div id="app"></div>', () => root)
}

const MISSING = '<div class="page-head"><h1>There is no such check</h1></div>'

const STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  open: 'One moment…',
  passed: 'This check is done.',
  failed: 'This check has ended.',
  expired: 'This check has expired.',
}

function writeFacts({ site, origin, action, details, test, status }: CheckFacts): string {
  return `<section class="check-ask">
<h1 tabindex="-1"><span class="check-who">${escapeHtml(site)} asks you to confirm</span> <span class="check-action">${escapeHtml(action)}</span></h1>
<p class="check-origin">For <strong>${escapeHtml(origin)}</strong></p>
${writeDetails(details)}${test ? `<p class="check-test">This is a test. It proves nothing, and nobody should rely on it.</p>` : ''}
</section>
<p class="check-status">${STATUS_WORDS[status]}</p>`
}

function writeDetails(details: CheckDetails | null): string {
  if (details === null) return ''
  if (typeof details === 'string') return `<p class="check-details">${escapeHtml(details)}</p>\n`
  const pairs = Object.entries(details).map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  return `<dl class="check-details">${pairs.join('')}</dl>\n`
}

// No sign that could end the block or begin a comment, and none that older readers of JSON take for the end of a line.
function writeData(facts: CheckFacts | null): string {
  return JSON.stringify(facts).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
