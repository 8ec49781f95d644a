import { createReadStream, type ReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.task': 'application/octet-stream',
  '.tflite': 'application/octet-stream',
  '.binarypb': 'application/octet-stream',
  '.data': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
const SAFE_NAME = /^[\w-][\w.-]*$/
const ENCODINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
  { encoding: 'identity', ending: '' },
]

/** A file of the built web as it goes out: which of its forms, how long, and what it is. */
export type WebFile = { path: string; bytes: number; modifiedMs: number; type: string; encoding: string }

/** A folder and a name in it that came from outside. */
export type Wanted = { folder: string; name: string }

/** The smallest stored form that the caller takes, or undefined where nothing of this name is served. */
export async function findFile({ folder, name }: Wanted, acceptEncoding = ''): Promise<WebFile | undefined> {
  const type = TYPES[extname(name)]
  // A name is one step in one folder: no way up, nothing hidden.
  if (type === undefined || !SAFE_NAME.test(name)) return undefined
  for (const { encoding, ending } of ENCODINGS) {
    if (!takesEncoding(acceptEncoding, encoding)) continue
    const path = join(folder, name + ending)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) return { path, bytes: found.size, modifiedMs: found.mtimeMs, type, encoding }
  }
  return undefined
}

export function readWebFile({ path }: WebFile): ReadStream {
  return createReadStream(path)
}

/** Whether a caller takes an encoding, by its Accept-Encoding. */
export function takesEncoding(acceptEncoding: string, encoding: string): boolean {
  if (encoding === 'identity') return true
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .some((one) => new RegExp(`^\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$).*)?$`).test(one))
}
