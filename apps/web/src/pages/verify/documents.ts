import { parseReceiptLink } from '@stillhere/client/kept-receipts'
import type { Json } from '@stillhere/client/receipt'
import { type InputText, readFiles, readTransfer } from '@stillhere/client/receipt/documents'
import { isHeaderText, readReceiptText, type ReadText } from '@stillhere/client/receipt/view'
import { goTo } from '../../router.ts'
import { PROBLEM_WORDS, WORDS } from './words.ts'

let waiting: readonly ReceiptDocument[] = []

/** Reads the documents dropped on another page, holds them in memory, and opens Verify, which takes them by `spendHandedDocuments`. Stays on the page if there are none. */
export async function setHandedDocuments(transfer: DataTransfer): Promise<void> {
  waiting = await readTransferDocuments(transfer)
  if (waiting.length > 0) goTo('/verify')
}

/** Returns the documents that `setHandedDocuments` holds, and forgets them. Returns an empty list if there are none. */
export function spendHandedDocuments(): readonly ReceiptDocument[] {
  const taken = waiting
  waiting = []
  return taken
}

/** A document to verify: its parsed value, or the problem that made it unreadable. */
export type ReceiptDocument = { name: string } & ({ value: Json } | { problem: string })

/** Longer than any receipt, and still quick to judge. */
const MAX_LENGTH = 8_000_000
const MAX_DOCUMENTS = 500

/** Reads the documents in dropped or pasted data: its files, or its text if there are no files. Unreadable parts become documents with a `problem`. */
export async function readTransferDocuments(transfer: DataTransfer): Promise<ReceiptDocument[]> {
  return (await readTransfer(transfer, WORDS.pasted)).flatMap(readInput)
}

/** Reads the documents in files, in order. Unreadable files become documents with a `problem`. */
export async function readFileDocuments(files: readonly File[]): Promise<ReceiptDocument[]> {
  return (await readFiles(files)).flatMap(readInput)
}

/**
 * Parses the documents in a text: JSON, a JSON array, one JSON object per line, header text (a receipt encoded as one base64url word), or
 * links whose fragment is header text. Malformed parts become documents with a `problem`; blank text gives an empty list. `name` is the
 * documents' title.
 */
export function readDocuments(text: string, name: string): ReceiptDocument[] {
  const trimmed = text.trim()
  if (trimmed === '') return []
  if (trimmed.length > MAX_LENGTH) return [{ name, problem: PROBLEM_WORDS.tooLong }]
  const link = parseReceiptLink(trimmed)
  if (link) return [{ name, problem: PROBLEM_WORDS.elsewhere(new URL(link.origin).host) }]
  const found = readHeaderTexts(trimmed) ?? readLines(trimmed) ?? readJson(trimmed)
  if (found.length > MAX_DOCUMENTS) return [{ name, problem: PROBLEM_WORDS.tooMany(MAX_DOCUMENTS) }]
  return found.map((one, index) => ({ name: found.length === 1 ? name : `${name}, ${index + 1}`, ...one }))
}

/** Returns the header text (a receipt encoded as one base64url word) in the fragment of an address. Returns null if the fragment is anything else. */
export function readFragment(hash: string): string | null {
  const word = hash.replace(/^#/, '')
  return word.length >= SHORTEST_WORD && isHeaderText(word) ? word : null
}

// No fragment that names a place on the page is that long.
const SHORTEST_WORD = 64

function readInput(input: InputText): ReceiptDocument[] {
  const { name } = input
  if ('problem' in input)
    return [{ name, problem: input.problem === 'not text' ? PROBLEM_WORDS.notText : PROBLEM_WORDS.tooLarge }]
  const documents = readDocuments(input.text, name)
  return documents.length > 0 ? documents : [{ name, problem: PROBLEM_WORDS.empty }]
}

function readHeaderTexts(text: string): ReadText[] | null {
  const words = text.split(/\s+/).map((part) => part.replace(/^https?:\/\/[^#]*#/, ''))
  if (!words.every(isHeaderText)) return null
  return words.map(readText)
}

function readLines(text: string): ReadText[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const areWhole = lines.length > 1 && lines.every((line) => /^\s*\{.*\}\s*$/.test(line))
  return areWhole ? lines.map(readText) : null
}

function readJson(text: string): ReadText[] {
  const found = readText(text)
  if ('value' in found && Array.isArray(found.value) && found.value.length > 0)
    return found.value.map((value) => ({ value }))
  return [found]
}

// The parser's message is technical and in English, so people only learn that it wasn't JSON.
function readText(text: string): ReadText {
  const found = readReceiptText(text)
  const [, detail] = ('problem' in found && /^the text is not JSON: (.*)$/s.exec(found.problem)) || []
  return detail === undefined ? found : { problem: PROBLEM_WORDS.notJson(detail) }
}

/** Goes to the page of a kept receipt and returns true if the text is a receipt link of this service. Otherwise does nothing and returns false. */
export function openReceiptLink(text: string): boolean {
  const link = parseReceiptLink(text)
  if (link === null || link.origin !== location.origin) return false
  goTo(`/r/${link.id}#${link.key}`)
  return true
}
