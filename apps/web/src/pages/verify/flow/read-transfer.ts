import { type Paper, papersIn } from './documents.ts'

const MAX_FILE_BYTES = 16_000_000

/** What was dropped or pasted: files, or else text. */
export async function papersInTransfer(transfer: DataTransfer): Promise<Paper[]> {
  // Both must be read before the first wait: a transfer is emptied when its event is over.
  const text = transfer.getData('text/plain')
  const files = [...transfer.files]
  return files.length > 0 ? papersInFiles(files) : papersIn(text, 'Pasted text')
}

/** The receipts in files. */
export async function papersInFiles(files: readonly File[]): Promise<Paper[]> {
  return (await Promise.all(files.map(papersInFile))).flat()
}

async function papersInFile(file: File): Promise<Paper[]> {
  const { name } = file
  if (file.size > MAX_FILE_BYTES) return [{ name, problem: 'The file is far larger than any receipt.' }]
  const text = await textOf(file)
  if (text === null) return [{ name, problem: 'There is no UTF-8 text in this file.' }]
  const papers = papersIn(text, name)
  return papers.length > 0 ? papers : [{ name, problem: 'The file is empty.' }]
}

async function textOf(file: File): Promise<string | null> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
  } catch {
    return null
  }
}
