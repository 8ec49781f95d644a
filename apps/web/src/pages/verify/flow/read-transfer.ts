import { PROBLEM_WORDS, WORDS } from '../words.ts'
import { type ReceiptDocument, readDocuments } from './documents.ts'

const MAX_FILE_BYTES = 16_000_000

/** What was dropped or pasted: files, or else text. */
export async function readTransfer(transfer: DataTransfer): Promise<ReceiptDocument[]> {
  // Both must be read before the first wait: a transfer is emptied when its event is over.
  const text = transfer.getData('text/plain')
  const files = [...transfer.files]
  return files.length > 0 ? readFiles(files) : readDocuments(text, WORDS.pasted)
}

/** The receipts in files. */
export async function readFiles(files: readonly File[]): Promise<ReceiptDocument[]> {
  return (await Promise.all(files.map(readFile))).flat()
}

async function readFile(file: File): Promise<ReceiptDocument[]> {
  const { name } = file
  if (file.size > MAX_FILE_BYTES) return [{ name, problem: PROBLEM_WORDS.tooLarge }]
  const text = await decodeText(file)
  if (text === null) return [{ name, problem: PROBLEM_WORDS.notText }]
  const documents = readDocuments(text, name)
  return documents.length > 0 ? documents : [{ name, problem: PROBLEM_WORDS.empty }]
}

async function decodeText(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}
