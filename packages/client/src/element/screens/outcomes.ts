import type { Enrollment } from '@stillhere/contract'
import { readPresencePolicy, type Receipt } from '@stillhere/receipt'
import { createFormat } from '../../voice/format.ts'
import { button, createBar, make, mark, write } from '../dom.ts'
import type { FailureView } from '../explanation.ts'
import type { PermissionHelp } from '../failure-words.ts'
import { PART_NAMES, readSighting, type Sighting } from '../sighting.ts'
import { type ScanWords, sightingWords } from '../words.ts'
import type { Actions, Screen } from './screen.ts'

/** After a scan: what was seen in a line, the receipt to take along, what the page adds; everything else is folded. */
export function createDoneScreen(words: ScanWords, receipt: Receipt, actions: Actions): Screen {
  const sighting = readSighting(receipt)
  if (sighting.practice) return createPracticeScreen(words, sighting, actions)
  const title = outcomeTitle(words.done)
  const seen = make('p', { class: 'reason', part: 'seen' }, sightingWords(sighting, words).join(' '))
  const root = make(
    'div',
    { class: 'panel' },
    title,
    seen,
    make('slot', { name: 'receipt' }),
    buttons(words, receipt, actions),
    outcomeSlot(),
  )
  const strokes = sightingDetails(sighting, words)
  root.append(foldFacts(receipt, words), ...(strokes ? [strokes] : []), wholeReceipt(words, receipt))
  return { root, focus: title }
}

/** Practice has a receipt only to say that it is none, so there is nothing to take along. */
function createPracticeScreen(words: ScanWords, sighting: Sighting, actions: Actions): Screen {
  const title = outcomeTitle(words.donePractice)
  const list = facts(
    fact(words.seen, sightingWords(sighting, words).join(' ')),
    fact(words.counted, words.countedPractice),
  )
  const again = button('again', words.againPractice, actions.practise)
  const row = make('div', { class: 'buttons' }, again, button('back', words.back, actions.back))
  return { root: make('div', { class: 'panel' }, title, list, outcomeSlot(), row), focus: title }
}

function foldFacts(receipt: Receipt, words: ScanWords): HTMLElement {
  return make('details', { part: 'checked' }, make('summary', {}, words.receiptDetails), listFacts(receipt, words))
}

function listFacts(receipt: Receipt, words: ScanWords): HTMLElement {
  const seconds = createFormat(words.language).formatNumber(receipt.interval.coverageMs / 1000, 1)
  return facts(
    fact(words.seen, words.seenMotion(seconds)),
    fact(words.counted, words.countedPass),
    fact(words.checked, words.checkedValid(writeTime(receipt.expiresAt, words.language))),
    fact(words.signedBy, receipt.issuer.id),
    receipt.audience === undefined ? null : fact(words.meantFor, receipt.audience),
    ...levelFacts(receipt, words),
  )
}

/** What the receipt's issuer says of it; no more than that, and nothing where a page has signed for itself. */
function levelFacts(receipt: Receipt, words: ScanWords): HTMLElement[] {
  const policy = readPresencePolicy(receipt)
  if (policy === null) return []
  return [fact(words.pace, words.paces[policy.pace]), fact(words.level, words.levelText(receipt))]
}

function writeTime(time: string | undefined, language: string): string {
  return time === undefined ? '' : createFormat(language).formatMoment(time, { timeStyle: 'short' })
}

function buttons(words: ScanWords, receipt: Receipt, actions: Actions): HTMLElement {
  const copy = button('copy', words.copy, () => void copied())
  const copied = async () => {
    const said = (await copyReceipt(receipt)) ? words.copied : words.notCopied
    write(copy, said)
    actions.say(said)
  }
  const save = button('save', words.save, () => saveReceipt(receipt))
  return make('div', { class: 'buttons' }, save, copy, button('again', words.again, actions.start))
}

function wholeReceipt(words: ScanWords, receipt: Receipt): HTMLElement {
  // It scrolls, so the keyboard must reach it.
  const text = make(
    'pre',
    { part: 'receipt', tabindex: '0', role: 'region', 'aria-label': words.show },
    receiptText(receipt),
  )
  return make('details', { part: 'details' }, make('summary', {}, words.show), text)
}

/** The receipt as people read it. Spaces do not matter to its signature. */
function receiptText(receipt: Receipt): string {
  return JSON.stringify(receipt, null, 2)
}

/** Copies the receipt; false where the page may not. */
async function copyReceipt(receipt: Receipt): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(receiptText(receipt))
    return true
  } catch {
    return false
  }
}

/** Offers the receipt as a file. */
function saveReceipt(receipt: Receipt): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([receiptText(receipt)], { type: 'application/json' }))
  link.download = `stillhere-receipt-${receipt.receiptId}.json`
  link.click()
  // Some browsers begin to read the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** After an enrollment: what was sealed and how long it holds. What comes next is the page's to say. */
export function createEnrolledScreen(words: ScanWords, enrollment: Enrollment, actions: Actions): Screen {
  const { sample_count: captures, expires_at: end } = enrollment
  const title = outcomeTitle(words.enrolled)
  const until = createFormat(words.language).formatMoment(end, { dateStyle: 'medium' })
  const root = make(
    'div',
    { class: 'panel' },
    title,
    make('p', { part: 'reason' }, words.enrolledFrom(captures, until)),
    outcomeSlot(),
    make('div', { class: 'buttons' }, button('back', words.back, actions.back)),
  )
  return { root, focus: title }
}

/** After rounds that the page does something with: what came of it is the page's to say. */
export function createRecordedScreen(words: ScanWords, actions: Actions): Screen {
  const title = outcomeTitle(words.recorded)
  const row = make('div', { class: 'buttons' }, button('back', words.back, actions.back))
  return { root: make('div', { class: 'panel' }, title, outcomeSlot(), row), focus: title }
}

export type FailedView = { words: ScanWords; failure: FailureView; offersPractice: boolean }

/** After a run that ended with nothing: what happened, what was seen, and what can be done now. */
export function createFailedScreen({ words, failure, offersPractice }: FailedView, actions: Actions): Screen {
  const { title: text, reason, advice, sighting, needsPermission } = failure
  const title = outcomeTitle(text)
  const next = nextButton(failure, words, actions)
  const list = facts(
    sighting && fact(words.seen, sightingWords(sighting, words).join(' ')),
    fact(words.next, ...advice),
  )
  const parts = [
    reason === '' ? null : make('p', { part: 'reason', class: 'reason' }, reason),
    list,
    sighting && sightingDetails(sighting, words),
    ...(needsPermission ? permissionWays(words) : []),
    outcomeSlot(),
    make(
      'div',
      { class: 'buttons' },
      ...(next ? [next.root] : []),
      ...(offersPractice ? [button('practise', words.tryPractice, actions.practise)] : []),
      button('back', words.back, actions.back),
    ),
  ]
  const root = make('div', { class: 'panel' }, title, ...parts.filter((part) => part !== null))
  return { root, focus: title, ...(next?.dispose && { dispose: next.dispose }) }
}

/** The way back to a denied permission: for this browser at once, for the others folded. */
function permissionWays(words: ScanWords): HTMLElement[] {
  const { own, others } = words.permissionHelp(navigator.userAgent)
  const folded = make('details', { part: 'help' }, make('summary', {}, words.otherBrowsers), ...others.map(way))
  folded.open = own === null
  return [...(own ? [way(own)] : []), folded]
}

function way({ title, steps }: PermissionHelp): HTMLElement {
  const list = make('ol', {}, ...steps.map((step) => make('li', {}, step)))
  return make('section', { class: 'way', part: 'way' }, make('h3', {}, title), list)
}

type NextButton = { root: HTMLElement; dispose?: () => void }

function nextButton(failure: FailureView, words: ScanWords, actions: Actions): NextButton | null {
  const { next, waitMs, needsPermission } = failure
  if (needsPermission) return { root: button('retry', words.reload, () => location.reload()) }
  if (next === 'give_up') return null
  return next === 'retry' ? { root: button('retry', words.retry, actions.start) } : waitButton(waitMs, words, actions)
}

/** Counts down and then lets the person try again; it keeps the focus meanwhile, which a disabled button would lose. */
function waitButton(waitMs: number, words: ScanWords, actions: Actions): NextButton {
  const until = performance.now() + waitMs
  const secondsLeft = () => Math.ceil((until - performance.now()) / 1000)
  const root = button('retry', '', () => {
    if (secondsLeft() <= 0) actions.start()
  })
  const tick = () => {
    const seconds = secondsLeft()
    write(root, seconds > 0 ? words.wait(seconds) : words.retry)
    mark(root, 'aria-disabled', String(seconds > 0))
    if (seconds <= 0) clearInterval(timer)
  }
  const timer = setInterval(tick, 250)
  tick()
  return { root, dispose: () => clearInterval(timer) }
}

/** The title of what has just taken the place of something else; the focus is led to it. */
function outcomeTitle(text: string): HTMLElement {
  return make('h2', { class: 'title', part: 'title', tabindex: '-1' }, text)
}

/** Where a page adds what only it knows about the end of a run. */
function outcomeSlot(): HTMLElement {
  return make('slot', { name: 'outcome' })
}

/** One named fact of a list. */
function fact(name: string, ...texts: (string | Node)[]): HTMLElement {
  return make('div', {}, make('dt', {}, name), ...texts.map((text) => make('dd', {}, text)))
}

/** A list of facts; those that are null are left out. */
function facts(...rows: (HTMLElement | null)[]): HTMLElement {
  return make('dl', { part: 'facts' }, ...rows.filter((row) => row !== null))
}

/** What was seen in detail, folded: each arrow, each part of presence. Null where there is nothing to tell. */
function sightingDetails({ strokes, parts }: Sighting, words: ScanWords): HTMLElement | null {
  const judged = PART_NAMES.flatMap((name) => {
    const value = parts[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (strokes.length === 0 && judged.length === 0) return null
  const list = strokes.map(({ direction, followed, slip }) =>
    make('li', { 'data-followed': String(followed) }, words.seenStroke(direction, slip)),
  )
  const bars = judged.map(({ name, value }) => {
    const bar = createBar(words.parts[name])
    bar.show(value, createFormat(words.language).formatNumber(value, 2))
    return bar.root
  })
  return make(
    'details',
    { part: 'sighting' },
    make('summary', {}, words.seenParts),
    make('ol', { class: 'strokes' }, ...list),
    make('div', { class: 'parts' }, ...bars),
  )
}
