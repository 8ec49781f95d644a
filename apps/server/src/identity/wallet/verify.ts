import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { BodyOf, signInWithWallet } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { findOwnAddress } from '../../platform/http/origin.ts'
import { spendAddressBudget, runOnCpuBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import { parseAddress, formatAddress, parseMessage, type SiweMessage } from './message.ts'
import { type BrokenRule, CONTENT_RULES, findBrokenRules } from './rules.ts'

/** A message with verified format, address and signature; its time and nonce aren't checked yet. */
export type SignedMessage = { message: SiweMessage; address: Buffer }

/**
 * Verifies content and signature of a wallet's sign-in message, but not its time and nonce, which spendMessage checks. Throws 400 if the
 * message isn't EIP-4361, 401 if it breaks a rule or the signature is wrong.
 */
export async function verifyMessage(
  service: Service,
  body: BodyOf<typeof signInWithWallet>,
  request: FastifyRequest,
): Promise<SignedMessage> {
  const parsed = parseMessage(body.message)
  if (!parsed.ok) {
    const errors = [{ pointer: '/message', message: parsed.problem }]
    throw new RequestProblem('SIWE_MALFORMED', `The message is not EIP-4361. ${parsed.problem}`, { errors })
  }
  const { message } = parsed
  const expected = { address: body.address, own: findOwnAddress(service.settings, request) }
  const broken =
    findBrokenRules(CONTENT_RULES, message, expected)[0] ??
    (await checkSignature(service, { ...body, parsed: message }, request))
  if (broken) throw refuseMessage(broken)
  // The grammar has checked its form.
  return { message, address: parseAddress(message.address) ?? Buffer.alloc(0) }
}

/** Returns a 401 that names the rule that a sign-in message breaks. */
export function refuseMessage({ rule, why }: BrokenRule): RequestProblem {
  return new RequestProblem('SIWE_REFUSED', `${rule}: ${why}.`)
}

/** Returns the rule that a signature breaks, or undefined. A signature that isn't a key's is verified by the contract at the address, if there is one. */
async function checkSignature(
  service: Service,
  {
    message: text,
    signature: hex,
    parsed: { address, chainId },
  }: { message: string; signature: string; parsed: SiweMessage },
  request: FastifyRequest,
): Promise<BrokenRule | undefined> {
  const rule = 'signature'
  const signature = parseSignature(hex)
  if (!signature) return { rule, why: 'must be 0x and whole bytes in hexadecimal' }
  const hash = hashMessage(text)
  const signer = await runOnCpuBudget(service, request, ({ threads }) =>
    threads.run(findSignerInThread, { hash, signature }),
  )
  if (signer && formatAddress(Buffer.from(signer)) === address) return undefined
  if (isForUndeployed(signature)) return { rule, why: 'wallets that are not deployed (EIP-6492) cannot sign in' }
  const { ethRpcUrl } = service.settings
  if (ethRpcUrl === undefined)
    return {
      rule,
      why: 'it was not made by the key of this address; a contract wallet (EIP-1271) can sign in only where the service has ETH_RPC_URL',
    }
  await spendAddressBudget(service, 'siwe.contract.address', request)
  const answer = await verifyByContract(ethRpcUrl, { address, chainId, hash, signature })
  if (answer === 'yes') return undefined
  if (answer === 'other-chain')
    return { rule: 'chain-id', why: 'the service cannot ask contract wallets of this chain' }
  if (answer === 'no') return { rule, why: 'neither the key nor the contract of this address made it' }
  request.log.warn('the Ethereum node at ETH_RPC_URL gave no useful answer')
  return { rule, why: 'the chain could not be asked about it; try again later' }
}

// A signature that is wrapped together with the deployment of its wallet ends in this word.
function isForUndeployed(signature: Buffer): boolean {
  return signature.length > 32 && signature.subarray(-32).every((byte, at) => byte === (at % 2 === 0 ? 0x64 : 0x92))
}

/** Computes the hash of a message that a wallet signs (EIP-191, version 0x45). */
export function hashMessage(message: string): Uint8Array {
  const bytes = Buffer.from(message, 'utf8')
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, 'utf8'), bytes]))
}

/** Parses a signature in hexadecimal (0x and at least one byte); returns undefined for other text. */
export function parseSignature(text: string): Buffer | undefined {
  return /^0x(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text.slice(2), 'hex') : undefined
}

/** Runs findSigner as a task of a worker thread, because it takes milliseconds. The answer is null if there is no signer. */
export function findSignerInThread({
  hash,
  signature,
}: {
  hash: Uint8Array
  signature: Uint8Array
}): TaskResult<Uint8Array | null> {
  return { answer: findSigner(hash, signature) ?? null }
}

const LENGTH = 65

/**
 * Recovers the Ethereum address whose key signed a hash, from a signature of 65 bytes (r, s, v). Returns undefined if it isn't a valid
 * signature or has a high s (EIP-2).
 */
export function findSigner(hash: Uint8Array, signature: Uint8Array): Buffer | undefined {
  const v = signature.length === LENGTH ? (signature[LENGTH - 1] ?? -1) : -1
  const recovery = v >= 27 ? v - 27 : v
  if (recovery !== 0 && recovery !== 1) return undefined
  try {
    const rs = secp256k1.Signature.fromBytes(signature.subarray(0, LENGTH - 1), 'compact')
    // Of s and n - s only one counts (EIP-2); otherwise any reader could make a second signature out of the first.
    if (rs.hasHighS()) return undefined
    const key = rs.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false)
    return Buffer.from(keccak_256(key.subarray(1)).subarray(12))
  } catch {
    // The library throws for numbers that no signature has.
    return undefined
  }
}

/** The selector of isValidSignature(bytes32,bytes) of EIP-1271, which is also the return value for a valid signature. */
const MAGIC = '1626ba7e'
const YES = `0x${MAGIC}${'0'.repeat(56)}`

/** The result of asking a contract if a signature is valid (EIP-1271), or the reason why it couldn't be asked. */
type ContractAnswer = 'yes' | 'no' | 'other-chain' | 'silent'

/** Asks the contract at an address (EIP-1271), on the chain that the message names, if a signature is valid. */
async function verifyByContract(
  rpcUrl: string,
  { address, chainId, hash, signature }: { address: string; chainId: bigint; hash: Uint8Array; signature: Uint8Array },
): Promise<ContractAnswer> {
  const chain = await sendRpc(rpcUrl, 'eth_chainId', [])
  if (chain.outcome !== 'result' || typeof chain.result !== 'string') return 'silent'
  if (!/^0x[0-9a-f]{1,64}$/i.test(chain.result)) return 'silent'
  if (BigInt(chain.result) !== chainId) return 'other-chain'
  // The call in the ABI's encoding: the hash, where the signature begins, its length, and itself, padded to whole words.
  const hex = Buffer.from(signature).toString('hex')
  const [offset, length] = [64, signature.length].map((value) => value.toString(16).padStart(64, '0'))
  const padded = hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
  const data = `0x${MAGIC}${Buffer.from(hash).toString('hex')}${offset}${length}${padded}`
  const answer = await sendRpc(rpcUrl, 'eth_call', [{ to: address, data }, 'latest'])
  if (answer.outcome === 'silent') return 'silent'
  // A contract may also say no by failing; an address without a contract answers nothing.
  const isYes = answer.outcome === 'result' && typeof answer.result === 'string' && answer.result.toLowerCase() === YES
  return isYes ? 'yes' : 'no'
}

const TIME_OUT_MS = 5000
const MAX_BYTES = 65_536

/** The result of an RPC call: `refused` if the server returned an error, `silent` if there was no usable response. */
type RpcAnswer = { outcome: 'result'; result: unknown } | { outcome: 'refused' } | { outcome: 'silent' }

/**
 * Calls a method of a JSON-RPC 2.0 server over HTTP. Never throws: returns `refused` for an error response, and `silent` if there is no
 * usable response within `timeOutMs`.
 */
export async function sendRpc(
  url: string,
  method: string,
  params: unknown[],
  timeOutMs = TIME_OUT_MS,
): Promise<RpcAnswer> {
  try {
    // fetch takes no user and password in the URL.
    const target = new URL(url)
    const { username, password } = target
    target.username = ''
    target.password = ''
    const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
      'base64',
    )
    const response = await fetch(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(username === '' && password === '' ? {} : { authorization: `Basic ${credentials}` }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeOutMs),
    })
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of response.body ?? []) {
      length += part.length
      if (length > MAX_BYTES) throw new Error('the response is too long')
      parts.push(part)
    }
    // Some servers send a failed call with another status than 200.
    const answer: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    if (typeof answer !== 'object' || answer === null) return { outcome: 'silent' }
    if ('error' in answer && answer.error) return { outcome: 'refused' }
    return 'result' in answer ? { outcome: 'result', result: answer.result } : { outcome: 'silent' }
  } catch {
    return { outcome: 'silent' }
  }
}
