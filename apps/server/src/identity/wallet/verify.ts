import type { BodyOf, signInWithWallet } from '@stillhere/contract'
import type { FastifyRequest } from 'fastify'
import { findOwnAddress } from '../../platform/http/origin.ts'
import { takeFromAddressBudget, workOnCpuBudget } from '../../platform/limits/budgets.ts'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import { addressBytes, checksumAddress } from './address.ts'
import { askContract, type ContractAnswer } from './contract-wallet.ts'
import { parseMessage, type SiweMessage } from './message.ts'
import { type Broken, CONTENT_RULES, findBrokenRules } from './rules.ts'
import { messageHash, recoverSigner, signatureBytes } from './signature.ts'

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
  const signer = await workOnCpuBudget(service, request, ({ threads }) =>
    threads.run(recoverSigner, { hash, signature }),
  )
  if (signer && checksumAddress(Buffer.from(signer)) === address) return undefined
  if (isForUndeployed(signature))
    return { rule: 'signature', why: 'wallets that are not deployed (EIP-6492) cannot sign in' }
  const { ethRpcUrl } = service.settings
  if (ethRpcUrl === undefined) return { rule: 'signature', why: CONTRACTS_NEED_RPC }
  await takeFromAddressBudget(service, 'siwe.contract.address', request)
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
