/** Data that JSON can write and read back unchanged. */
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

/** How deep and how long a value may be; cycles and shared branches that unfold without end stop at these. */
export const MAX_DEPTH = 256
export const MAX_LENGTH = 16 * 1024 * 1024

/** A copy made by reading every member exactly once, and the writer that gives its RFC 8785 text. */
export type SortedCopy = { value: Json; write: (part: Json) => string }

/** Thrown for a value that has no exact JSON form; `pointer` (RFC 6901) says where. */
export class NotJsonError extends TypeError {
  readonly pointer: string

  constructor(pointer: string, problem: string) {
    super(`${pointer === '' ? 'the value' : pointer} ${problem}`)
    this.name = 'NotJsonError'
    this.pointer = pointer
  }
}

/** Copies plain JSON data with the members of every object in RFC 8785 order. */
export function copySorted(value: unknown): SortedCopy {
  const copier = new Copier(sortedKeys)
  const copied = copier.copy(value)
  return { value: copied, write: copier.sawIndexKey ? writeSorted : JSON.stringify }
}

/** Copies plain JSON data and keeps the order of members, which old receipts sign. */
export function copyInOrder(value: unknown): Json {
  return new Copier(Object.keys).copy(value)
}

/** RFC 6901. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

class Copier {
  // JSON.stringify writes members named like array indices first, whatever order they were added in.
  sawIndexKey = false
  private room = MAX_LENGTH
  private readonly path: (string | number)[] = []
  private readonly keysOf: (object: object) => string[]

  constructor(keysOf: (object: object) => string[]) {
    this.keysOf = keysOf
  }

  copy(value: unknown): Json {
    switch (typeof value) {
      case 'string':
        return this.copyString(value)
      case 'number':
        // NaN and Infinity have no JSON form; JSON.stringify would quietly sign them as null.
        if (!Number.isFinite(value)) this.refuse(`is ${value}, which JSON cannot write`)
        this.spend(8)
        return value
      case 'boolean':
        this.spend(5)
        return value
      case 'object':
        return this.copyObject(value)
      default:
        return this.refuse(`is of type ${typeof value}, which JSON does not have`)
    }
  }

  private copyObject(value: object | null): Json {
    this.spend(4)
    if (value === null) return null
    if (this.path.length >= MAX_DEPTH) this.refuse(`is nested deeper than ${MAX_DEPTH} levels`)
    return Array.isArray(value) ? this.copyArray(value) : this.copyMembers(value)
  }

  private copyArray(values: readonly unknown[]): Json[] {
    const length = values.length
    this.spend(length)
    const copied: Json[] = []
    for (let index = 0; index < length; index++) {
      this.path.push(index)
      copied.push(this.copy(values[index]))
      this.path.pop()
    }
    return copied
  }

  private copyMembers(object: object): Json {
    if (!isPlainObject(object)) this.refuse('is neither a plain object nor an array')
    const copied: { [member: string]: Json } = {}
    for (const key of this.keysOf(object)) {
      this.path.push(key)
      if (key === '__proto__') this.refuse('is a forbidden member name')
      if (startsWithDigit(key)) this.sawIndexKey = true
      this.copyString(key)
      copied[key] = this.copy((object as Record<string, unknown>)[key])
      this.path.pop()
    }
    return copied
  }

  private copyString(text: string): string {
    this.spend(text.length + 2)
    if (!text.isWellFormed()) this.refuse('holds a lone surrogate, which is not Unicode text')
    return text
  }

  private spend(length: number): void {
    this.room -= length
    if (this.room < 0) this.refuse(`makes the whole longer than ${MAX_LENGTH} characters`)
  }

  private refuse(problem: string): never {
    throw new NotJsonError(jsonPointer(this.path), problem)
  }
}

function writeSorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(writeSorted).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = sortedKeys(value).map((key) => `${JSON.stringify(key)}:${writeSorted(value[key] as Json)}`)
  return `{${members.join(',')}}`
}

/** RFC 8785 section 3.2.3: by UTF-16 code units, which is how JavaScript compares strings. */
function sortedKeys(object: object): string[] {
  const keys = Object.keys(object)
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort()
  }
  return keys
}

function startsWithDigit(key: string): boolean {
  const code = key.charCodeAt(0)
  return code >= 48 && code <= 57
}

function isPlainObject(object: object): boolean {
  const prototype = Object.getPrototypeOf(object)
  return prototype === Object.prototype || prototype === null || isForeignObjectPrototype(prototype)
}

// Objects that come from a frame or a vm context have that realm's own Object.prototype.
function isForeignObjectPrototype(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf')
}
