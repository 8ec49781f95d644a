import { canonicalize } from '../canonical-json.ts'
import { computeReceiptHash } from '../digest.ts'
import { isRecord } from '../shape.ts'
import { listFacts, writeFact } from '../view/facts.ts'
import { parseWithFile } from './arguments.ts'
import { type Input, readInput, sourceName } from './input.ts'
import type { Io } from './io.ts'
import { EXIT, type ExitCode, unreadable } from './problem.ts'
import { type Row, writeBlocks } from './table.ts'

const NOT_JUDGED: Row = [
  { text: 'NOT JUDGED', style: 'strong' },
  'this is what the receipt says of itself; judge it with "stillhere-receipt verify"',
]

/** Prints what receipts say, without judging them. */
export async function inspect(args: readonly string[], io: Io): Promise<ExitCode> {
  const { file } = parseWithFile(args, {})
  const input = await readInput(file, io)
  const receipts = receiptsIn(input, sourceName(file))
  const isList = Array.isArray(input.value)
  const blocks = receipts.map((receipt, index): Row[] => [
    ...(isList ? [[`#${index + 1} of ${receipts.length}`]] : []),
    ...listFacts(receipt).map((fact): Row => [fact.label, writeFact(fact)]),
    ...measure(receipt),
    ...(isList ? [] : [['File', `${input.sizeBytes} bytes`]]),
  ])
  io.write(writeBlocks([[NOT_JUDGED], ...blocks], io))
  return EXIT.VALID
}

function receiptsIn({ value }: Input, source: string): object[] {
  const receipts = Array.isArray(value) ? value : [value]
  if (receipts.length === 0) throw unreadable(source, 'is an empty list')
  const stranger = receipts.findIndex((receipt) => !isRecord(receipt))
  if (stranger !== -1) throw unreadable(source, `#${stranger + 1} is not an object, so it is no receipt`)
  return receipts.flatMap((receipt) => (isRecord(receipt) ? [receipt] : []))
}

function measure(receipt: object): Row[] {
  const canonicalBytes = new TextEncoder().encode(canonicalize(receipt)).length
  return [
    ['Size', `${canonicalBytes} bytes of canonical JSON`],
    ['Hash', computeReceiptHash(receipt)],
  ]
}
