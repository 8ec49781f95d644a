import { sha256Hex } from '#crypto'
import { buildReceipt } from '../build.ts'
import { untilNextExpiryMs } from '../checks.ts'
import { createIssuerIdentity, generateKeyPair } from '../ed25519.ts'
import { readReceiptText } from '../header.ts'
import { engineEvidenceToBlock } from '../receipt.ts'
import { signReceipt } from '../sign.ts'
import {
  addChange,
  type Documents,
  findSelected,
  readText,
  NO_DOCUMENTS,
  openDocuments,
  PASTED_NAME,
  setText,
  removeChange,
  toText,
} from './documents.ts'
import { requireElement } from './dom.ts'
import { type InputText, onDropped, onPasted, readFiles, readTransfer, takeFiles } from './input.ts'
import { judgeDocuments, type Judgments, verifyApprovers } from './judgment.ts'
import { startResult, showJudgments } from './result-view.ts'
import { readSettings, type Settings } from './settings.ts'

let documents: Documents = NO_DOCUMENTS
let expiryTimer: ReturnType<typeof setTimeout> | undefined
// Counts the verifications, so that a late result of an earlier one isn't displayed.
let turn = 0

const textField = requireElement('text', HTMLTextAreaElement)
const predecessorField = requireElement('predecessor', HTMLTextAreaElement)

// On wide screens the settings stand beside the receipt, open.
requireElement('settings', HTMLDetailsElement).open = matchMedia('(min-width: 60rem)').matches

const MINUTE_MS = 60_000

watchPage()
showVerification()

function watchPage(): void {
  startResult((index) => showDocuments({ ...documents, selected: index }))
  watchInput(document.body, requireElement('files', HTMLInputElement), openReceipts)
  onPasted((transfer) => void readTransfer(transfer, PASTED_NAME).then(openReceipts))
  watchInput(
    requireElement('predecessor-zone', HTMLElement),
    requireElement('predecessor-file', HTMLInputElement),
    setPredecessor,
  )
  textField.addEventListener('input', () => showDocuments(setText(documents, textField.value)))
  requireElement('settings', HTMLElement).addEventListener('input', showVerification)
  watchClick('sample', () =>
    openReceipts([{ name: 'sample', text: createSampleReceipt(readSettings(Date.now()).now) }]),
  )
  watchClick('clear', () => showDocuments(NO_DOCUMENTS))
  watchClick('change', () => showDocuments(addChange(documents)))
  watchClick('restore', () => {
    showDocuments(removeChange(documents))
    // The pressed button is now disabled and would lose the keyboard focus.
    requireElement('change', HTMLButtonElement).focus()
  })
}

function watchClick(id: string, act: () => void): void {
  requireElement(id, HTMLButtonElement).addEventListener('click', act)
}

function watchInput(zone: HTMLElement, field: HTMLInputElement, take: (inputs: InputText[]) => void): void {
  field.addEventListener('change', () => void readFiles(takeFiles(field)).then(take))
  onDropped(
    zone,
    (transfer) => void readTransfer(transfer, PASTED_NAME).then(take),
    (isOver) => zone.classList.toggle('over', isOver),
  )
}

function openReceipts(inputs: InputText[]): void {
  if (inputs.length === 0) return
  showDocuments(openDocuments(inputs))
  requireElement('result', HTMLElement).scrollIntoView()
}

function setPredecessor([first]: InputText[]): void {
  if (first === undefined) return
  predecessorField.value = toText(first)
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
  const texts = given.items.map((item) => readReceiptText(readText(item)))
  const selected = findSelected(given)
  const originals = selected?.change ? [readReceiptText(selected.text)] : []
  const approvers = await verifyApprovers([...texts, ...originals], settings.approverKeys)
  if (asked !== turn) return
  const judgments = judgeDocuments(texts, settings.options, approvers)
  const [unchanged] = judgeDocuments(originals, settings.options, approvers.slice(texts.length)).each
  showJudgments(given, { judgments, unchanged }, settings)
  startExpiryTimer(judgments, settings)
}

function showText(): void {
  const item = findSelected(documents)
  const text = item === undefined ? '' : readText(item)
  if (textField.value !== text) textField.value = text
}

// A verdict about the present must not stay on the page after the receipt has expired.
function startExpiryTimer({ each }: Judgments, { isPresent, now }: Settings): void {
  clearTimeout(expiryTimer)
  const judgment = each[documents.selected]
  if (!isPresent || judgment?.kind !== 'judged' || judgment.receipt === null) return
  if (judgment.result.status === 'INVALID') return
  const wait = untilNextExpiryMs([judgment.receipt], now)
  if (wait !== null) expiryTimer = setTimeout(showVerification, wait)
}

/** Creates the JSON text of a sample receipt about the minute before `now`, signed with a new key that is then discarded. */
export function createSampleReceipt(now: number): string {
  const keyPair = generateKeyPair()
  const unsigned = buildReceipt({
    subject: { id: `sha256:${sha256Hex('a sample, about nobody')}`, type: 'sample' },
    interval: { start: now - MINUTE_MS, end: now },
    evidence: [createMotionEvidence(), createRhythmEvidence()],
    verdict: 'PASS',
    issuer: createIssuerIdentity(keyPair),
    now,
  })
  return JSON.stringify(signReceipt(unsigned, keyPair.secretKey, { now }), null, 2)
}

function createMotionEvidence() {
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

function createRhythmEvidence() {
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
