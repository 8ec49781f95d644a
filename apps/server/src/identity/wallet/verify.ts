import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { BodyOf, signInWithWallet } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { findOwnAddress } from '../../platform/http/origin.ts'
import { spendAddressBudget, runOnCpuBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { TaskResult } from '../../platform/threads/threads.ts'
import { addressBytes, checksumAddress, parseMessage, type SiweMessage } from './message.ts'
import { type Broken, CONTENT_RULES, findBrokenRules } from './rules.ts'

/** A message whose form, place and signature are good; its time and its nonce are not judged yet. */
export type SignedMessage = { message: SiweMessage; address: Buffer }

type Body = BodyOf<typeof signInWithWallet>

/** Reads a signed message and checks all but its time and nonce: 400 for what is no EIP-4361, 401 for a broken rule. */
export async function verifyMessage(service: Service, body: Body, request: FastifyRequest): Promise<SignedMessage> {
  const parsed = parseMessage(body.message)
  if (!parsed.ok) throw makeMalformed(parsed.problem)
  const { message } = parsed
  const place = { address: body.address, own: findOwnAddress(service.settings, request) }
  refuseIfBroken(findBrokenRules(CONTENT_RULES, message, place)[0])
  refuseIfBroken(await checkSignature(service, { text: body.message, signature: body.signature, message }, request))
  // The grammar has seen to its form.
  return { message, address: addressBytes(message.address) ?? Buffer.alloc(0) }
}

/** A 401 that names the rule. */
export function refuseMessage({ rule, why }: Broken): RequestProblem {
  return new RequestProblem('SIWE_REFUSED', `${rule}: ${why}.`)
}

function refuseIfBroken(broken: Broken | undefined): void {
  if (broken) throw refuseMessage(broken)
}

function makeMalformed(problem: string): RequestProblem {
  const errors = [{ pointer: '/message', message: problem }]
  return new RequestProblem('SIWE_MALFORMED', `The message is not EIP-4361. ${problem}`, { errors })
}

type Signed = { text: string; signature: string; message: SiweMessage }

async function checkSignature(
  service: Service,
  { text, signature: hex, message: { address, chainId } }: Signed,
  request: FastifyRequest,
): Promise<Broken | undefined> {
  const signature = signatureBytes(hex)
  if (!signature) return { rule: 'signature', why: 'must be 0x and whole bytes in hexadecimal' }
  const hash = messageHash(text)
  const signer = await runOnCpuBudget(service, request, ({ threads }) =>
    threads.run(recoverSigner, { hash, signature }),
  )
  if (signer && checksumAddress(Buffer.from(signer)) === address) return undefined
  if (isForUndeployed(signature))
    return { rule: 'signature', why: 'wallets that are not deployed (EIP-6492) cannot sign in' }
  const { ethRpcUrl } = service.settings
  if (ethRpcUrl === undefined) return { rule: 'signature', why: CONTRACTS_NEED_RPC }
  await spendAddressBudget(service, 'siwe.contract.address', request)
  const answer = await askContract(ethRpcUrl, { address, chainId, hash, signature })
  if (answer === 'silent') request.log.warn('the Ethereum node at ETH_RPC_URL gave no useful answer')
  return checkContractAnswer(answer)
}

const CONTRACTS_NEED_RPC =
  'it was not made by the key of this address; a contract wallet (EIP-1271) can sign in only where the service has ETH_RPC_URL'

function checkContractAnswer(answer: ContractAnswer): Broken | undefined {
  if (answer === 'yes') return undefined
  if (answer === 'other-chain')
    return { rule: 'chain-id', why: 'the service cannot ask contract wallets of this chain' }
  if (answer === 'silent') return { rule: 'signature', why: 'the chain could not be asked about it; try again later' }
  return { rule: 'signature', why: 'neither the key nor the contract of this address made it' }
}

// What wraps a signature together with the deployment of its wallet ends in this word.
function isForUndeployed(signature: Buffer): boolean {
  return signature.length > 32 && signature.subarray(-32).every((byte, at) => byte === (at % 2 === 0 ? 0x64 : 0x92))
}

/** What a wallet signs when it is asked to sign a message (EIP-191, version 0x45). */
export function messageHash(message: string): Uint8Array {
  const bytes = Buffer.from(message, 'utf8')
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`, 'utf8'), bytes]))
}

/** A signature of whole bytes in hexadecimal; undefined when it is none. */
export function signatureBytes(text: string): Buffer | undefined {
  return /^0x(?:[0-9a-f]{2})+$/i.test(text) ? Buffer.from(text.slice(2), 'hex') : undefined
}

/** In a thread, since it takes milliseconds: the address whose key signed a hash; null when nobody's did. */
export function recoverSigner({ hash, signature }: SignedHash): TaskResult<Uint8Array | null> {
  return { answer: recoverAddress(hash, signature) ?? null }
}

type SignedHash = { hash: Uint8Array; signature: Uint8Array }

const LENGTH = 65

/** The address whose key made a signature of r, s and v; undefined when nobody's did. */
export function recoverAddress(hash: Uint8Array, signature: Uint8Array): Buffer | undefined {
  const recovery = readRecovery(signature)
  if (recovery === undefined) return undefined
  try {
    const rs = secp256k1.Signature.fromBytes(signature.subarray(0, LENGTH - 1), 'compact')
    // Of s and n - s only one counts (EIP-2): else everybody could make a second signature out of the first.
    if (rs.hasHighS()) return undefined
    const key = rs.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false)
    return Buffer.from(keccak_256(key.subarray(1)).subarray(12))
  } catch {
    // The library throws for numbers that no signature has.
    return undefined
  }
}

function readRecovery(signature: Uint8Array): number | undefined {
  const v = signature.length === LENGTH ? signature[LENGTH - 1] : undefined
  if (v === 0 || v === 1) return v
  return v === 27 || v === 28 ? v - 27 : undefined
}

/** isValidSignature(bytes32,bytes) of EIP-1271: its selector is also the answer that means yes. */
const MAGIC = '1626ba7e'
const YES = `0x${MAGIC}${'0'.repeat(56)}`

type Question = { address: string; chainId: bigint; hash: Uint8Array; signature: Uint8Array }

/** Whether a contract takes a signature for its own (EIP-1271), or why it could not be asked. */
type ContractAnswer = 'yes' | 'no' | 'other-chain' | 'silent'

/** Asks the contract at an address, on the chain that the message names, about a signature. */
async function askContract(rpcUrl: string, question: Question): Promise<ContractAnswer> {
  const chain = await sendRpc(rpcUrl, 'eth_chainId', [])
  if (chain.outcome !== 'result' || !isQuantity(chain.result)) return 'silent'
  if (BigInt(chain.result) !== question.chainId) return 'other-chain'
  const call = { to: question.address, data: callData(question) }
  const answer = await sendRpc(rpcUrl, 'eth_call', [call, 'latest'])
  if (answer.outcome === 'silent') return 'silent'
  // A contract may also say no by failing; an address without a contract answers nothing.
  return answer.outcome === 'result' && isYes(answer.result) ? 'yes' : 'no'
}

function isYes(value: unknown): boolean {
  return typeof value === 'string' && value.toLowerCase() === YES
}

function isQuantity(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
}

/** The call in the ABI's encoding: the hash, where the signature begins, its length, and it, filled up to whole words. */
function callData({ hash, signature }: Question): string {
  const hex = Buffer.from(signature).toString('hex')
  const filled = hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
  return `0x${MAGIC}${Buffer.from(hash).toString('hex')}${word(64)}${word(signature.length)}${filled}`
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}

const TIME_OUT_MS = 5000
const MAX_BYTES = 65_536

/** What an Ethereum node answered: a result, or that the call failed there, or that nothing useful came. */
type RpcAnswer = { outcome: 'result'; result: unknown } | { outcome: 'refused' } | { outcome: 'silent' }

/** Calls a method of a JSON-RPC 2.0 server over HTTP; never throws. */
export async function sendRpc(
  url: string,
  method: string,
  params: unknown[],
  timeOutMs = TIME_OUT_MS,
): Promise<RpcAnswer> {
  try {
    const answer = await fetch(withoutCredentials(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...writeAuthorization(url) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeOutMs),
    })
    // Some servers send a failed call with another status than 200.
    return read(JSON.parse(await readText(answer)))
  } catch {
    return { outcome: 'silent' }
  }
}

function read(answer: unknown): RpcAnswer {
  if (typeof answer !== 'object' || answer === null) return { outcome: 'silent' }
  if ('error' in answer && answer.error) return { outcome: 'refused' }
  return 'result' in answer ? { outcome: 'result', result: answer.result } : { outcome: 'silent' }
}

async function readText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.length
    if (length > MAX_BYTES) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

// fetch takes no user and password in the URL.
function withoutCredentials(text: string): URL {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url
}

function writeAuthorization(text: string): Record<string, string> {
  const { username, password } = new URL(text)
  if (username === '' && password === '') return {}
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return { authorization: `Basic ${credentials.toString('base64')}` }
}
