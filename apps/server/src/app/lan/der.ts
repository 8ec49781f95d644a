/** DER (ITU-T X.690) of the few types that a certificate needs. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content), content])
}

export const sequence = (...contents: readonly Uint8Array[]): Buffer => element(0x30, ...contents)
export const set = (...contents: readonly Uint8Array[]): Buffer => element(0x31, ...contents)
export const octets = (content: Uint8Array): Buffer => element(0x04, content)
export const utf8 = (text: string): Buffer => element(0x0c, Buffer.from(text))
/** A bit string of whole bytes, or with so many unused bits at its end. */
export const bits = (content: Uint8Array, unused = 0): Buffer => element(0x03, Buffer.from([unused]), content)
/** A part that stands in the place of an optional member: context-specific, constructed. */
export const explicit = (number: number, content: Uint8Array): Buffer => element(0xa0 + number, content)

/** A whole number of zero or more, given as its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const isNegativeAsWritten = ((bytes[0] ?? 0) & 0x80) !== 0
  return element(0x02, isNegativeAsWritten ? Buffer.from([0]) : Buffer.alloc(0), bytes)
}

/** A dotted name such as 2.5.4.3. */
export function objectId(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number)
  return element(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** UTCTime, which certificates use for all years before 2050. */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
  return element(0x17, Buffer.from(digits.slice(2)))
}

function encodeLength({ length }: Uint8Array): Buffer {
  if (length < 0x80) return Buffer.from([length])
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff])
}

function base128(number: number): number[] {
  const groups = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80)
  return groups
}
