import { copyInOrder, type Json, MAX_LENGTH, NotJsonError } from './plain-json.ts'

/**
 * Reads JSON text strictly: what JSON.parse takes, but no duplicate member names, `__proto__`, lone surrogates or huge numbers.
 *
 * @returns the value.
 * @throws {NotJsonError} for anything else; its message says what is wrong.
 */
export function parseJson(text: string): Json {
  // JSON.parse would also read a Buffer, in which the search for duplicate names finds nothing.
  if (typeof text !== 'string') throw new NotJsonError('', 'is not text')
  if (text.length > MAX_LENGTH) throw new NotJsonError('', `is longer than ${MAX_LENGTH} characters`)
  const value = parseSyntax(text)
  refuseDuplicateNames(text)
  return copyInOrder(value)
}

function parseSyntax(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NotJsonError('', `is not JSON: ${(error as SyntaxError).message}`)
  }
}

// Runs only on text that JSON.parse took, so strings and brackets are known to be well formed.
function refuseDuplicateNames(text: string): void {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') open.push(new Set())
    else if (text[at] === '}') open.pop()
    else if (text[at] === '"') {
      const end = endOfString(text, at)
      if (isFollowedByColon(text, end)) addName(open, JSON.parse(text.slice(at, end)) as string)
      at = end - 1
    }
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function isFollowedByColon(text: string, end: number): boolean {
  let at = end
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}

function addName(open: Set<string>[], name: string): void {
  const names = open.at(-1)
  if (names?.has(name)) throw new NotJsonError('', `has the member ${JSON.stringify(name)} twice in one object`)
  names?.add(name)
}
