import { bytesToHex } from '@stillhere/client/receipt'
import { checksumAddress } from './address.ts'

/** The wallet of a browser, as EIP-1193 has it: one door for all questions. */
export type WalletProvider = { request: (question: { method: string; params?: unknown[] }) => Promise<unknown> }

/** An account that its owner opened to this page. */
export type Account = { address: string; chainId: number }

/** A wallet that answered something else than it was asked for. */
export class OddWalletError extends Error {
  override readonly name = 'OddWalletError'
}

/** The wallet of this browser, or null where there is none. */
export function readWallet(page: object): WalletProvider | null {
  const ethereum: unknown = 'ethereum' in page ? page.ethereum : undefined
  return isProvider(ethereum) ? ethereum : null
}

function isProvider(value: unknown): value is WalletProvider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

/** Asks the owner for an account, and the wallet for its chain. */
export async function openAccount(wallet: WalletProvider): Promise<Account> {
  const accounts = await wallet.request({ method: 'eth_requestAccounts' })
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  const address = typeof first === 'string' ? checksumAddress(first) : null
  if (address === null) throw new OddWalletError('the wallet named no account')
  return { address, chainId: toChainId(await wallet.request({ method: 'eth_chainId' })) }
}

// A signature by a key is good on any chain; only a contract's is bound to the chain that the message names.
function toChainId(answer: unknown): number {
  const id = Number(answer)
  return Number.isSafeInteger(id) && id > 0 ? id : 1
}

/** Asks the owner to sign a text (EIP-191). */
export async function signText(wallet: WalletProvider, text: string, address: string): Promise<string> {
  const signature = await wallet.request({ method: 'personal_sign', params: [toHex(text), address] })
  if (typeof signature !== 'string') throw new OddWalletError('the wallet gave no signature')
  return signature
}

// Some wallets take a text that happens to look like hexadecimal digits for bytes, so it always goes as bytes.
function toHex(text: string): string {
  return `0x${bytesToHex(new TextEncoder().encode(text))}`
}
