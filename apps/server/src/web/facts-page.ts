import type { CheckDetails } from '@stillhere/contract'
import type { Language, Say } from '@stillhere/messages'
import { isCodeName, splitCode } from '@stillhere/receipt/view'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from '../html.ts'
import type { Service } from '../service.ts'
import { readBuilt } from './documents.ts'
import { MISSING_PAGE } from './missing-page.ts'
import { WEB_POLICY } from './policy.ts'

/** Whose page is asked for, and by a reader of which language. */
export type Visit = { id: string; language: Language }

/** What the service writes into the app's document for one page. */
export type FactsPage = {
  language: Language
  /** The id of the block of data, and the class of the page. */
  name: 'check' | 'approve'
  title: string
  /** As markup, in the elements that the app draws first. */
  shown: string
  /** The same as data; null where there is nothing of this id. */
  facts: object | null
}

/** Answers with the app's document and the facts already in it: nothing that people agree to arrives later. 404 without facts. */
export async function sendFactsPage(service: Service, reply: FastifyReply, page: FactsPage): Promise<FastifyReply> {
  const { settings } = service
  const own = await readBuilt({ settings, path: `pages/${page.language}/${page.name}.html` })
  const document = own ?? (await readBuilt({ settings, path: 'index.html' }))
  reply.code(page.facts ? 200 : 404).type('text/html; charset=utf-8')
  reply.header('content-security-policy', WEB_POLICY).header('cache-control', 'no-store')
  return reply.send(document === undefined ? MISSING_PAGE : writeFacts(document, page))
}

function writeFacts(document: string, { name, title, shown, facts }: FactsPage): string {
  const root = `<div id="app"><div class="shell shell-bare"><header class="header"><span class="brand">Stillhere</span></header>
<main id="main"><div class="${name}-page stack">${shown}</div></main></div></div>
<script type="application/json" id="${name}">${writeData(facts)}</script>`
  // By functions: what people wrote may contain the signs that a replacement text gives a meaning to.
  return document
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)} · Stillhere</title>`)
    .replace('<div id="app"></div>', () => root)
}

// No sign that could end the block or begin a comment, and none that older readers of JSON take for the end of a line.
function writeData(facts: object | null): string {
  return JSON.stringify(facts).replaceAll(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Details of an action as markup: a text, or names and values. */
export function writeDetails(details: CheckDetails | null): string {
  if (details === null) return ''
  if (typeof details === 'string') return `<p class="check-details"><bdi>${escapeHtml(details)}</bdi></p>\n`
  const pairs = Object.entries(details).map(
    ([name, value]) =>
      `<div><dt><bdi>${escapeHtml(name)}</bdi></dt><dd>${isCodeName(name) ? writeCode(value) : `<bdi>${escapeHtml(value)}</bdi>`}</dd></div>`,
  )
  return `<dl class="check-details">${pairs.join('')}</dl>\n`
}

function writeCode(code: string): string {
  const parts = splitCode(code).map(({ text, isEscape }) =>
    isEscape ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text),
  )
  return `<code dir="ltr">${parts.join('')}</code>`
}

/** As markup, that what comes of it proves nothing; empty where it does. */
export function writeTestNote(test: boolean, say: Say): string {
  const note = say('This is a test. It proves nothing, and nobody should rely on it.')
  return test ? `<p class="check-test">${escapeHtml(note)}</p>` : ''
}
