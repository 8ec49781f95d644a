import type { Json } from '../plain-json.ts'
import { readReceiptText } from '../view/read-text.ts'
import type { Io } from './io.ts'
import { unreadable, wrongUsage } from './problem.ts'

export const STDIN = '-'

export type Input = { value: Json; sizeBytes: number }

/** Reads JSON text or a header word from a file or standard input. */
export async function readInput(path: string, io: Io): Promise<Input> {
  const bytes = await readBytes(path, io)
  const source = sourceName(path)
  return { value: parseInput(decodeText(bytes, source), source), sizeBytes: bytes.length }
}

/** The UTF-8 text of a file or of standard input. */
export async function readText(path: string, io: Io): Promise<string> {
  return decodeText(await readBytes(path, io), sourceName(path))
}

/** Standard input can be read only once, so only one of the paths may stand for it. */
export function refuseSecondStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === STDIN).length > 1) throw wrongUsage('standard input can be named only once')
}

function readBytes(path: string, io: Io): Promise<Uint8Array> {
  return path === STDIN ? io.readStdin() : io.readFile(path)
}

/** How messages name a path. */
export function sourceName(path: string): string {
  return path === STDIN ? 'standard input' : path
}

function decodeText(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(source, 'is not UTF-8 text')
  }
}

function parseInput(text: string, source: string): Json {
  if (text.trim() === '') throw unreadable(source, 'is empty')
  const read = readReceiptText(text)
  if ('problem' in read) throw unreadable(source, read.problem)
  return read.value
}
