import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { type FileHandle, link, open, rm } from 'node:fs/promises'
import { KeyError } from './key-error.ts'

/** The PEM text of a key file that nobody else can read. A file that is not there is made first. */
export function readKeyFile(file: string, ifAbsent: 'make'): Promise<string>
/** The PEM text of a key file that nobody else can read, or null when there is no such file. */
export function readKeyFile(file: string, ifAbsent: 'leave absent'): Promise<string | null>
export async function readKeyFile(file: string, ifAbsent: 'make' | 'leave absent'): Promise<string | null> {
  try {
    const pem = await readPrivately(file)
    if (pem !== null || ifAbsent === 'leave absent') return pem
    await makeKeyFile(file)
    return await demandThere(file)
  } catch (error) {
    throw error instanceof KeyError ? error : unavailable(file, codeOf(error))
  }
}

const MAX_FILE_BYTES = 16_384
const RIGHTS_OF_OTHERS = 0o077

// Rights and content are those of one open file, which nobody can exchange in between.
async function readPrivately(file: string): Promise<string | null> {
  const handle = await openIfThere(file)
  if (handle === null) return null
  try {
    const { mode, size } = await handle.stat()
    if (size > MAX_FILE_BYTES) throw new KeyError('unreadable', `${file} is too long for a key`)
    // Windows keeps no such rights and reports every file as open to all.
    if (process.platform !== 'win32' && (mode & RIGHTS_OF_OTHERS) !== 0) throw makeExposedError(file, mode)
    return await handle.readFile('utf8')
  } finally {
    await handle.close()
  }
}

async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Makes a key file, whole or not at all, and never over one that another process made first: a link cannot replace. */
export async function makeKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.new`
  try {
    await writeDurably(draft, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }))
    await link(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDurably(file: string, text: string | Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function demandThere(file: string): Promise<string> {
  const pem = await readPrivately(file)
  if (pem === null) throw unavailable(file, 'ENOENT')
  return pem
}

function makeExposedError(file: string, mode: number): KeyError {
  const rights = (mode & 0o777).toString(8)
  return new KeyError('exposed', `${file} has mode ${rights}, so others can read or change it; 600 is expected`)
}

function unavailable(file: string, code: string): KeyError {
  return new KeyError('storage_unavailable', `${file} cannot be read or made (${code})`)
}

function codeOf(error: unknown): string {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' ? code : 'unknown'
}
