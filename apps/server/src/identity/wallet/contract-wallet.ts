import { callRpc } from './json-rpc.ts'

/** isValidSignature(bytes32,bytes) of EIP-1271: its selector is also the answer that means yes. */
const MAGIC = '1626ba7e'
const YES = `0x${MAGIC}${'0'.repeat(56)}`

export type Question = { address: string; chainId: bigint; hash: Uint8Array; signature: Uint8Array }

/** Whether a contract takes a signature for its own (EIP-1271), or why it could not be asked. */
export type ContractAnswer = 'yes' | 'no' | 'other-chain' | 'silent'

/** Asks the contract at an address, on the chain that the message names, about a signature. */
export async function askContract(rpcUrl: string, question: Question): Promise<ContractAnswer> {
  const chain = await callRpc(rpcUrl, 'eth_chainId', [])
  if (chain.outcome !== 'result' || !isQuantity(chain.result)) return 'silent'
  if (BigInt(chain.result) !== question.chainId) return 'other-chain'
  const call = { to: question.address, data: callData(question) }
  const answer = await callRpc(rpcUrl, 'eth_call', [call, 'latest'])
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
