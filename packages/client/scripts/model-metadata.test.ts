import { expect, it } from 'vitest'
import { blob, flatBuffer, list, table, text } from './flatbuffer.ts'
import { withNormalization } from './model-metadata.ts'

const BUFFERS = 4
const METADATA = 6
const NORMALIZATION = { mean: 127.5, deviation: 63.75 }

it('puts a new root before the model, which itself stays as it is, at a multiple of 16 bytes', () => {
  const model = smallModel()
  const out = withNormalization(model, NORMALIZATION)
  expect(out.subarray(-model.length)).toEqual(model)
  expect((out.length - model.length) % 16).toBe(0)
  expect(out.subarray(4, 8).toString()).toBe('TFL3')
})

it('keeps version, description, buffers and older metadata', () => {
  const out = withNormalization(smallModel(), NORMALIZATION)
  const root = follow(out, 0)
  expect(out.readUInt32LE(field(out, root, 0) ?? 0)).toBe(3)
  expect(textAt(out, follow(out, field(out, root, 3) ?? 0))).toBe('a model')
  expect(bytesOf(out, items(out, root, BUFFERS)[1] ?? 0)).toEqual(Buffer.from('weights'))
  expect(items(out, root, METADATA).map((entry) => textAt(out, follow(out, field(out, entry, 0) ?? 0)))).toEqual([
    'min_runtime_version',
    'TFLITE_METADATA',
  ])
})

it('names the last buffer, which says by which mean and deviation pictures are normalized', () => {
  const out = withNormalization(smallModel(), NORMALIZATION)
  const root = follow(out, 0)
  const buffers = items(out, root, BUFFERS)
  const entry = items(out, root, METADATA).at(-1) ?? 0
  expect(out.readUInt32LE(field(out, entry, 1) ?? 0)).toBe(buffers.length - 1)
  const metadata = bytesOf(out, buffers.at(-1) ?? 0)
  expect(metadata.subarray(4, 8).toString()).toBe('M001')
  const [graph = 0] = items(metadata, follow(metadata, 0), 3)
  const [input = 0] = items(metadata, graph, 2)
  const [unit = 0] = items(metadata, input, 4)
  const options = follow(metadata, field(metadata, unit, 1) ?? 0)
  const numbers = [0, 1].map((at) => metadata.readFloatLE(follow(metadata, field(metadata, options, at) ?? 0) + 4))
  expect(numbers).toEqual([127.5, 63.75])
})

it('gives metadata to a model that has none and ends early in its fields', () => {
  const out = withNormalization(
    flatBuffer(table(3, undefined, undefined, undefined, list(table())), 'TFL3'),
    NORMALIZATION,
  )
  expect(items(out, follow(out, 0), METADATA)).toHaveLength(1)
})

function smallModel(): Buffer {
  const buffers = list(table(), table(blob(Buffer.from('weights'))))
  const metadata = list(table(text('min_runtime_version'), 1))
  return flatBuffer(table(3, undefined, undefined, text('a model'), buffers, undefined, metadata), 'TFL3')
}

function follow(bytes: Buffer, at: number): number {
  return at + bytes.readUInt32LE(at)
}

function field(bytes: Buffer, root: number, index: number): number | undefined {
  const head = root - bytes.readInt32LE(root)
  if (4 + 2 * index >= bytes.readUInt16LE(head)) return undefined
  const offset = bytes.readUInt16LE(head + 4 + 2 * index)
  return offset === 0 ? undefined : root + offset
}

function items(bytes: Buffer, root: number, index: number): number[] {
  const vector = follow(bytes, field(bytes, root, index) ?? 0)
  return Array.from({ length: bytes.readUInt32LE(vector) }, (_, i) => follow(bytes, vector + 4 + 4 * i))
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)).toString()
}

function bytesOf(bytes: Buffer, buffer: number): Buffer {
  const vector = follow(bytes, field(bytes, buffer, 0) ?? 0)
  return bytes.subarray(vector + 4, vector + 4 + bytes.readUInt32LE(vector))
}
