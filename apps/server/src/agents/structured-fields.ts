/** Structured fields (RFC 8941, with the date of RFC 9651), as far as signatures need them. */
export type BareItem =
  | { kind: 'integer' | 'decimal' | 'date'; value: number }
  | { kind: 'string' | 'token'; value: string }
  | { kind: 'bytes'; value: Buffer }
  | { kind: 'boolean'; value: boolean }

type Parameters = ReadonlyMap<string, BareItem>
export type Item = { item: BareItem; parameters: Parameters }
export type InnerList = { list: readonly Item[]; parameters: Parameters }
export type Member = Item | InnerList
export type Dictionary = ReadonlyMap<string, Member>

/** Reads a dictionary; null for anything else. Of two members of one name the last counts, as the RFC says. */
export function parseDictionary(text: string): Dictionary | null {
  const reader = createReader(text)
  const members = new Map<string, Member>()
  reader.take(/ */y)
  while (!reader.isAtEnd()) {
    const [key] = reader.take(KEY) ?? []
    const member = key === undefined ? null : readMember(reader)
    if (key === undefined || !member) return null
    members.set(key, member)
    if (reader.isAtEnd() || reader.take(/[ \t]*$/y)) break
    if (!reader.take(/[ \t]*,[ \t]*/y) || reader.isAtEnd()) return null
  }
  return members
}

/** Reads one item; null for anything else. */
export function parseItem(text: string): Item | null {
  const reader = createReader(text)
  reader.take(/ */y)
  const item = readItem(reader)
  reader.take(/ */y)
  return item && reader.isAtEnd() ? item : null
}

/** Writes a member in the one form that signature bases have it in. */
export function serialize(member: Member): string {
  const value = 'list' in member ? `(${member.list.map(serialize).join(' ')})` : serializeBare(member.item)
  return value + serializeParameters(member.parameters)
}

// Sticky, so that each match begins where the last one ended.
const KEY = /[a-z*][a-z0-9_.*-]*/y
const NUMBER = /-?(?:\d{1,12}\.\d{1,3}|\d{1,15})(?![\d.])/y
const STRING = /"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"/y
const TOKEN = /[A-Za-z*][!#$%&'*+.^_`|~0-9A-Za-z:/-]*/y
const BYTES = /:([A-Za-z0-9+/]*={0,2}):/y
const BOOLEAN = /\?([01])/y
const DATE = /@(-?\d{1,15})(?![\d.])/y

type Reader = { take: (pattern: RegExp) => RegExpExecArray | null; isAtEnd: () => boolean }

function createReader(text: string): Reader {
  let at = 0
  return {
    take: (pattern) => {
      pattern.lastIndex = at
      const found = pattern.exec(text)
      if (found) at = pattern.lastIndex
      return found
    },
    isAtEnd: () => at === text.length,
  }
}

// A member without a value is true.
function readMember(reader: Reader): Member | null {
  if (reader.take(/=/y)) return reader.take(/\(/y) ? readInnerList(reader) : readItem(reader)
  const parameters = readParameters(reader)
  return parameters && { item: { kind: 'boolean', value: true }, parameters }
}

function readInnerList(reader: Reader): InnerList | null {
  const list: Item[] = []
  for (;;) {
    const spaces = reader.take(/ */y)?.[0] ?? ''
    if (reader.take(/\)/y)) {
      const parameters = readParameters(reader)
      return parameters && { list, parameters }
    }
    const item = list.length > 0 && spaces === '' ? null : readItem(reader)
    if (!item) return null
    list.push(item)
  }
}

function readItem(reader: Reader): Item | null {
  const item = readBareItem(reader)
  const parameters = item && readParameters(reader)
  return parameters && { item, parameters }
}

function readParameters(reader: Reader): Parameters | null {
  const parameters = new Map<string, BareItem>()
  while (reader.take(/; */y)) {
    const [key] = reader.take(KEY) ?? []
    const value = key !== undefined && reader.take(/=/y) ? readBareItem(reader) : TRUE
    if (key === undefined || !value) return null
    // A name that comes again moves to the end, as its last value does.
    parameters.delete(key)
    parameters.set(key, value)
  }
  return parameters
}

const TRUE: BareItem = { kind: 'boolean', value: true }

function readBareItem(reader: Reader): BareItem | null {
  return readText(reader) ?? readNumber(reader) ?? readBytes(reader) ?? readBoolean(reader) ?? readDate(reader) ?? null
}

function readText(reader: Reader): BareItem | undefined {
  const quoted = reader.take(STRING)?.[1]
  if (quoted !== undefined) return { kind: 'string', value: quoted.replaceAll(/\\(["\\])/g, '$1') }
  const token = reader.take(TOKEN)?.[0]
  return token === undefined ? undefined : { kind: 'token', value: token }
}

function readNumber(reader: Reader): BareItem | undefined {
  const text = reader.take(NUMBER)?.[0]
  if (text === undefined) return undefined
  return { kind: text.includes('.') ? 'decimal' : 'integer', value: Number(text) }
}

function readBytes(reader: Reader): BareItem | undefined {
  const text = reader.take(BYTES)?.[1]
  if (text === undefined) return undefined
  const value = Buffer.from(text, 'base64')
  // Only the one encoding: with padding, and without bits that no byte holds.
  return value.toString('base64') === text ? { kind: 'bytes', value } : undefined
}

function readBoolean(reader: Reader): BareItem | undefined {
  const digit = reader.take(BOOLEAN)?.[1]
  return digit === undefined ? undefined : { kind: 'boolean', value: digit === '1' }
}

function readDate(reader: Reader): BareItem | undefined {
  const text = reader.take(DATE)?.[1]
  return text === undefined ? undefined : { kind: 'date', value: Number(text) }
}

function serializeParameters(parameters: Parameters): string {
  return [...parameters]
    .map(([key, item]) => (item.value === true ? `;${key}` : `;${key}=${serializeBare(item)}`))
    .join('')
}

function serializeBare(item: BareItem): string {
  if (item.kind === 'string') return `"${item.value.replaceAll(/["\\]/g, '\\$&')}"`
  if (item.kind === 'token') return item.value
  if (item.kind === 'bytes') return `:${item.value.toString('base64')}:`
  if (item.kind === 'boolean') return item.value ? '?1' : '?0'
  if (item.kind === 'date') return `@${item.value}`
  return item.kind === 'decimal' ? decimalText(item.value) : String(item.value)
}

// Decimals keep one digit after the point at least: 1.50 is written 1.5, and 2.0 stays 2.0.
function decimalText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value)
}
