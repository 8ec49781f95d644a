import { createReadStream, readFileSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { readSystemTime, createRandomBytes } from '../ambient.ts'
import type { Random } from '../ed25519.ts'

const MAX_INPUT_BYTES = 64 * 1024 * 1024

/** Creates the `Io` of a real command: the files, streams, clock and environment of this process. Tests pass their own `Io` instead. */
export function createSystemIo(): Io {
  const { NO_COLOR, TERM, STILLHERE_SECRET_KEY } = process.env
  return {
    readFile,
    readStdin,
    modeOf: readMode,
    createSecretFile,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    colors: process.stdout.isTTY && !NO_COLOR && TERM !== 'dumb',
    secretKey: STILLHERE_SECRET_KEY,
    now: readSystemTime,
    random: createRandomBytes,
    version: readVersion,
  }
}

/** Handles write errors of standard output: ignores a reader that ends early, such as `head`, and sets the exit code OUTPUT_LOST for any other error. */
export function watchOutput(): void {
  process.stdout.on('error', (error) => {
    if (readErrorCode(error) === 'EPIPE') return
    process.exitCode = EXIT.OUTPUT_LOST
    process.stderr.write(`stillhere-receipt: the output could not be written (${readErrorCode(error)})\n`)
  })
  process.stderr.on('error', () => {})
}

function readFile(path: string): Promise<Uint8Array> {
  return readOrRefuse(path, async () => {
    const { size } = await stat(path)
    if (size > MAX_INPUT_BYTES) throw refuseLength(path)
    return readStream(createReadStream(path), path)
  })
}

function readStdin(): Promise<Uint8Array> {
  return readOrRefuse('standard input', () => readStream(process.stdin, 'standard input'))
}

async function readOrRefuse(source: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof CliProblem ? error : refuseInput(source, describeError(error))
  }
}

// Pipes and devices don't state their length, so the limit is also checked while reading.
async function readStream(stream: AsyncIterable<Uint8Array>, source: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > MAX_INPUT_BYTES) throw refuseLength(source)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refuseLength(source: string): CliProblem {
  return refuseInput(source, `longer than ${MAX_INPUT_BYTES} bytes`)
}

async function readMode(path: string): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined
  const found = await stat(path).catch(() => undefined)
  return found?.isFile() ? found.mode & 0o777 : undefined
}

async function createSecretFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw refuseWork(`${path}: ${describeError(error)}`)
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'part of the path is not a folder',
  EEXIST: 'is there already and is not overwritten',
}

function describeError(error: unknown): string {
  const code = readErrorCode(error)
  return REASONS[code] ?? `not accessible (${code})`
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

// This file is two folders below package.json, as source and as build.
function readVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** Everything that a command can access. Tests pass their own. */
export type Io = {
  /** Returns the bytes of a file. Throws a `CliProblem` if it can't be read or is too large. */
  readFile: (path: string) => Promise<Uint8Array>
  readStdin: () => Promise<Uint8Array>
  /** Returns the permission bits of an ordinary file; undefined for anything else, and on Windows. */
  modeOf: (path: string) => Promise<number | undefined>
  /** Writes a file that only its owner can read. Throws a `CliProblem` if the file exists. */
  createSecretFile: (path: string, text: string) => Promise<void>
  write: (text: string) => void
  writeError: (text: string) => void
  colors: boolean
  secretKey: string | undefined
  now: () => number
  random: Random
  version: () => string
}

/** The exit codes. 64, 70 and 74 are those of sysexits.h. */
export const EXIT = {
  VALID: 0,
  INVALID: 1,
  /** Authentic, but the issuer isn't trusted, or there was no `--trusted`. */
  UNTRUSTED: 2,
  UNREADABLE: 3,
  WRONG_USAGE: 64,
  BUG: 70,
  OUTPUT_LOST: 74,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends a command early. The message is one line that says what was wrong. */
export class CliProblem extends Error {
  readonly exitCode: ExitCode

  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.name = 'CliProblem'
    this.exitCode = exitCode
  }
}

/** Returns the error to throw for a file or standard input that can't be used. `source` names it in the message. */
export function refuseInput(source: string, detail: string): CliProblem {
  return new CliProblem(EXIT.UNREADABLE, `${source}: ${detail}`)
}

/** Returns the error to throw for a wrong command line. */
export function refuseUsage(detail: string): CliProblem {
  return new CliProblem(EXIT.WRONG_USAGE, detail)
}

/** Returns the error to throw if a command can't do its task, for example because the receipt can't be signed. */
export function refuseWork(detail: string): CliProblem {
  return new CliProblem(EXIT.INVALID, detail)
}
