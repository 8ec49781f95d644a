import { computePayloadDigest, computeReceiptHash } from '../digest.ts'
import { createIssuerIdentity, generateKeyPair } from '../ed25519.ts'
import { ReceiptError } from '../failure.ts'
import { canonicalize, NotJsonError } from '../json.ts'
import type { Receipt, UnsignedReceipt } from '../receipt.ts'
import { isRecord } from '../schema.ts'
import { signReceipt } from '../sign.ts'
import { listFacts, writeFact } from '../view/facts.ts'
import { parseWithFile, parseWithoutFile, parseTimeOption } from './arguments.ts'
import { type Input, readInput, readSecretKey, describeSource, STDIN } from './input.ts'
import { EXIT, type ExitCode, type Io, refuseWork, refuseInput, refuseUsage } from './io.ts'
import { toPrintableJson, type Row, formatBlocks } from './table.ts'

const NOT_JUDGED: Row = [
  { text: 'NOT JUDGED', style: 'strong' },
  'this is what the receipt says of itself; judge it with "stillhere-receipt verify"',
]

/** Runs the command `inspect`: prints the facts that receipts state about themselves, without verifying them. Resolves to the exit code. */
export async function runInspect(args: readonly string[], io: Io): Promise<ExitCode> {
  const { file } = parseWithFile(args, {})
  const input = await readInput(file, io)
  const receipts = listReceipts(input, describeSource(file))
  const isList = Array.isArray(input.value)
  const blocks = receipts.map((receipt, index): Row[] => [
    ...(isList ? [[`#${index + 1} of ${receipts.length}`]] : []),
    ...listFacts(receipt).map((fact): Row => [fact.label, writeFact(fact)]),
    ...describeSize(receipt),
    ...(isList ? [] : [['File', `${input.sizeBytes} bytes`]]),
  ])
  io.write(formatBlocks([[NOT_JUDGED], ...blocks], io))
  return EXIT.VALID
}

function listReceipts({ value }: Input, source: string): object[] {
  const receipts = Array.isArray(value) ? value : [value]
  if (receipts.length === 0) throw refuseInput(source, 'is an empty list')
  const stranger = receipts.findIndex((receipt) => !isRecord(receipt))
  if (stranger !== -1) throw refuseInput(source, `#${stranger + 1} is not an object, so it is no receipt`)
  return receipts.flatMap((receipt) => (isRecord(receipt) ? [receipt] : []))
}

function describeSize(receipt: object): Row[] {
  const canonicalBytes = new TextEncoder().encode(canonicalize(receipt)).length
  return [
    ['Size', `${canonicalBytes} bytes of canonical JSON`],
    ['Hash', computeReceiptHash(receipt)],
  ]
}

/** Runs the command `digest`: reads an action from a file, and prints the digest that a receipt for this action contains. Resolves to the exit code. */
export async function runDigest(args: readonly string[], io: Io): Promise<ExitCode> {
  const { file } = parseWithFile(args, {})
  const { value } = await readInput(file, io)
  if (!isRecord(value)) throw refuseInput(describeSource(file), 'is not an object, so it is no action')
  io.write(`${computePayloadDigest(value)}\n`)
  return EXIT.VALID
}

const KEYGEN_OPTIONS = { out: { type: 'string' } } as const

/** Runs the command `keygen`: generates a key pair and prints it. With `--out`, writes it to a file and prints only the public part. Resolves to the exit code. */
export async function runKeygen(args: readonly string[], io: Io): Promise<ExitCode> {
  const { out } = parseWithoutFile(args, KEYGEN_OPTIONS)
  if (out === '' || out === STDIN) throw refuseUsage('--out must name a file')
  const { publicKey, secretKey } = generateKeyPair({ random: io.random })
  const issuerId = createIssuerIdentity({ publicKey }).id
  const pair = toPrintableJson({ publicKey, secretKey, issuerId })
  if (out !== undefined) await io.createSecretFile(out, pair)
  io.write(out === undefined ? pair : toPrintableJson({ publicKey, issuerId }))
  return EXIT.VALID
}

const SIGN_OPTIONS = { key: { type: 'string' }, at: { type: 'string' } } as const

/** Runs the command `sign`: signs an unsigned receipt and prints it. Rejects with a `CliProblem` if the receipt could never be valid. */
export async function runSign(args: readonly string[], io: Io): Promise<ExitCode> {
  const { file, values } = parseWithFile(args, SIGN_OPTIONS)
  const now = values.at === undefined ? io.now() : parseTimeOption('at', values.at)
  const secretKey = await readSecretKey(values.key, io)
  const { value } = await readInput(file, io)
  io.write(toPrintableJson(signOrRefuse(value, secretKey, now)))
  return EXIT.VALID
}

function signOrRefuse(unsigned: unknown, secretKey: string, now: number): Receipt {
  if (!isRecord(unsigned)) throw refuseWork('not signed: an unsigned receipt must be an object (INVALID_SCHEMA)')
  try {
    return signReceipt(unsigned as unknown as UnsignedReceipt, secretKey, { now })
  } catch (error) {
    if (error instanceof ReceiptError) throw refuseWork(`not signed: ${error.message} (${error.code})`)
    if (error instanceof NotJsonError) throw refuseWork(`not signed: ${error.message} (INVALID_SCHEMA)`)
    throw error
  }
}
