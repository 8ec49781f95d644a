import { isHex } from '../hex.ts'
import { readText, sourceName } from './input.ts'
import type { Io } from './io.ts'
import { unreadable, wrongUsage } from './problem.ts'

const KEY_FORM = '64 lower-case hex digits'

/** Reads `--trusted`: public keys separated by commas, or a file with one key a line and # comments. */
export async function readTrustedKeys(given: string, io: Io): Promise<string[]> {
  if (looksLikeKeys(given)) return keysIn(given)
  const source = sourceName(given)
  const keys = keysOfLines(await readText(given, io), source)
  if (keys.length === 0) throw unreadable(source, 'holds no key')
  return keys
}

// A mistyped key must not be taken for the name of a file; a file with such a name can be written as ./cafe.
function looksLikeKeys(given: string): boolean {
  return /^[0-9a-f,\s]*$/i.test(given)
}

function keysIn(given: string): string[] {
  const keys = given.split(',').map((key) => key.trim())
  if (keys.every((key) => isHex(key, 64))) return keys
  throw wrongUsage(`--trusted takes keys of ${KEY_FORM}, separated by commas, or a file`)
}

function keysOfLines(text: string, source: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const key = line.replace(/#.*/, '').trim()
    if (key === '') return []
    if (!isHex(key, 64)) throw unreadable(source, `line ${index + 1} is not a key of ${KEY_FORM}`)
    return [key]
  })
}
