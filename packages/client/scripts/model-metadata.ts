import { blob, type Field, flatBuffer, floats, list, type Node, table, text } from './flatbuffer.ts'

/** What a model wants to see of a picture: each color from 0..255 becomes (color - mean) / deviation. */
export type Normalization = { mean: number; deviation: number }

// Numbers of fields and unions in schema.fbs of TensorFlow Lite and in metadata_schema.fbs of TFLite Support.
const BUFFERS = 4
const METADATA = 6
const MODEL_FIELDS = 8
const IMAGE_PROPERTIES = 2
const RGB = 1
const NORMALIZATION = 1

/**
 * The model with metadata that says how pictures are to be normalized. The old packages kept that in their graphs; the new one
 * refuses a model that does not say it. A new root is put in front of the model, which itself stays as it is.
 */
export function withNormalization(model: Buffer, normalization: Normalization): Buffer {
  const root = model.readUInt32LE(0)
  const fields = Array.from({ length: MODEL_FIELDS }, (_, i): Field => readField(model, root, i))
  const buffers = readItems(model, root, BUFFERS)
  const entry = table(text('TFLITE_METADATA'), buffers.length)
  fields[BUFFERS] = list(...buffers, table(blob(writeMetadata(normalization))))
  fields[METADATA] = list(...readItems(model, root, METADATA), entry)
  return flatBuffer(table(...fields), 'TFL3', model)
}

function writeMetadata({ mean, deviation }: Normalization): Buffer {
  const content = table(IMAGE_PROPERTIES, table(RGB))
  const unit = table(NORMALIZATION, table(floats(mean), floats(deviation)))
  const input = table(text('image'), undefined, undefined, content, list(unit))
  const graph = table(undefined, undefined, list(input))
  return flatBuffer(table(undefined, undefined, undefined, list(graph)), 'M001')
}

function readField(model: Buffer, root: number, index: number): Field {
  const at = findField(model, root, index)
  if (at === undefined) return undefined
  // Field 0 is the version, the one number among references.
  return index === 0 ? model.readUInt32LE(at) : { kind: 'later', at: at + model.readUInt32LE(at) }
}

function readItems(model: Buffer, root: number, index: number): Node[] {
  const from = findField(model, root, index)
  if (from === undefined) return []
  const vector = from + model.readUInt32LE(from)
  return Array.from({ length: model.readUInt32LE(vector) }, (_, i) => {
    const at = vector + 4 + 4 * i
    return { kind: 'later', at: at + model.readUInt32LE(at) }
  })
}

/** Where a field of the root table lies; undefined where the table does not have it. */
function findField(model: Buffer, root: number, index: number): number | undefined {
  const head = root - model.readInt32LE(root)
  if (4 + 2 * index >= model.readUInt16LE(head)) return undefined
  const offset = model.readUInt16LE(head + 4 + 2 * index)
  return offset === 0 ? undefined : root + offset
}
