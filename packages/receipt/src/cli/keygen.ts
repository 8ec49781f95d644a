import { createIssuerIdentity, generateKeyPair } from '../keys.ts'
import { parseWithoutFile } from './arguments.ts'
import { STDIN } from './input.ts'
import type { Io } from './io.ts'
import { printableJson } from './printable.ts'
import { EXIT, type ExitCode, wrongUsage } from './problem.ts'

const OPTIONS = { out: { type: 'string' } } as const

/** Makes a key pair and prints it, or keeps it in a file and prints only its public part. */
export async function keygen(args: readonly string[], io: Io): Promise<ExitCode> {
  const { out } = parseWithoutFile(args, OPTIONS)
  if (out === '' || out === STDIN) throw wrongUsage('--out must name a file')
  const { publicKey, secretKey } = generateKeyPair({ random: io.random })
  const issuerId = createIssuerIdentity({ publicKey }).id
  const pair = printableJson({ publicKey, secretKey, issuerId })
  if (out !== undefined) await io.createSecretFile(out, pair)
  io.write(out === undefined ? pair : printableJson({ publicKey, issuerId }))
  return EXIT.VALID
}
