import type { Language, Say } from '@stillhere/messages'
import { canonicalize } from '@stillhere/receipt'
import {
  Ask,
  type ApprovalFacts,
  type CheckFacts,
  describeMissing,
  describeStatus,
  describeTitle,
  type RequestFacts,
} from '@stillhere/web/ask'
import type { FastifyReply } from 'fastify'
import { type ComponentChildren, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { isUuid } from '../../platform/database/sql.ts'
import type { Service } from '../../platform/service.ts'
import { createSpeakers } from '../../platform/speakers.ts'
import { encodeHtml } from '../../platform/visible-text.ts'
import { describeApproval, readCheckStatus } from '../../requests/request/rules.ts'
import { findRequest } from '../../requests/request/store.ts'
import { MISSING_PAGE, readBuilt, WEB_POLICY } from './documents.ts'

const speakerOf = createSpeakers('ask')

type Visit = { id: string; language: Language }

/**
 * Sends the HTML page of a check, with the asker and the action rendered in it. Sends 404 with a "not found" page if the check doesn't exist or
 * its site is no longer active.
 */
export async function sendCheckPage(service: Service, reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
  // The page of the site hands its secret to the window that it opened; the strict header would part the two.
  reply.header('cross-origin-opener-policy', 'unsafe-none')
  return sendRequestPage(service, reply, { ...visit, kind: 'check', facts: await readCheckFacts(service, visit.id) })
}

/**
 * Sends the HTML page of an approval, with the asker and the action rendered in it. Sends 404 with a "not found" page if the approval doesn't
 * exist.
 */
export async function sendApprovePage(service: Service, reply: FastifyReply, visit: Visit): Promise<FastifyReply> {
  const facts = await readApprovalFacts(service, visit.id)
  return sendRequestPage(service, reply, { ...visit, kind: 'approval', facts })
}

async function readCheckFacts({ db, settings, now }: Service, id: string): Promise<CheckFacts | null> {
  const check = isUuid(id) ? await findRequest(db, 'check', id) : undefined
  if (!check?.isActive) return null
  const {
    asker,
    audience,
    action,
    details,
    assurance,
    otherWay,
    sharesKey: approverKey,
    needsProof: fromPage,
    takesFirstVisit,
  } = check
  const test = check.test || settings.sandbox
  // A page that asked by itself is the one that the person was on.
  const origin = check.origin ?? audience
  const status = readCheckStatus(check, now())
  const site = asker.name
  const asked = { site, origin, audience, action, details, assurance, otherWay, approverKey, takesFirstVisit }
  return { kind: 'check', id: check.id, ...asked, fromPage, test, status }
}

async function readApprovalFacts({ db, now }: Service, id: string): Promise<ApprovalFacts | null> {
  const found = isUuid(id) ? await findRequest(db, 'approval', id) : undefined
  if (!found) return null
  // Everyone with the link reads these, so each is named here.
  const { asker, approvers } = found
  const { action, ...asked } = describeApproval(found, now())
  const { status, digest, binding_message, language, method, assurance, expires_at, test, need } = asked
  const shown = {
    status,
    text: canonicalize(action),
    digest,
    binding_message,
    language,
    method,
    assurance,
    expires_at,
    test,
    asker,
    need,
    people: approvers.length,
  }
  return { kind: 'approval', id: found.id, ...shown, other_way: found.otherWay }
}

type RequestPage = { kind: RequestFacts['kind']; language: Language; facts: RequestFacts | null }

const FOLDERS = { check: 'check', approval: 'approve' } as const

/**
 * Sends the app's document with the facts of a request rendered in it, so that the person sees what they agree to at once. Sends status 404 if
 * `facts` is null.
 */
async function sendRequestPage(service: Service, reply: FastifyReply, page: RequestPage): Promise<FastifyReply> {
  const { settings } = service
  const own = await readBuilt({ settings, path: `pages/${page.language}/${FOLDERS[page.kind]}.html` })
  const document = own ?? (await readBuilt({ settings, path: 'index.html' }))
  reply.code(page.facts ? 200 : 404).type('text/html; charset=utf-8')
  reply.header('content-security-policy', WEB_POLICY).header('cache-control', 'no-store')
  return reply.send(document === undefined ? MISSING_PAGE : renderFacts(document, page))
}

function renderFacts(document: string, { kind, language, facts }: RequestPage): string {
  const { say } = speakerOf(language)
  const missing = describeMissing(kind, say)
  const title = facts ? describeTitle(facts, say) : missing.title
  const content = facts ? drawRequest(facts, say) : h('div', { class: 'page-head' }, h('h1', null, missing.heading))
  const shell = h(
    'div',
    { class: 'shell shell-bare' },
    h('header', { class: 'header' }, h('span', { class: 'brand' }, 'Stillhere')),
    h('main', { id: 'main' }, h('div', { class: `${FOLDERS[kind]}-page stack` }, content)),
  )
  const root = `<div id="app">${renderToString(shell)}</div>
<script type="application/json" id="request">${renderData(facts)}</script>`
  // By functions: what people wrote may contain the signs that a replacement text gives a meaning to.
  return document
    .replace(/<title>.*?<\/title>/, () => `<title>${encodeHtml(title)} · Stillhere</title>`)
    .replace('<div id="app"></div>', () => root)
}

function drawRequest(facts: RequestFacts, say: Say): ComponentChildren {
  const until = facts.kind === 'approval' && facts.status === 'open' && drawMoment(facts.expires_at)
  return [h(Ask, { facts, say, until }), h('p', { class: 'check-status' }, describeStatus(facts, say))]
}

// The app writes it in the person's own time.
function drawMoment(at: string): ComponentChildren {
  return h('time', { dateTime: at }, `${at.slice(0, 16).replace('T', ' ')} UTC`)
}

// No sign that could end the block or begin a comment, and none that older readers of JSON take for the end of a line.
function renderData(facts: object | null): string {
  return JSON.stringify(facts).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
