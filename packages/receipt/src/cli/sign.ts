import { ReceiptError } from '../failure.ts'
import { NotJsonError } from '../plain-json.ts'
import type { Receipt, UnsignedReceipt } from '../receipt.ts'
import { isRecord } from '../shape.ts'
import { signReceipt } from '../sign.ts'
import { parseWithFile, readTimeOption } from './arguments.ts'
import { readInput } from './input.ts'
import type { Io } from './io.ts'
import { printableJson } from './printable.ts'
import { EXIT, type ExitCode, refusal } from './problem.ts'
import { readSecretKey } from './secret-key.ts'

const OPTIONS = { key: { type: 'string' }, at: { type: 'string' } } as const

/** Signs an unsigned receipt and prints it; what would not verify afterwards is refused. */
export async function sign(args: readonly string[], io: Io): Promise<ExitCode> {
  const { file, values } = parseWithFile(args, OPTIONS)
  const now = values.at === undefined ? io.now() : readTimeOption('at', values.at)
  const secretKey = await readSecretKey(values.key, io)
  const { value } = await readInput(file, io)
  io.write(printableJson(signOrRefuse(value, secretKey, now)))
  return EXIT.VALID
}

function signOrRefuse(unsigned: unknown, secretKey: string, now: number): Receipt {
  if (!isRecord(unsigned)) throw refusal('not signed: an unsigned receipt must be an object (INVALID_SCHEMA)')
  try {
    return signReceipt(unsigned as unknown as UnsignedReceipt, secretKey, { now })
  } catch (error) {
    if (error instanceof ReceiptError) throw refusal(`not signed: ${error.message} (${error.code})`)
    if (error instanceof NotJsonError) throw refusal(`not signed: ${error.message} (INVALID_SCHEMA)`)
    throw error
  }
}
