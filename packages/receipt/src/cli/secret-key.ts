import { isHex } from '../hex.ts'
import { isRecord } from '../shape.ts'
import { readText, STDIN } from './input.ts'
import type { Io } from './io.ts'
import { printable } from './printable.ts'
import { unreadable, wrongUsage } from './problem.ts'

/** The secret key from a file or from the environment; it never stands on the command line, where every process can read it. */
export async function readSecretKey(file: string | undefined, io: Io): Promise<string> {
  if (file !== undefined) return readKeyFile(file, io)
  const { secretKey } = io
  if (secretKey === undefined || secretKey === '') {
    throw wrongUsage('a key is needed: --key FILE, or STILLHERE_SECRET_KEY in the environment')
  }
  if (!isHex(secretKey, 64)) throw unreadable('STILLHERE_SECRET_KEY', 'must be 64 lower-case hex digits')
  return secretKey
}

async function readKeyFile(file: string, io: Io): Promise<string> {
  // The message must not repeat what was given: it may be the key itself.
  if (/^[0-9a-f]{64}$/i.test(file)) throw wrongUsage('--key takes the name of a file, never the key itself')
  if (file === '' || file === STDIN) throw wrongUsage('--key must name a file')
  const key = keyIn(await readText(file, io))
  // A parser's message would quote the file, and with it the key.
  if (key === null) throw unreadable(file, 'must hold 64 lower-case hex digits, or what keygen wrote')
  await warnOfOthers(file, io)
  return key
}

function keyIn(text: string): string | null {
  const trimmed = text.trim()
  const key = isHex(trimmed, 64) ? trimmed : memberIn(trimmed)
  return isHex(key, 64) ? key : null
}

function memberIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value.secretKey : null
  } catch {
    return null
  }
}

async function warnOfOthers(file: string, io: Io): Promise<void> {
  const mode = await io.modeOf(file)
  if (mode === undefined || (mode & 0o077) === 0) return
  const warning = `${file}: others on this machine can get at the key (mode ${mode.toString(8)}); use chmod 600`
  io.writeError(`stillhere-receipt: warning: ${printable(warning)}\n`)
}
