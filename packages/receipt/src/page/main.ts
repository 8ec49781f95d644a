import { untilNextExpiryMs } from '../checks.ts'
import { readReceiptText } from '../view/read-text.ts'
import {
  changeByte,
  getText,
  type Documents,
  openDocuments,
  NO_DOCUMENTS,
  PASTED_NAME,
  restoreByte,
  replaceText,
  getSelected,
  writeInput,
} from './documents.ts'
import { element } from './dom.ts'
import { type InputText, onDropped, onPasted, readFiles, readTransfer, takeFiles } from './input.ts'
import { type Judgments, judgeDocuments, verifyApprovers } from './judgment.ts'
import { prepareResult, showJudgments } from './result-view.ts'
import { sampleReceipt } from './sample.ts'
import { readSettings, type Settings } from './settings.ts'

let documents: Documents = NO_DOCUMENTS
let expiryTimer: ReturnType<typeof setTimeout> | undefined
// Counts the verifications: what an earlier one finds late is not shown any more.
let turn = 0

const textField = element('text', HTMLTextAreaElement)
const predecessorField = element('predecessor', HTMLTextAreaElement)

// Where there is room beside the receipt, nobody should have to look for the settings.
element('settings', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches
listen()
showVerification()

function listen(): void {
  prepareResult((index) => showDocuments({ ...documents, selected: index }))
  onGiven(document.body, element('files', HTMLInputElement), takeReceipts)
  onPasted((transfer) => void readTransfer(transfer, PASTED_NAME).then(takeReceipts))
  onGiven(element('predecessor-zone', HTMLElement), element('predecessor-file', HTMLInputElement), takePredecessor)
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

function onGiven(zone: HTMLElement, field: HTMLInputElement, take: (inputs: InputText[]) => void): void {
  field.addEventListener('change', () => void readFiles(takeFiles(field)).then(take))
  onDropped(
    zone,
    (transfer) => void readTransfer(transfer, PASTED_NAME).then(take),
    (isOver) => zone.classList.toggle('over', isOver),
  )
}

function takeReceipts(inputs: InputText[]): void {
  if (inputs.length === 0) return
  showDocuments(openDocuments(inputs))
  element('result', HTMLElement).scrollIntoView()
}

function takePredecessor([first]: InputText[]): void {
  if (first === undefined) return
  predecessorField.value = writeInput(first)
  showVerification()
}

function showDocuments(next: Documents): void {
  documents = next
  showVerification()
}

function showVerification(): void {
  turn += 1
  showText()
  void verify(documents, readSettings(Date.now()), turn)
}

async function verify(given: Documents, settings: Settings, asked: number): Promise<void> {
  const texts = given.items.map((item) => readReceiptText(getText(item)))
  const selected = getSelected(given)
  const originals = selected?.change ? [readReceiptText(selected.text)] : []
  const approvers = await verifyApprovers([...texts, ...originals], settings.approverKeys)
  if (asked !== turn) return
  const judgments = judgeDocuments(texts, settings.options, approvers)
  const [unchanged] = judgeDocuments(originals, settings.options, approvers.slice(texts.length)).each
  showJudgments(given, { judgments, unchanged }, settings)
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
