import { untilNextExpiryMs } from '../checks.ts'
import { readReceiptText } from '../view/read-text.ts'
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
import { type Judgments, judgeDocuments } from './judgment.ts'
import { prepareResult, showJudgments } from './result-view.ts'
import { sampleReceipt } from './sample.ts'
import { readSettings, type Settings } from './settings.ts'

let documents: Documents = NO_DOCUMENTS
let expiryTimer: ReturnType<typeof setTimeout> | undefined

const textField = element('text', HTMLTextAreaElement)
const predecessorField = element('predecessor', HTMLTextAreaElement)

// Where there is room beside the receipt, nobody should have to look for the settings.
element('settings', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches
listen()
showVerification()

function listen(): void {
  prepareResult((index) => showDocuments({ ...documents, selected: index }))
  onFilesChosen(element('files', HTMLInputElement), takeReceipts)
  onDropped(document.body, takeReceipts)
  onPasted(takeReceipts)
  onFilesChosen(element('predecessor-file', HTMLInputElement), takePredecessor)
  onDropped(element('predecessor-zone', HTMLElement), takePredecessor)
  textField.addEventListener('input', () => showDocuments(replaceText(documents, textField.value)))
  element('settings', HTMLElement).addEventListener('input', showVerification)
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
  showVerification()
}

function showDocuments(next: Documents): void {
  documents = next
  showVerification()
}

function showVerification(): void {
  const settings = readSettings(Date.now())
  const judgments = judgeDocuments(
    documents.items.map((item) => readReceiptText(getText(item))),
    settings.options,
  )
  showText()
  showJudgments(documents, judgments, settings)
  judgeAtExpiry(judgments, settings)
}

function showText(): void {
  const item = getSelected(documents)
  const text = item === undefined ? '' : getText(item)
  if (textField.value !== text) textField.value = text
}

// A verdict about the present must not outlive its truth while the page stays open.
function judgeAtExpiry({ each }: Judgments, { isPresent, now }: Settings): void {
  clearTimeout(expiryTimer)
  const judgment = each[documents.selected]
  if (!isPresent || judgment?.kind !== 'judged' || judgment.receipt === null) return
  if (judgment.result.status === 'INVALID') return
  const wait = untilNextExpiryMs([judgment.receipt], now)
  if (wait !== null) expiryTimer = setTimeout(showVerification, wait)
}
