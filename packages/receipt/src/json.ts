/**
 * Serializes plain JSON data in canonical form (RFC 8785, JCS): equal values give the same text.
 *
 * @returns the canonical text.
 * @throws {NotJsonError} if JSON can't hold the value exactly: NaN, undefined, a class instance, a lone surrogate.
 * @example
 * canonicalize({ b: 1, a: 2 }) // '{"a":2,"b":1}'
 */
export function canonicalize(value: unknown): string {
  const copy = copySorted(value)
  return copy.write(copy.value)
}

/**
 * Parses JSON text strictly: like `JSON.parse`, but refuses repeated member names, `__proto__`, lone surrogates and huge numbers.
 *
 * @returns the value.
 * @throws {NotJsonError} if the text isn't strict JSON; the message says why.
 * @example
 * const parsed = parseJson('{ "a": 1 }')
 */
export function parseJson(text: string): Json {
  // JSON.parse also accepts a Buffer, in which the search for duplicate names would find nothing.
  if (typeof text !== 'string') throw new NotJsonError('', 'is not text')
  if (text.length > MAX_LENGTH) throw new NotJsonError('', `is longer than ${MAX_LENGTH} characters`)
  const value = parseSyntax(text)
  requireUniqueNames(text)
  return copyInOrder(value)
}

function parseSyntax(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new NotJsonError('', `is not JSON: ${(error as SyntaxError).message}`)
  }
}

// Called only for text that JSON.parse has accepted, so strings and brackets are well formed.
function requireUniqueNames(text: string): void {
  const open: Set<string>[] = []
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') open.push(new Set())
    else if (text[at] === '}') open.pop()
    else if (text[at] === '"') {
      const end = findStringEnd(text, at)
      if (isFollowedByColon(text, end)) addName(open, JSON.parse(text.slice(at, end)) as string)
      at = end - 1
    }
  }
}

function findStringEnd(text: string, start: number): number {
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

/** Data that JSON can write and read back unchanged. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

/** The greatest depth and length of a value. They also stop cycles, and shared branches that would unfold without end. */
export const MAX_DEPTH = 256
export const MAX_LENGTH = 16 * 1024 * 1024

/** A copy for which every member was read exactly once. `write` returns the RFC 8785 text of the copy or of a part of the copy. */
export type SortedCopy = { value: Json; write: (part: Json) => string }

/** Thrown for a value that JSON can't hold exactly. `pointer` (RFC 6901) says where in the value. */
export class NotJsonError extends TypeError {
  readonly pointer: string

  constructor(pointer: string, problem: string) {
    super(`${pointer === '' ? 'the value' : pointer} ${problem}`)
    this.name = 'NotJsonError'
    this.pointer = pointer
  }
}

/**
 * Copies plain JSON data with the members of every object in RFC 8785 order, and returns the copy with a function that serializes it. Throws a
 * NotJsonError if the value isn't plain JSON data.
 */
export function copySorted(value: unknown): SortedCopy {
  const walk: Walk = { namesOf: sortNames, room: MAX_LENGTH, sawIndexName: false }
  const copied = runWithPointer(() => copyValue(value, walk, 0))
  const write = walk.sawIndexName ? encodeSorted : JSON.stringify
  let isUnicode = false
  return {
    value: copied,
    write: (part) => {
      const text = write(part)
      if (!isUnicode && hasEscapedSurrogate(text)) {
        runWithPointer(() => requireUnicode(copied))
        isUnicode = true
      }
      return text
    },
  }
}

/** Copies plain JSON data and keeps the order of members, which the digests of old receipts depend on. Throws a NotJsonError if the value isn't plain JSON data. */
export function copyInOrder(value: unknown): Json {
  const walk: Walk = { namesOf: Object.keys, room: MAX_LENGTH, sawIndexName: false }
  const copied = runWithPointer(() => copyValue(value, walk, 0))
  if (hasEscapedSurrogate(JSON.stringify(copied))) runWithPointer(() => requireUnicode(copied))
  return copied
}

const MAX_STEP_SHOWN = 64

/** Converts a path of member names and indices to a JSON pointer (RFC 6901) that is safe to print: long names are cut, control characters escaped. */
export function toJsonPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${toPrintable(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function toPrintable(name: string): string {
  const cut = name.length > MAX_STEP_SHOWN ? `${name.slice(0, MAX_STEP_SHOWN)}…` : name
  return cut.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`)
}

/** The reason why a value is refused, and the path to the value, innermost first. Not an Error, because an Error for each level would fill the memory. */
class Refusal {
  readonly problem: string
  readonly steps: (string | number)[] = []

  constructor(problem: string) {
    this.problem = problem
  }
}

function runWithPointer<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? new NotJsonError(toJsonPointer(error.steps.toReversed()), error.problem) : error
  }
}

function addStep(error: unknown, step: string | number): unknown {
  if (error instanceof Refusal) error.steps.push(step)
  return error
}

type Walk = {
  namesOf: (object: object) => string[]
  /** How many characters the rest of the value can have. */
  room: number
  /** JSON.stringify writes members that are named like array indices first, in whichever order they were added. */
  sawIndexName: boolean
}

function copyValue(value: unknown, walk: Walk, depth: number): Json {
  spend(walk, typeof value === 'string' ? value.length + 2 : 5)
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      // NaN and Infinity have no JSON form. JSON.stringify would silently sign them as null.
      if (Number.isFinite(value)) return value
      throw new Refusal(`is ${value}, which JSON cannot write`)
    case 'object':
      return value === null ? null : copyObject(value, walk, depth)
    default:
      throw new Refusal(`is of type ${typeof value}, which JSON does not have`)
  }
}

function copyObject(object: object, walk: Walk, depth: number): Json {
  if (depth >= MAX_DEPTH) throw new Refusal(`is nested deeper than ${MAX_DEPTH} levels`)
  return Array.isArray(object) ? copyItems(object, walk, depth + 1) : copyMembers(object, walk, depth + 1)
}

function copyItems(items: readonly unknown[], walk: Walk, depth: number): Json[] {
  const copied: Json[] = []
  // An array can have any length. Counting it first avoids a walk through a sparse one.
  const length = items.length
  if (!Number.isSafeInteger(length) || length < 0) throw new Refusal('is a list without a length')
  spend(walk, length)
  for (let index = 0; index < length; index++) {
    try {
      copied.push(copyValue(items[index], walk, depth))
    } catch (error) {
      throw addStep(error, index)
    }
  }
  return copied
}

function copyMembers(object: object, walk: Walk, depth: number): Json {
  if (!isPlainObject(object)) throw new Refusal('is neither a plain object nor an array')
  const copied: { [name: string]: Json } = {}
  for (const name of walk.namesOf(object)) {
    try {
      requireName(name, walk)
      copied[name] = copyValue((object as Record<string, unknown>)[name], walk, depth)
    } catch (error) {
      throw addStep(error, name)
    }
  }
  return copied
}

function requireName(name: string, walk: Walk): void {
  spend(walk, name.length + 3)
  if (name === '__proto__') throw new Refusal('is a forbidden member name')
  const first = name.charCodeAt(0)
  if (first >= 48 && first <= 57) walk.sawIndexName = true
}

function spend(walk: Walk, length: number): void {
  walk.room -= length
  if (walk.room < 0) throw new Refusal(`makes the whole longer than ${MAX_LENGTH} characters`)
}

// JSON.stringify writes a lone surrogate as \udxxx. Searching the text for that is much cheaper than checking every string.
function hasEscapedSurrogate(text: string): boolean {
  return text.includes('\\ud')
}

function requireUnicode(value: Json): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Refusal('holds a lone surrogate, which is not Unicode text')
  } else if (value !== null && typeof value === 'object') {
    for (const name of Object.keys(value)) requireUnicodeAt(value as { [name: string]: Json }, name)
  }
}

function requireUnicodeAt(parent: { [name: string]: Json }, name: string): void {
  try {
    requireUnicode(name)
    requireUnicode(parent[name] as Json)
  } catch (error) {
    throw addStep(error, name)
  }
}

function encodeSorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(encodeSorted).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = sortNames(value).map((name) => `${JSON.stringify(name)}:${encodeSorted(value[name] as Json)}`)
  return `{${members.join(',')}}`
}

/** Sorts member names by UTF-16 code units (RFC 8785, section 3.2.3), which is how JavaScript compares strings. */
function sortNames(object: object): string[] {
  const names = Object.keys(object)
  return names.length <= 16 ? sortFew(names) : names.toSorted()
}

// Insertion sort, which is three times as fast as Array.sort for the few members that most objects have.
function sortFew(names: string[]): string[] {
  for (let end = 1; end < names.length; end++) {
    const name = names[end] as string
    let place = end
    for (; place > 0 && (names[place - 1] as string) > name; place--) names[place] = names[place - 1] as string
    names[place] = name
  }
  return names
}

function isPlainObject(object: object): boolean {
  const prototype = Object.getPrototypeOf(object)
  return prototype === Object.prototype || prototype === null || isForeignObjectPrototype(prototype)
}

// Objects from a frame or a vm context have the Object.prototype of their realm, which has the same members as ours.
function isForeignObjectPrototype(prototype: object): boolean {
  const isRoot = Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')
  return isRoot && Reflect.ownKeys(prototype).every((key) => Object.hasOwn(Object.prototype, key))
}
