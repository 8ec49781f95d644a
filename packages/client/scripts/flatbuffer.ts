/*
 * As much of FlatBuffers as is needed to give a TensorFlow Lite model its metadata. Parents are written before their children,
 * as references only ever point forward.
 */

/** A value of a table's field: a whole number, or something that is referred to. */
export type Field = number | Node | undefined
export type Node =
  | { kind: 'table'; fields: readonly Field[] }
  | { kind: 'list'; items: readonly Node[] }
  | { kind: 'bytes'; bytes: Uint8Array; count: number }
  /** A place in the bytes that will follow what is written here. */
  | { kind: 'later'; at: number }

const ALIGNMENT = 16

export const table = (...fields: readonly Field[]): Node => ({ kind: 'table', fields })
export const list = (...items: readonly Node[]): Node => ({ kind: 'list', items })
export const blob = (bytes: Uint8Array): Node => ({ kind: 'bytes', bytes, count: bytes.length })
// A string ends with a zero byte that its length does not count.
export const text = (value: string): Node => ({
  kind: 'bytes',
  bytes: Buffer.from(`${value}\0`),
  count: Buffer.byteLength(value),
})
export const floats = (...values: readonly number[]): Node => ({
  kind: 'bytes',
  bytes: new Uint8Array(Float32Array.from(values).buffer),
  count: values.length,
})

/** A FlatBuffer of this root and identifier, its length a multiple of 16. `after` is put behind it; `later` nodes point there. */
export function flatBuffer(root: Node, identifier: string, after: Uint8Array = new Uint8Array()): Buffer {
  const writer = new Writer()
  writer.number(0)
  writer.append(Buffer.from(identifier))
  writer.refer(0, root)
  return writer.finish(after)
}

class Writer {
  #bytes = Buffer.alloc(0)
  readonly #later: { from: number; at: number }[] = []

  finish(after: Uint8Array): Buffer {
    this.#align(ALIGNMENT, 0)
    for (const { from, at } of this.#later) this.#bytes.writeUInt32LE(this.#bytes.length + at - from, from)
    return Buffer.concat([this.#bytes, after])
  }

  append(bytes: Uint8Array): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes])
  }

  number(value: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(value)
    this.append(bytes)
  }

  /** Writes the node and lets the four bytes at `from` point to it. */
  refer(from: number, node: Node): void {
    if (node.kind === 'later') this.#later.push({ from, at: node.at })
    else {
      const at = this.#write(node)
      this.#bytes.writeUInt32LE(at - from, from)
    }
  }

  #write(node: Exclude<Node, { kind: 'later' }>): number {
    if (node.kind === 'table') return this.#table(node.fields)
    if (node.kind === 'list') return this.#list(node.items)
    // The bytes themselves are aligned, not their count in front of them.
    this.#align(ALIGNMENT, 4)
    const at = this.#bytes.length
    this.number(node.count)
    this.append(node.bytes)
    return at
  }

  #table(fields: readonly Field[]): number {
    const present = fields.map((field) => field !== undefined)
    const size = 4 + 4 * present.filter(Boolean).length
    const head = Buffer.alloc(4 + 2 * fields.length)
    head.writeUInt16LE(head.length, 0)
    head.writeUInt16LE(size, 2)
    let place = 4
    for (const [i, isPresent] of present.entries()) {
      if (!isPresent) continue
      head.writeUInt16LE(place, 4 + 2 * i)
      place += 4
    }
    this.#align(4, 0)
    const headAt = this.#bytes.length
    this.append(head)
    this.#align(4, 0)
    const at = this.#bytes.length
    this.number(at - headAt)
    this.#fields(fields.filter((field) => field !== undefined))
    return at
  }

  #list(items: readonly Node[]): number {
    this.#align(4, 0)
    const at = this.#bytes.length
    this.number(items.length)
    this.#fields(items)
    return at
  }

  #fields(fields: readonly (number | Node)[]): void {
    const start = this.#bytes.length
    for (const field of fields) this.number(typeof field === 'number' ? field : 0)
    for (const [i, field] of fields.entries()) if (typeof field !== 'number') this.refer(start + 4 * i, field)
  }

  /** Pads so that what comes `ahead` bytes later is aligned. */
  #align(to: number, ahead: number): void {
    this.append(Buffer.alloc((to - ((this.#bytes.length + ahead) % to)) % to))
  }
}
