import type { ChainResult } from '../chain.ts'
import type { Json } from '../json.ts'
import type { OldReceipt, Receipt } from '../receipt.ts'
import type { VerificationResult } from '../result.ts'
import { toMs } from '../time.ts'
import { type CheckRow, describeChain, orderChain } from '../view/checks.ts'
import { type FactPart, listFacts } from '../view/facts.ts'
import { describeCoverage, listMembers, type Member, nameMark } from '../view/members.ts'
import type { ReceiptVerdict } from '../view/verdict-words.ts'
import { ENGLISH, nameDuration, type Voice } from '../view/voice.ts'
import { make } from './dom.ts'

/** A verdict as it is shown: the lines below the headline, and before it one sentence on what happened. */
export type ShownVerdict = Pick<ReceiptVerdict, 'tone' | 'stamp' | 'headline'> & { story?: string; lines: string[] }

/** One document with its verdict; `details` is null where the text holds no JSON. */
export type ShownDocument = {
  name: string
  verdict: ShownVerdict
  details: {
    value: Json
    result: VerificationResult
    /** V1 to V8, and what was looked up or demanded beyond the format. */
    checks: readonly CheckRow[]
    demands: readonly CheckRow[]
  } | null
}

/** All that the element shows. */
export type ShownVerification = {
  documents: readonly ShownDocument[]
  selected: number
  /** Several receipts are one chain. */
  chain: ChainResult | null
  now: number
  voice?: Voice
  /** Shown in place of the verdict while the page still looks something up. */
  waiting?: string | undefined
}

/**
 * Shows what receipts come to: the chain, the verdict, every check, what the receipt says, and what its signature covers. The page decides
 * on the words of the verdict, because only it knows whose keys are trusted. Fires `select` with the index of the receipt that was chosen.
 *
 *     customElements.define('stillhere-verifier', VerifierElement)
 *     element.verification = { documents, selected: 0, chain: null, now: Date.now() }
 */
export class VerifierElement extends HTMLElement {
  /** What the page shows between the verdict and the details. */
  readonly aside = make('div', { class: 'aside' })
  readonly #chain = make('section', { class: 'chain-part' })
  readonly #verdict = make('section', {
    class: 'verdict',
    role: 'status',
    'aria-live': 'polite',
    'aria-atomic': 'true',
  })
  readonly #details = make('div', { class: 'details' })

  connectedCallback(): void {
    this.append(this.#chain, this.#verdict, this.aside, this.#details)
  }

  set verification(shown: ShownVerification) {
    const document = shown.documents[shown.selected]
    if (document === undefined) return
    const voice = shown.voice ?? ENGLISH
    const focused = this.#chain.contains(globalThis.document.activeElement)
    this.#chain.hidden = shown.chain === null
    this.#chain.replaceChildren(...chainView(shown, voice, (index) => this.#select(index)))
    if (focused) this.#chain.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    this.#verdict.replaceChildren(
      ...(shown.waiting === undefined ? verdictView(document.verdict) : [make('p', {}, shown.waiting)]),
    )
    this.#details.replaceChildren(...detailsView(document.details, shown.now, voice))
  }

  #select(index: number): void {
    this.dispatchEvent(new CustomEvent('select', { detail: index }))
  }
}

function chainView(
  { chain, documents, selected }: ShownVerification,
  voice: Voice,
  select: (index: number) => void,
): Node[] {
  if (chain === null) return []
  const { title, sentence } = describeChain(chain, voice)
  const links = orderChain(chain).flatMap((index) => {
    const document = documents[index]
    if (document === undefined) return []
    const button = make('button', { type: 'button', 'aria-pressed': String(index === selected) }, document.name)
    button.append(make('span', { class: 'soft' }, ` ${document.verdict.stamp}`))
    button.addEventListener('click', () => select(index))
    return [make('li', {}, button)]
  })
  return [make('h2', {}, title), make('p', {}, sentence), make('ol', { class: 'chain' }, ...links)]
}

/** Never a mark alone: always what was found and what to do. */
function verdictView({ tone, stamp, headline, story, lines }: ShownVerdict): Node[] {
  return [
    ...(story === undefined ? [] : [make('p', { class: 'story' }, story)]),
    make('p', { class: `stamp ${tone}` }, stamp),
    make('h2', { class: 'headline' }, headline),
    ...lines.map((line) => make('p', {}, line)),
  ]
}

function detailsView(details: ShownDocument['details'], now: number, voice: Voice): Node[] {
  if (details === null) return []
  const { say } = voice
  const { value, result, checks, demands } = details
  const isProven = result.checks.V2 === 'PASS'
  return [
    part(say('The checks'), [
      rowsView(checks, say('Checks of the format'), voice),
      ...(demands.length === 0
        ? []
        : [make('h3', {}, say('Beyond the format')), rowsView(demands, say('Looked up and demanded'), voice)]),
    ]),
    ...(result.checks.V1 === 'PASS'
      ? [
          part(isProven ? say('What it says') : say('What it claims'), [
            ...(isProven ? [] : [make('p', {}, say('None of this is proven.'))]),
            factsView(value as unknown as Receipt | OldReceipt, result.receiptHash ?? '', now, voice),
          ]),
        ]
      : []),
    part(say('What the signature covers'), [
      make('p', {}, describeCoverage(result, voice)),
      make('details', {}, make('summary', {}, say('Every member')), membersView(listMembers(value, result), voice)),
    ]),
  ]
}

function part(title: string, children: Node[]): HTMLElement {
  return make('section', { class: 'part' }, make('h2', {}, title), ...children)
}

function rowsView(rows: readonly CheckRow[], label: string, voice: Voice): HTMLElement {
  return make('ul', { class: 'checks', 'aria-label': label }, ...rows.map((row) => rowView(row, voice)))
}

function rowView({ name, label, outcome, promise, reason, code }: CheckRow, { say }: Voice): HTMLElement {
  const outcomes = { PASS: say('PASS'), FAIL: say('FAIL'), SKIPPED: say('SKIPPED') }
  const title = make('p', { class: 'check' }, make('b', {}, label), /^V\d$/.test(name) ? ` ${name}` : '')
  const text = make('p', {}, reason ?? promise, ...(code === null ? [] : [' ', make('code', {}, code)]))
  return make(
    'li',
    { 'data-check': name },
    make('strong', { class: `outcome ${outcome.toLowerCase()}` }, outcomes[outcome]),
    make('div', {}, title, text),
  )
}

function factsView(receipt: Receipt | OldReceipt, hash: string, now: number, voice: Voice): HTMLElement {
  const facts = [...listFacts(receipt, voice), { label: voice.say('Hash'), parts: [{ key: hash }] }]
  const rows = facts.map(({ label, parts }) =>
    make('div', {}, make('dt', {}, label), make('dd', {}, ...parts.flatMap((one) => factView(one, label, now, voice)))),
  )
  return make('dl', { class: 'facts' }, ...rows)
}

function factView(fact: FactPart, label: string, now: number, voice: Voice): (Node | string)[] {
  if (typeof fact === 'string') return [fact]
  if ('code' in fact) return [make('code', {}, fact.code)]
  if ('key' in fact) return [copyableCode(fact.key, label, voice)]
  if ('time' in fact) return timeView(fact.time, voice)
  if ('sixWords' in fact) return [sixWordsView(fact.sixWords, voice)]
  return [...timeView(fact.deadline, voice), ` ${nameDistance(toMs(fact.deadline) - now, voice)}`]
}

function sixWordsView(digest: string, { language }: Voice): HTMLElement {
  const code = make('code', {})
  void import('../binding-words.ts').then(({ writeBindingWords }) =>
    code.replaceChildren(writeBindingWords(digest, language)),
  )
  return code
}

/** The reader's own clock, and the receipt's exact UTC text. */
function timeView(text: string, { language }: Voice): (Node | string)[] {
  return [make('time', { datetime: text }, formatLocalTime(toMs(text), language)), make('code', { class: 'utc' }, text)]
}

/** Returns a moment by the reader's own clock, with its zone. */
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

/** Returns how far away a time is, in whole seconds: "in 5 minutes", "3 days ago". */
function nameDistance(distanceMs: number, { language, say }: Voice): string {
  const length = nameDuration(Math.floor(Math.abs(distanceMs) / 1000) * 1000, language)
  return distanceMs >= 0 ? say('(in {length})', { length }) : say('({length} ago)', { length })
}

/** All members of a receipt, each with a word on whether the signature covers it. */
function membersView(members: readonly Member[], voice: Voice): HTMLElement {
  return make('ul', { class: 'members' }, ...members.map((member) => memberView(member, voice)))
}

function memberView(member: Member, voice: Voice): HTMLElement {
  const name = make('b', {}, member.name)
  const mark = make('em', { class: `mark ${member.mark.replaceAll(' ', '-')}` }, nameMark(member.mark, voice))
  if ('value' in member) return make('li', { class: 'leaf' }, name, ' ', make('code', {}, member.value), ' ', mark)
  const count = member.more
  const rest = count > 0 ? [make('p', {}, voice.say('Left out, marked the same: {count}.', { count }))] : []
  const group = make('details', {}, make('summary', {}, name, ' ', mark), membersView(member.members, voice), ...rest)
  group.open = member.mark === 'partly signed'
  return make('li', {}, group)
}

/** A word of code with a button that copies it. */
function copyableCode(text: string, label: string, { say }: Voice): HTMLElement {
  const code = make('code', {}, text)
  const button = make(
    'button',
    { type: 'button', class: 'small', 'aria-label': `${say('Copy')}: ${label}` },
    say('Copy'),
  )
  const answer = make('span', { role: 'status', class: 'soft' })
  button.addEventListener('click', () => {
    copyText(text).then(
      () => answer.replaceChildren(say('Copied.')),
      () => {
        getSelection()?.selectAllChildren(code)
        answer.replaceChildren(say('Selected; this browser leaves the copying to you.'))
      },
    )
  })
  return make('span', { class: 'copyable' }, code, button, answer)
}

// Browsers hide the clipboard from pages that they don't count as secure; some count files among them.
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard === undefined) throw new Error('the clipboard is out of reach')
  await navigator.clipboard.writeText(text)
}
