import { untilNextExpiryMs } from '../checks.ts'
import type { Receipt } from '../receipt.ts'
import { chainView } from './chain-view.ts'
import {
  changeByte,
  getText,
  type Documents,
  openDocuments,
  NO_DOCUMENTS,
  restoreByte,
  replaceText,
  getSelected,
} from './documents.ts'
import { element } from './dom.ts'
import { type InputText, onFilesChosen, onDropped, onPasted } from './input.ts'
import { type Judgment, type Judgments, judgeTexts } from './judgment.ts'
import { showJudgment, showNothing } from './result-view.ts'
import { sampleReceipt } from './sample.ts'
import { readSettings, type Settings } from './settings.ts'

let documents: Documents = NO_DOCUMENTS
let expiryTimer: ReturnType<typeof setTimeout> | undefined

const textField = element('text', HTMLTextAreaElement)
const predecessorField = element('predecessor', HTMLTextAreaElement)

// Where there is room beside the receipt, nobody should have to look for the settings.
element('settings', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches
listen()
judgeDocuments()

function listen(): void {
  onFilesChosen(element('files', HTMLInputElement), takeReceipts)
  onDropped(document.body, takeReceipts)
  onPasted(takeReceipts)
  onFilesChosen(element('predecessor-file', HTMLInputElement), takePredecessor)
  onDropped(element('predecessor-zone', HTMLElement), takePredecessor)
  textField.addEventListener('input', () => showDocuments(replaceText(documents, textField.value)))
  element('settings', HTMLElement).addEventListener('input', judgeDocuments)
  onClick('sample', () => takeReceipts([{ name: 'sample', text: sampleReceipt(readSettings(Date.now()).now) }]))
  onClick('clear', () => showDocuments(NO_DOCUMENTS))
  onClick('change', () => showDocuments(changeByte(documents)))
  onClick('restore', () => {
    showDocuments(restoreByte(documents))
    // The pressed button is disabled now, and must not take the keyboard with it.
    element('change', HTMLButtonElement).focus()
  })
}

function onClick(id: string, act: () => void): void {
  element(id, HTMLButtonElement).addEventListener('click', act)
}

function takeReceipts(texts: InputText[]): void {
  showDocuments(openDocuments(texts))
  element('result', HTMLElement).scrollIntoView()
}

function takePredecessor([first]: InputText[]): void {
  predecessorField.value = first?.text ?? ''
  judgeDocuments()
}

function showDocuments(next: Documents): void {
  documents = next
  judgeDocuments()
}

function judgeDocuments(): void {
  const settings = readSettings(Date.now())
  const judgments = judgeTexts(documents.items.map(getText), settings.options)
  showText()
  showSelected(judgments, settings)
  showChain(judgments, settings)
}

function showText(): void {
  const item = getSelected(documents)
  const text = item === undefined ? '' : getText(item)
  if (textField.value !== text) textField.value = text
}

function showSelected({ each }: Judgments, settings: Settings): void {
  clearTimeout(expiryTimer)
  const item = getSelected(documents)
  const judgment = each[documents.selected]
  if (item === undefined || judgment === undefined) return showNothing()
  showJudgment(item, judgment, settings)
  const wait = settings.isPresent ? untilExpiryMs(judgment, settings.now) : null
  // A verdict about the present must not outlive its truth while the page stays open.
  if (wait !== null) expiryTimer = setTimeout(judgeDocuments, wait)
}

/** How long until time changes the verdict, or null when it will not. */
function untilExpiryMs(judgment: Judgment, now: number): number | null {
  if (judgment.kind === 'unreadable' || judgment.result.status === 'INVALID') return null
  return untilNextExpiryMs([judgment.receipt as unknown as Receipt], now)
}

function showChain(judgments: Judgments, { options }: Settings): void {
  const place = element('chain', HTMLElement)
  const show = (index: number) => {
    showDocuments({ ...documents, selected: index })
    place.querySelector<HTMLElement>('[aria-current]')?.focus()
  }
  place.hidden = judgments.chain === null
  place.replaceChildren(...chainView({ documents, judgments, options, show }))
}
