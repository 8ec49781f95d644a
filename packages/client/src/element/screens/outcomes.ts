import type { Enrollment } from '@stillhere/contract'
import { readPresencePolicy, type Receipt } from '@stillhere/receipt'
import { createFormat } from '../../voice/format.ts'
import { createButton, createBar, createElement, setAttribute, setText } from '../dom.ts'
import type { FailureView } from '../explanation.ts'
import type { PermissionHelp } from '../failure-words.ts'
import { PART_NAMES, readSighting, type Sighting } from '../sighting.ts'
import { type ScanWords, describeSighting } from '../words.ts'
import type { Actions, Screen } from './screen.ts'

/**
 * Creates the screen after a scan: a summary, buttons to save or copy the receipt, slots for the page's own content, and folded details. After
 * practice, it shows what was seen and that nothing counted.
 */
export function createDoneScreen(words: ScanWords, receipt: Receipt, actions: Actions): Screen {
  const sighting = readSighting(receipt)
  if (sighting.practice) return createPracticeScreen(words, sighting, actions)
  const title = createTitle(words.done)
  const seen = createElement('p', { class: 'reason', part: 'seen' }, describeSighting(sighting, words).join(' '))
  const root = createElement(
    'div',
    { class: 'panel' },
    title,
    seen,
    createElement('slot', { name: 'receipt' }),
    createReceiptButtons(words, receipt, actions),
    createOutcomeSlot(),
  )
  const strokes = createSightingFold(sighting, words)
  root.append(createFactsFold(receipt, words), ...(strokes ? [strokes] : []), createReceiptFold(words, receipt))
  return { root, focus: title }
}

/** Creates the screen after practice. Its receipt proves nothing, so it can't be saved. */
function createPracticeScreen(words: ScanWords, sighting: Sighting, actions: Actions): Screen {
  const title = createTitle(words.donePractice)
  const list = createFactList(
    createFact(words.seen, describeSighting(sighting, words).join(' ')),
    createFact(words.counted, words.countedPractice),
  )
  const again = createButton('again', words.againPractice, actions.practise)
  const row = createElement('div', { class: 'buttons' }, again, createButton('back', words.back, actions.back))
  return { root: createElement('div', { class: 'panel' }, title, list, createOutcomeSlot(), row), focus: title }
}

function createFactsFold(receipt: Receipt, words: ScanWords): HTMLElement {
  return createElement(
    'details',
    { part: 'checked' },
    createElement('summary', {}, words.receiptDetails),
    listFacts(receipt, words),
  )
}

function listFacts(receipt: Receipt, words: ScanWords): HTMLElement {
  const seconds = createFormat(words.language).formatNumber(receipt.interval.coverageMs / 1000, 1)
  return createFactList(
    createFact(words.seen, words.seenMotion(seconds)),
    createFact(words.counted, words.countedPass),
    createFact(words.checked, words.checkedValid(formatTime(receipt.expiresAt, words.language))),
    createFact(words.signedBy, receipt.issuer.id),
    receipt.audience === undefined ? null : createFact(words.meantFor, receipt.audience),
    ...listLevelFacts(receipt, words),
  )
}

/** Lists what the issuer states about the scan; empty for a receipt that the page signed itself. */
function listLevelFacts(receipt: Receipt, words: ScanWords): HTMLElement[] {
  const policy = readPresencePolicy(receipt)
  if (policy === null) return []
  return [createFact(words.pace, words.paces[policy.pace]), createFact(words.level, words.levelText(receipt))]
}

function formatTime(time: string | undefined, language: string): string {
  return time === undefined ? '' : createFormat(language).formatMoment(time, { timeStyle: 'short' })
}

function createReceiptButtons(words: ScanWords, receipt: Receipt, actions: Actions): HTMLElement {
  const copy = createButton('copy', words.copy, () => void copied())
  const copied = async () => {
    const said = (await copyReceipt(receipt)) ? words.copied : words.notCopied
    setText(copy, said)
    actions.say(said)
  }
  const save = createButton('save', words.save, () => saveReceipt(receipt))
  return createElement('div', { class: 'buttons' }, save, copy, createButton('again', words.again, actions.start))
}

function createReceiptFold(words: ScanWords, receipt: Receipt): HTMLElement {
  // It scrolls, so it must be reachable by keyboard.
  const text = createElement(
    'pre',
    { part: 'receipt', tabindex: '0', role: 'region', 'aria-label': words.show },
    formatReceipt(receipt),
  )
  return createElement('details', { part: 'details' }, createElement('summary', {}, words.show), text)
}

/** Formats the receipt for people. Whitespace doesn't affect its signature. */
function formatReceipt(receipt: Receipt): string {
  return JSON.stringify(receipt, null, 2)
}

/** Copies the receipt; returns false if the browser refuses. */
async function copyReceipt(receipt: Receipt): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(formatReceipt(receipt))
    return true
  } catch {
    return false
  }
}

/** Offers the receipt as a file. */
function saveReceipt(receipt: Receipt): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([formatReceipt(receipt)], { type: 'application/json' }))
  link.download = `stillhere-receipt-${receipt.receiptId}.json`
  link.click()
  // Some browsers start to read the file only after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Creates the screen after an enrollment: how many rounds matched, and until when the enrollment is valid. A slot takes the page's next step. */
export function createEnrolledScreen(words: ScanWords, enrollment: Enrollment, actions: Actions): Screen {
  const { sample_count: captures, expires_at: end } = enrollment
  const title = createTitle(words.enrolled)
  const until = createFormat(words.language).formatMoment(end, { dateStyle: 'medium' })
  const root = createElement(
    'div',
    { class: 'panel' },
    title,
    createElement('p', { part: 'reason' }, words.enrolledFrom(captures, until)),
    createOutcomeSlot(),
    createElement('div', { class: 'buttons' }, createButton('back', words.back, actions.back)),
  )
  return { root, focus: title }
}

/** Creates the screen after the page's own `record` callback has finished: all rounds are done. A slot takes the page's result. */
export function createRecordedScreen(words: ScanWords, actions: Actions): Screen {
  const title = createTitle(words.recorded)
  const row = createElement('div', { class: 'buttons' }, createButton('back', words.back, actions.back))
  return { root: createElement('div', { class: 'panel' }, title, createOutcomeSlot(), row), focus: title }
}

export type FailedView = { words: ScanWords; failure: FailureView; offersPractice: boolean }

/** Creates the screen after a failed scan: title, reason, tips, the detected arrows, and the buttons for the next step and, if it is offered, for practice. */
export function createFailedScreen({ words, failure, offersPractice }: FailedView, actions: Actions): Screen {
  const { title: text, reason, advice, sighting, needsPermission } = failure
  const title = createTitle(text)
  const next = createNextButton(failure, words, actions)
  const list = createFactList(
    sighting && createFact(words.seen, describeSighting(sighting, words).join(' ')),
    createFact(words.next, ...advice),
  )
  const parts = [
    reason === '' ? null : createElement('p', { part: 'reason', class: 'reason' }, reason),
    list,
    sighting && createSightingFold(sighting, words),
    ...(needsPermission ? createPermissionSteps(words) : []),
    createOutcomeSlot(),
    createElement(
      'div',
      { class: 'buttons' },
      ...(next ? [next.root] : []),
      ...(offersPractice ? [createButton('practise', words.tryPractice, actions.practise)] : []),
      createButton('back', words.back, actions.back),
    ),
  ]
  const root = createElement('div', { class: 'panel' }, title, ...parts.filter((part) => part !== null))
  return { root, focus: title, ...(next?.dispose && { dispose: next.dispose }) }
}

/** Creates the steps that allow a denied permission: open for this browser, folded for the others. */
function createPermissionSteps(words: ScanWords): HTMLElement[] {
  const { own, others } = words.permissionHelp(navigator.userAgent)
  const folded = createElement(
    'details',
    { part: 'help' },
    createElement('summary', {}, words.otherBrowsers),
    ...others.map(createStepList),
  )
  folded.open = own === null
  return [...(own ? [createStepList(own)] : []), folded]
}

function createStepList({ title, steps }: PermissionHelp): HTMLElement {
  const list = createElement('ol', {}, ...steps.map((step) => createElement('li', {}, step)))
  return createElement('section', { class: 'way', part: 'way' }, createElement('h3', {}, title), list)
}

type NextButton = { root: HTMLElement; dispose?: () => void }

function createNextButton(failure: FailureView, words: ScanWords, actions: Actions): NextButton | null {
  const { next, waitMs, needsPermission } = failure
  if (needsPermission) return { root: createButton('retry', words.reload, () => location.reload()) }
  if (next === 'give_up') return null
  return next === 'retry'
    ? { root: createButton('retry', words.retry, actions.start) }
    : createWaitButton(waitMs, words, actions)
}

/** Creates a button that counts down before it can be pressed. It isn't disabled, because it would lose the focus. */
function createWaitButton(waitMs: number, words: ScanWords, actions: Actions): NextButton {
  const until = performance.now() + waitMs
  const secondsLeft = () => Math.ceil((until - performance.now()) / 1000)
  const root = createButton('retry', '', () => {
    if (secondsLeft() <= 0) actions.start()
  })
  const tick = () => {
    const seconds = secondsLeft()
    setText(root, seconds > 0 ? words.wait(seconds) : words.retry)
    setAttribute(root, 'aria-disabled', String(seconds > 0))
    if (seconds <= 0) clearInterval(timer)
  }
  const timer = setInterval(tick, 250)
  tick()
  return { root, dispose: () => clearInterval(timer) }
}

/** Creates the title of a screen, which gets the focus when the screen appears. */
function createTitle(text: string): HTMLElement {
  return createElement('h2', { class: 'title', part: 'title', tabindex: '-1' }, text)
}

/** Creates the slot for the page's own content at the end of a run. */
function createOutcomeSlot(): HTMLElement {
  return createElement('slot', { name: 'outcome' })
}

/** Creates one row of a list of facts. */
function createFact(name: string, ...texts: (string | Node)[]): HTMLElement {
  return createElement('div', {}, createElement('dt', {}, name), ...texts.map((text) => createElement('dd', {}, text)))
}

/** Creates a list of facts, without rows that are null. */
function createFactList(...rows: (HTMLElement | null)[]): HTMLElement {
  return createElement('dl', { part: 'facts' }, ...rows.filter((row) => row !== null))
}

/** Creates the folded details of each arrow and each part of presence; null if there are none. */
function createSightingFold({ strokes, parts }: Sighting, words: ScanWords): HTMLElement | null {
  const judged = PART_NAMES.flatMap((name) => {
    const value = parts[name]
    return value === undefined ? [] : [{ name, value }]
  })
  if (strokes.length === 0 && judged.length === 0) return null
  const list = strokes.map(({ direction, followed, slip }) =>
    createElement('li', { 'data-followed': String(followed) }, words.seenStroke(direction, slip)),
  )
  const bars = judged.map(({ name, value }) => {
    const bar = createBar(words.parts[name])
    bar.show(value, createFormat(words.language).formatNumber(value, 2))
    return bar.root
  })
  return createElement(
    'details',
    { part: 'sighting' },
    createElement('summary', {}, words.seenParts),
    createElement('ol', { class: 'strokes' }, ...list),
    createElement('div', { class: 'parts' }, ...bars),
  )
}
