import type { ChainResult } from '../chain.ts'
import type { Json } from '../json.ts'
import type { OldReceipt, Receipt } from '../receipt.ts'
import type { VerificationResult } from '../result.ts'
import { toMs } from '../time.ts'
import { type CheckRow, describeChain, orderChain } from '../view/checks.ts'
import { type FactPart, listFacts } from '../view/facts.ts'
import { describeCoverage, listMembers, type Member, nameMark } from '../view/members.ts'
import type { ReceiptVerdict } from '../view/verdict-words.ts'
import { ENGLISH, formatDuration, type Voice } from '../view/voice.ts'
import { createElement } from './dom.ts'

/** The words of a verdict on the page: an optional sentence on what happened, stamp, headline, and lines below. */
export type ShownVerdict = Pick<ReceiptVerdict, 'tone' | 'stamp' | 'headline'> & { story?: string; lines: string[] }

/** A document and its verdict. `details` is null if the text isn't JSON. */
export type ShownDocument = {
  name: string
  verdict: ShownVerdict
  details: {
    value: Json
    result: VerificationResult
    /** The rows of V1 to V8, and of the requirements and lookups beyond the format. */
    checks: readonly CheckRow[]
    demands: readonly CheckRow[]
  } | null
}

/** Everything that the element displays. */
export type ShownVerification = {
  documents: readonly ShownDocument[]
  selected: number
  /** The result of the chain, if there are several receipts. */
  chain: ChainResult | null
  now: number
  voice?: Voice
  /** Displayed instead of the verdict while the page waits for an answer. */
  waiting?: string | undefined
}

/**
 * Displays the verification of receipts: the chain, the verdict, every check, the facts of the receipt, and what its signature covers. The page
 * supplies the words of the verdict, because only it knows whose keys are trusted. Fires `select` with the place of the chosen receipt.
 *
 * @example
 * customElements.define('stillhere-verifier', VerifierElement)
 * const element = new VerifierElement()
 * element.verification = { documents: [], selected: 0, chain: null, now: Date.now() }
 */
export class VerifierElement extends HTMLElement {
  /** An element for content of the page, between the verdict and the details. */
  readonly aside = createElement('div', { class: 'aside' })
  readonly #chain = createElement('section', { class: 'chain-part' })
  readonly #verdict = createElement('section', {
    class: 'verdict',
    role: 'status',
    'aria-live': 'polite',
    'aria-atomic': 'true',
  })
  readonly #details = createElement('div', { class: 'details' })

  connectedCallback(): void {
    this.append(this.#chain, this.#verdict, this.aside, this.#details)
  }

  set verification(shown: ShownVerification) {
    const document = shown.documents[shown.selected]
    if (document === undefined) return
    const voice = shown.voice ?? ENGLISH
    const focused = this.#chain.contains(globalThis.document.activeElement)
    this.#chain.hidden = shown.chain === null
    this.#chain.replaceChildren(...renderChain(shown, voice, (index) => this.#select(index)))
    if (focused) this.#chain.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    this.#verdict.replaceChildren(
      ...(shown.waiting === undefined ? renderVerdict(document.verdict) : [createElement('p', {}, shown.waiting)]),
    )
    this.#details.replaceChildren(...renderDetails(document.details, shown.now, voice))
  }

  #select(index: number): void {
    this.dispatchEvent(new CustomEvent('select', { detail: index }))
  }
}

function renderChain(
  { chain, documents, selected }: ShownVerification,
  voice: Voice,
  select: (index: number) => void,
): Node[] {
  if (chain === null) return []
  const { title, sentence } = describeChain(chain, voice)
  const links = orderChain(chain).flatMap((index) => {
    const document = documents[index]
    if (document === undefined) return []
    const button = createElement(
      'button',
      { type: 'button', 'aria-pressed': String(index === selected) },
      document.name,
    )
    button.append(createElement('span', { class: 'soft' }, ` ${document.verdict.stamp}`))
    button.addEventListener('click', () => select(index))
    return [createElement('li', {}, button)]
  })
  return [
    createElement('h2', {}, title),
    createElement('p', {}, sentence),
    createElement('ol', { class: 'chain' }, ...links),
  ]
}

/** Renders the verdict. The stamp never stands alone: the finding and the advice belong to it. */
function renderVerdict({ tone, stamp, headline, story, lines }: ShownVerdict): Node[] {
  return [
    ...(story === undefined ? [] : [createElement('p', { class: 'story' }, story)]),
    createElement('p', { class: `stamp ${tone}` }, stamp),
    createElement('h2', { class: 'headline' }, headline),
    ...lines.map((line) => createElement('p', {}, line)),
  ]
}

function renderDetails(details: ShownDocument['details'], now: number, voice: Voice): Node[] {
  if (details === null) return []
  const { say } = voice
  const { value, result, checks, demands } = details
  const isProven = result.checks.V2 === 'PASS'
  return [
    renderPart(say('The checks'), [
      renderRows(checks, say('Checks of the format'), voice),
      ...(demands.length === 0
        ? []
        : [
            createElement('h3', {}, say('Beyond the format')),
            renderRows(demands, say('Looked up and demanded'), voice),
          ]),
    ]),
    ...(result.checks.V1 === 'PASS'
      ? [
          renderPart(isProven ? say('What it says') : say('What it claims'), [
            ...(isProven ? [] : [createElement('p', {}, say('None of this is proven.'))]),
            renderFacts(value as unknown as Receipt | OldReceipt, result.receiptHash ?? '', now, voice),
          ]),
        ]
      : []),
    renderPart(say('What the signature covers'), [
      createElement('p', {}, describeCoverage(result, voice)),
      createElement(
        'details',
        {},
        createElement('summary', {}, say('Every member')),
        renderMembers(listMembers(value, result), voice),
      ),
    ]),
  ]
}

function renderPart(title: string, children: Node[]): HTMLElement {
  return createElement('section', { class: 'part' }, createElement('h2', {}, title), ...children)
}

function renderRows(rows: readonly CheckRow[], label: string, voice: Voice): HTMLElement {
  return createElement('ul', { class: 'checks', 'aria-label': label }, ...rows.map((row) => renderRow(row, voice)))
}

function renderRow({ name, label, outcome, promise, reason, code }: CheckRow, { say }: Voice): HTMLElement {
  const outcomes = { PASS: say('PASS'), FAIL: say('FAIL'), SKIPPED: say('SKIPPED') }
  const title = createElement(
    'p',
    { class: 'check' },
    createElement('b', {}, label),
    /^V\d$/.test(name) ? ` ${name}` : '',
  )
  const text = createElement(
    'p',
    {},
    reason ?? promise,
    ...(code === null ? [] : [' ', createElement('code', {}, code)]),
  )
  return createElement(
    'li',
    { 'data-check': name },
    createElement('strong', { class: `outcome ${outcome.toLowerCase()}` }, outcomes[outcome]),
    createElement('div', {}, title, text),
  )
}

function renderFacts(receipt: Receipt | OldReceipt, hash: string, now: number, voice: Voice): HTMLElement {
  const facts = [...listFacts(receipt, voice), { label: voice.say('Hash'), parts: [{ key: hash }] }]
  const rows = facts.map(({ label, parts }) =>
    createElement(
      'div',
      {},
      createElement('dt', {}, label),
      createElement('dd', {}, ...parts.flatMap((one) => renderFact(one, label, now, voice))),
    ),
  )
  return createElement('dl', { class: 'facts' }, ...rows)
}

function renderFact(fact: FactPart, label: string, now: number, voice: Voice): (Node | string)[] {
  if (typeof fact === 'string') return [fact]
  if ('code' in fact) return [createElement('code', {}, fact.code)]
  if ('key' in fact) return [renderCopyableCode(fact.key, label, voice)]
  if ('time' in fact) return renderTime(fact.time, voice)
  if ('sixWords' in fact) return [renderSixWords(fact.sixWords, voice)]
  return [...renderTime(fact.deadline, voice), ` ${formatDistance(toMs(fact.deadline) - now, voice)}`]
}

function renderSixWords(digest: string, { language }: Voice): HTMLElement {
  const code = createElement('code', {})
  void import('../binding-words.ts').then(({ writeBindingWords }) =>
    code.replaceChildren(writeBindingWords(digest, language)),
  )
  return code
}

/** Renders a time by the reader's clock, and the exact UTC text of the receipt. */
function renderTime(text: string, { language }: Voice): (Node | string)[] {
  return [
    createElement('time', { datetime: text }, formatLocalTime(toMs(text), language)),
    createElement('code', { class: 'utc' }, text),
  ]
}

/**
 * Formats milliseconds since 1970 as date and time in the reader's time zone, with the name of the zone.
 *
 * @returns date and time in the order of the language.
 * @example
 * const text = formatLocalTime(Date.now())
 */
export function formatLocalTime(ms: number, language = 'en'): string {
  return new Date(ms).toLocaleString(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
}

/** Formats how far away a time is, in whole seconds: "in 5 minutes", "3 days ago". */
function formatDistance(distanceMs: number, { language, say }: Voice): string {
  const length = formatDuration(Math.floor(Math.abs(distanceMs) / 1000) * 1000, language)
  return distanceMs >= 0 ? say('(in {length})', { length }) : say('({length} ago)', { length })
}

/** Renders the members of a receipt, each with its mark. */
function renderMembers(members: readonly Member[], voice: Voice): HTMLElement {
  return createElement('ul', { class: 'members' }, ...members.map((member) => renderMember(member, voice)))
}

function renderMember(member: Member, voice: Voice): HTMLElement {
  const name = createElement('b', {}, member.name)
  const mark = createElement('em', { class: `mark ${member.mark.replaceAll(' ', '-')}` }, nameMark(member.mark, voice))
  if ('value' in member)
    return createElement('li', { class: 'leaf' }, name, ' ', createElement('code', {}, member.value), ' ', mark)
  const count = member.more
  const rest = count > 0 ? [createElement('p', {}, voice.say('Left out, marked the same: {count}.', { count }))] : []
  const group = createElement(
    'details',
    {},
    createElement('summary', {}, name, ' ', mark),
    renderMembers(member.members, voice),
    ...rest,
  )
  group.open = member.mark === 'partly signed'
  return createElement('li', {}, group)
}

/** Renders a word of code with a button that copies it. */
function renderCopyableCode(text: string, label: string, { say }: Voice): HTMLElement {
  const code = createElement('code', {}, text)
  const button = createElement(
    'button',
    { type: 'button', class: 'small', 'aria-label': `${say('Copy')}: ${label}` },
    say('Copy'),
  )
  const answer = createElement('span', { role: 'status', class: 'soft' })
  button.addEventListener('click', () => {
    copyText(text).then(
      () => answer.replaceChildren(say('Copied.')),
      () => {
        getSelection()?.selectAllChildren(code)
        answer.replaceChildren(say('Selected; this browser leaves the copying to you.'))
      },
    )
  })
  return createElement('span', { class: 'copyable' }, code, button, answer)
}

// Browsers hide the clipboard from pages that aren't secure; some count local files among these.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
