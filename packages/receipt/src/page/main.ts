import type { Receipt } from '../receipt.ts'
import { untilNextExpiryMs } from '../view/expiry.ts'
import { chainView } from './chain-view.ts'
import { changeByte, currentText, type Desk, deskOf, EMPTY_DESK, restore, rewrite, selectedPaper } from './documents.ts'
import { element } from './dom.ts'
import { type Given, takeChosen, takeDropped, takePasted } from './input.ts'
import { type Judgement, type Judgements, judgeTexts } from './judgement.ts'
import { showJudgement, showNothing } from './result-view.ts'
import { sampleReceipt } from './sample.ts'
import { readSettings, type Settings } from './settings.ts'

let desk: Desk = EMPTY_DESK
let alarm: ReturnType<typeof setTimeout> | undefined

const textField = element('text', HTMLTextAreaElement)
const predecessorField = element('predecessor', HTMLTextAreaElement)

// Where there is room beside the receipt, nobody should have to look for the settings.
element('settings', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches
listen()
judgeDesk()

function listen(): void {
  takeChosen(element('files', HTMLInputElement), takeReceipts)
  takeDropped(document.body, takeReceipts)
  takePasted(takeReceipts)
  takeChosen(element('predecessor-file', HTMLInputElement), takePredecessor)
  takeDropped(element('predecessor-zone', HTMLElement), takePredecessor)
  textField.addEventListener('input', () => lay(rewrite(desk, textField.value)))
  element('settings', HTMLElement).addEventListener('input', judgeDesk)
  onClick('sample', () => takeReceipts([{ name: 'sample', text: sampleReceipt(readSettings(Date.now()).now) }]))
  onClick('clear', () => lay(EMPTY_DESK))
  onClick('change', () => lay(changeByte(desk)))
  onClick('restore', () => {
    lay(restore(desk))
    // The pressed button is disabled now, and must not take the keyboard with it.
    element('change', HTMLButtonElement).focus()
  })
}

function onClick(id: string, act: () => void): void {
  element(id, HTMLButtonElement).addEventListener('click', act)
}

function takeReceipts(given: Given[]): void {
  lay(deskOf(given))
  element('slip', HTMLElement).scrollIntoView()
}

function takePredecessor([given]: Given[]): void {
  predecessorField.value = given?.text ?? ''
  judgeDesk()
}

function lay(next: Desk): void {
  desk = next
  judgeDesk()
}

function judgeDesk(): void {
  const settings = readSettings(Date.now())
  const judgements = judgeTexts(desk.papers.map(currentText), settings.options)
  showText()
  showSelected(judgements, settings)
  showChain(judgements, settings)
}

function showText(): void {
  const paper = selectedPaper(desk)
  const text = paper === undefined ? '' : currentText(paper)
  if (textField.value !== text) textField.value = text
}

function showSelected({ each }: Judgements, settings: Settings): void {
  clearTimeout(alarm)
  const paper = selectedPaper(desk)
  const judgement = each[desk.selected]
  if (paper === undefined || judgement === undefined) return showNothing()
  showJudgement(paper, judgement, settings)
  const wait = settings.isPresent ? untilExpiryMs(judgement, settings.now) : null
  // A verdict about the present must not outlive its truth while the page stays open.
  if (wait !== null) alarm = setTimeout(judgeDesk, wait)
}

/** How long until time changes the verdict, or null when it will not. */
function untilExpiryMs(judgement: Judgement, now: number): number | null {
  if (judgement.kind === 'unreadable' || judgement.result.status === 'INVALID') return null
  return untilNextExpiryMs([judgement.receipt as unknown as Receipt], now)
}

function showChain(judgements: Judgements, { options }: Settings): void {
  const place = element('chain', HTMLElement)
  const show = (index: number) => {
    lay({ ...desk, selected: index })
    place.querySelector<HTMLElement>('[aria-current]')?.focus()
  }
  place.hidden = judgements.chain === null
  place.replaceChildren(...chainView({ desk, judgements, options, show }))
}
