import type { Receipt } from '@stillhere/receipt'
import { button, make, write } from '../dom.ts'
import { copyReceipt, receiptText, saveReceipt } from '../receipt-file.ts'
import { type Sighting, sightingOf } from '../sighting.ts'
import { type ScanWords, sightingWords } from '../words.ts'
import { fact, facts } from './facts.ts'
import type { Actions, Screen } from './screen.ts'

/** After a scan: what was seen, what counted, and the receipt to take along. */
export function doneScreen(words: ScanWords, receipt: Receipt, actions: Actions): Screen {
  const sighting = sightingOf(receipt)
  const title = make(
    'p',
    { class: 'title', part: 'title', tabindex: '-1' },
    sighting.practice ? words.donePractice : words.done,
  )
  const root = make(
    'div',
    { class: 'panel' },
    title,
    factsOf(receipt, sighting, words),
    buttons(words, receipt, actions),
  )
  root.append(wholeReceipt(words, receipt))
  return { root, focus: title }
}

function factsOf(receipt: Receipt, sighting: Sighting, words: ScanWords): HTMLElement {
  const seconds = (receipt.interval.coverageMs / 1000).toFixed(1)
  const seen = [words.seenMotion(seconds), ...sightingWords(sighting, words)]
  return facts(
    fact(words.seen, `${seen.join(', ')}.`),
    fact(words.counted, sighting.practice ? words.countedPractice : words.countedPass),
    fact(words.checked, words.checkedValid(timeWords(receipt.expiresAt))),
    fact(words.signedBy, receipt.issuer.id),
    receipt.audience === undefined ? null : fact(words.meantFor, receipt.audience),
  )
}

function timeWords(time: string | undefined): string {
  return time === undefined ? '' : new Date(time).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}

function buttons(words: ScanWords, receipt: Receipt, actions: Actions): HTMLElement {
  const copy = button('copy', words.copy, () => void copied())
  const copied = async () => {
    const said = (await copyReceipt(receipt)) ? words.copied : words.notCopied
    write(copy, said)
    actions.say(said)
  }
  const save = button('save', words.save, () => saveReceipt(receipt))
  return make('div', { class: 'buttons' }, copy, save, button('again', words.again, actions.start))
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
