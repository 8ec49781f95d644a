import { type Receipt, readPresencePolicy } from '@stillhere/receipt'
import { createFormat } from '../../voice/format.ts'
import { button, make, write } from '../dom.ts'
import { copyReceipt, receiptText, saveReceipt } from '../receipt-file.ts'
import { sightingWords } from '../sighting-words.ts'
import { readSighting, type Sighting } from '../sighting.ts'
import type { ScanWords } from '../words.ts'
import { fact, facts, outcomeSlot, outcomeTitle, sightingDetails } from './outcome-parts.ts'
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
