import { copyInOrder, type Json, MAX_LENGTH, NotJsonError } from './plain-json.ts'

/** Reads JSON text strictly: what JSON.parse takes, but no duplicate member names, `__proto__`, lone surrogates or huge numbers. */
export function parseJson(text: string): Json {
  if (text.length > MAX_LENGTH) throw new NotJsonError('', `is longer than ${MAX_LENGTH} characters`)
  const value = parseSyntax(text)
  refuseDuplicateNames(text)
  return copyInOrder(value)
}

function parseSyntax(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NotJsonError('', `is not JSON: ${error instanceof Error ? error.message : 'unreadable'}`)
  }
}

// Runs only on text that JSON.parse took, so strings and brackets are known to be well formed.
function refuseDuplicateNames(text: string): void {
  const token = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g
  const open: Set<string>[] = []
  for (const [found, colon] of text.matchAll(token)) {
    if (found === '{') open.push(new Set())
    else if (found === '}') open.pop()
    else if (colon !== undefined) addName(open, JSON.parse(found.slice(0, -colon.length)) as string)
  }
}

function addName(open: Set<string>[], name: string): void {
  const names = open.at(-1)
  if (names?.has(name)) throw new NotJsonError('', `has the member ${JSON.stringify(name)} twice in one object`)
  names?.add(name)
}
