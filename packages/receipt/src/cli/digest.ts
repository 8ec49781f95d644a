import { computePayloadDigest } from '../digest.ts'
import { isRecord } from '../shape.ts'
import { parseWithFile } from './arguments.ts'
import { readInput, sourceName } from './input.ts'
import type { Io } from './io.ts'
import { EXIT, type ExitCode, unreadable } from './problem.ts'

/** Prints the digest of an action, by which a receipt names it. */
export async function digest(args: readonly string[], io: Io): Promise<ExitCode> {
  const { file } = parseWithFile(args, {})
  const { value } = await readInput(file, io)
  if (!isRecord(value)) throw unreadable(sourceName(file), 'is not an object, so it is no action')
  io.write(`${computePayloadDigest(value)}\n`)
  return EXIT.VALID
}
