import { isHex } from '../encoding.ts'
import { readReceiptText } from '../header.ts'
import type { Json } from '../json.ts'
import { isRecord } from '../schema.ts'
import { readStatusList, type RevocationCheck } from '../status-list.ts'
import { type Io, refuseInput, refuseUsage } from './io.ts'
import { toPrintable } from './table.ts'

const KEY_FORM = '64 lower-case hex digits'

/**
 * Reads the option `--trusted`: public keys separated by commas, or the name of a file with one key per line and # comments. Rejects with a
 * `CliProblem` if a key is malformed or no key is given.
 */
export async function readTrustedKeys(given: string, io: Io): Promise<string[]> {
  if (isKeyList(given)) return parseKeys(given)
  const source = describeSource(given)
  const keys = parseKeyLines(await readText(given, io), source)
  if (keys.length === 0) throw refuseInput(source, 'holds no key')
  return keys
}

// A mistyped key must not be taken for a file name. A file with such a name can be written as ./cafe.
function isKeyList(given: string): boolean {
  return /^[0-9a-f,\s]*$/i.test(given)
}

function parseKeys(given: string): string[] {
  const keys = given.split(',').map((key) => key.trim())
  if (keys.every((key) => isHex(key, 64))) return keys
  throw refuseUsage(`--trusted takes keys of ${KEY_FORM}, separated by commas, or a file`)
}

function parseKeyLines(text: string, source: string): string[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const key = line.replace(/#.*/, '').trim()
    if (key === '') return []
    if (!isHex(key, 64)) throw refuseInput(source, `line ${index + 1} is not a key of ${KEY_FORM}`)
    return [key]
  })
}

/** Reads the status list of the option `--status`, and resolves to the function that says if a receipt is revoked. Rejects with a `CliProblem` if the list is stale or forged. */
export async function readStatus(
  path: string,
  { now, trustedIssuers }: { now: number; trustedIssuers: string[] | undefined },
  io: Io,
): Promise<RevocationCheck> {
  const { value } = await readInput(path, io)
  const reading = readStatusList(value, { now, ...(trustedIssuers === undefined ? {} : { trustedIssuers }) })
  if (reading.status === 'CURRENT') return reading.revoked
  throw refuseInput(describeSource(path), `the status list cannot be used: ${reading.reason}, ${reading.detail}`)
}

/**
 * Reads the secret key from a file, or from the environment if `file` is undefined. The key can't be an argument, because every process on the
 * machine can read the command line.
 */
export async function readSecretKey(file: string | undefined, io: Io): Promise<string> {
  if (file !== undefined) return readKeyFile(file, io)
  const { secretKey } = io
  if (secretKey === undefined || secretKey === '') {
    throw refuseUsage('a key is needed: --key FILE, or STILLHERE_SECRET_KEY in the environment')
  }
  if (!isHex(secretKey, 64)) throw refuseInput('STILLHERE_SECRET_KEY', 'must be 64 lower-case hex digits')
  return secretKey
}

async function readKeyFile(file: string, io: Io): Promise<string> {
  // The message must not repeat the option, which may be the key itself.
  if (/^[0-9a-f]{64}$/i.test(file)) throw refuseUsage('--key takes the name of a file, never the key itself')
  if (file === '' || file === STDIN) throw refuseUsage('--key must name a file')
  const key = parseSecretKey(await readText(file, io))
  // The message of a parser would quote the file, and the key in it.
  if (key === null) throw refuseInput(file, 'must hold 64 lower-case hex digits, or what keygen wrote')
  await showPermissionWarning(file, io)
  return key
}

function parseSecretKey(text: string): string | null {
  const trimmed = text.trim()
  const key = isHex(trimmed, 64) ? trimmed : parseKeyMember(trimmed)
  return isHex(key, 64) ? key : null
}

function parseKeyMember(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value.secretKey : null
  } catch {
    return null
  }
}

async function showPermissionWarning(file: string, io: Io): Promise<void> {
  const mode = await io.modeOf(file)
  if (mode === undefined || (mode & 0o077) === 0) return
  const warning = `${file}: others on this machine can get at the key (mode ${mode.toString(8)}); use chmod 600`
  io.writeError(`stillhere-receipt: warning: ${toPrintable(warning)}\n`)
}

export const STDIN = '-'

export type Input = { value: Json; sizeBytes: number }

/**
 * Reads a receipt or other JSON from a file, or from standard input for "-". The content is JSON text or a receipt encoded for a header. Rejects
 * with a `CliProblem` if it can't be read.
 */
export async function readInput(path: string, io: Io): Promise<Input> {
  const bytes = await readBytes(path, io)
  const source = describeSource(path)
  return { value: parseInput(decodeText(bytes, source), source), sizeBytes: bytes.length }
}

/** Reads the UTF-8 text of a file or of standard input. */
async function readText(path: string, io: Io): Promise<string> {
  return decodeText(await readBytes(path, io), describeSource(path))
}

/** Throws a `CliProblem` if more than one path is "-" (standard input), which can be read only once. */
export function requireOneStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === STDIN).length > 1) throw refuseUsage('standard input can be named only once')
}

function readBytes(path: string, io: Io): Promise<Uint8Array> {
  return path === STDIN ? io.readStdin() : io.readFile(path)
}

/** Returns the name of a path for error messages: "standard input" for "-", otherwise the path. */
export function describeSource(path: string): string {
  return path === STDIN ? 'standard input' : path
}

function decodeText(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuseInput(source, 'is not UTF-8 text')
  }
}

function parseInput(text: string, source: string): Json {
  if (text.trim() === '') throw refuseInput(source, 'is empty')
  const read = readReceiptText(text)
  if ('problem' in read) throw refuseInput(source, read.problem)
  return read.value
}
