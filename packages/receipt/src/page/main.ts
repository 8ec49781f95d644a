import { sha256Hex } from '#crypto'
import { buildReceipt } from '../build.ts'
import { untilNextExpiryMs } from '../checks.ts'
import { createIssuerIdentity, generateKeyPair } from '../ed25519.ts'
import { readReceiptText } from '../header.ts'
import { engineEvidenceToBlock } from '../receipt.ts'
import { signReceipt } from '../sign.ts'
import {
  changeByte,
  type Documents,
  getSelected,
  getText,
  NO_DOCUMENTS,
  openDocuments,
  PASTED_NAME,
  replaceText,
  restoreByte,
  writeInput,
} from './documents.ts'
import { element } from './dom.ts'
import { type InputText, onDropped, onPasted, readFiles, readTransfer, takeFiles } from './input.ts'
import { judgeDocuments, type Judgments, verifyApprovers } from './judgment.ts'
import { prepareResult, showJudgments } from './result-view.ts'
import { readSettings, type Settings } from './settings.ts'

let documents: Documents = NO_DOCUMENTS
let expiryTimer: ReturnType<typeof setTimeout> | undefined
// Counts the verifications: what an earlier one finds late is not shown any more.
let turn = 0

const textField = element('text', HTMLTextAreaElement)
const predecessorField = element('predecessor', HTMLTextAreaElement)

// Where there is room beside the receipt, nobody should have to look for the settings.
element('settings', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches

const MINUTE_MS = 60_000

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

/** The text of a fresh receipt about the last minute, signed with a key that is forgotten at once. */
export function sampleReceipt(now: number): string {
  const keyPair = generateKeyPair()
  const unsigned = buildReceipt({
    subject: { id: `sha256:${sha256Hex('a sample, about nobody')}`, type: 'sample' },
    interval: { start: now - MINUTE_MS, end: now },
    evidence: [motion(), rhythm()],
    verdict: 'PASS',
    issuer: createIssuerIdentity(keyPair),
    now,
  })
  return JSON.stringify(signReceipt(unsigned, keyPair.secretKey, { now }), null, 2)
}

function motion() {
  const tremor = { metric: 'tremor', value: 8.4, threshold: 4, status: 'ok', explanation: 'A hand was holding it.' }
  return engineEvidenceToBlock({
    engineId: 'sample.motion',
    engineVersion: '1.0.0',
    value: 0.91,
    confidence: 0.91,
    components: [tremor],
    diagnostics: { samples: 3600 },
  })
}

function rhythm() {
  const pauses = {
    metric: 'pauses',
    value: 12,
    threshold: 3,
    status: 'ok',
    explanation: 'The rhythm was not a machine’s.',
  }
  return engineEvidenceToBlock({
    engineId: 'sample.rhythm',
    engineVersion: '1.0.0',
    value: 0.84,
    confidence: 0.84,
    components: [pauses],
    diagnostics: { keystrokes: 214 },
  })
}
