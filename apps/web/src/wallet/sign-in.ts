import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@stillhere/client/receipt'
import { service } from '../service.ts'
import { revokeToken, startSession } from '../sign-in/sign-in.ts'

/** Signs this browser in with a signed wallet message and returns true. Returns false, without signing in, if the wallet isn't bound to a node. */
export async function signInByWallet(signed: SignedMessage): Promise<boolean> {
  const { node_token: token } = await service.signInWithWallet(signed)
  if (token === undefined) return false
  await startSession(token)
  return true
}

/** Binds the wallet of a signed message to the signed-in node. Rejects if the service refuses. */
export async function addWallet(signed: SignedMessage): Promise<void> {
  const { node_token: token } = await service.signInWithWallet(signed)
  // The response contains a token, which a signed-in browser doesn't need. If revoking it fails, My node lists it.
  if (token !== undefined) await revokeToken(token).catch(() => undefined)
}

/** An EIP-4361 message with the signature of the account `address`. */
export type SignedMessage = { message: string; signature: string; address: string }

/** Creates the EIP-4361 message that an account must sign, with a nonce from the service. `statement` says what the signature is for. */
export async function createMessage({ address, chainId }: Account, statement: string): Promise<string> {
  const { nonce } = await service.getWalletNonce()
  const { host, origin } = location
  return signInMessage({ host, origin, address, chainId, nonce, statement, issuedAt: new Date().toISOString() })
}

/** The content of a message to sign: site, account and meaning. */
type SignInText = {
  host: string
  origin: string
  address: string
  chainId: number
  nonce: string
  issuedAt: string
  statement: string
}

/** Formats an EIP-4361 sign-in message from its values. */
export function signInMessage(text: SignInText): string {
  return [
    `${text.host} wants you to sign in with your Ethereum account:`,
    text.address,
    '',
    text.statement,
    '',
    `URI: ${text.origin}`,
    'Version: 1',
    `Chain ID: ${text.chainId}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt}`,
  ].join('\n')
}

/**
 * Creates an EIP-4361 message and has this browser's wallet sign it. The wallet prompts twice: to share an account and to sign. Throws an
 * OddWalletError for an unexpected response.
 */
export async function signByWallet(wallet: WalletProvider, statement: string): Promise<SignedMessage> {
  const account = await openAccount(wallet)
  const message = await createMessage(account, statement)
  const { address } = account
  return { message, address, signature: await signText(wallet, message, address) }
}

/** The message to sign, and what happens afterwards. */
export type SignerProps = {
  /** The label of the button. */
  label: string
  /** The meaning of the signature that the wallet shows. */
  statement: string
  onSigned: (signed: SignedMessage) => Promise<unknown>
}

/** The interface of a browser's Ethereum wallet (EIP-1193). */
export type WalletProvider = { request: (question: { method: string; params?: unknown[] }) => Promise<unknown> }

/** An account that its owner shared with this page. */
type Account = { address: string; chainId: number }

/** Thrown if a wallet's response isn't usable. */
export class OddWalletError extends Error {
  override readonly name = 'OddWalletError'
}

/** Returns the Ethereum wallet that the browser provides on `page` (usually `window`). Returns null if there is none. */
export function readWallet(page: object): WalletProvider | null {
  const ethereum: unknown = 'ethereum' in page ? page.ethereum : undefined
  return isProvider(ethereum) ? ethereum : null
}

function isProvider(value: unknown): value is WalletProvider {
  return typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'
}

/**
 * Asks the wallet's owner to share an account with this page, and returns its address and chain. Throws an OddWalletError if the wallet names no
 * account.
 */
export async function openAccount(wallet: WalletProvider): Promise<Account> {
  const accounts = await wallet.request({ method: 'eth_requestAccounts' })
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  const address = typeof first === 'string' ? toChecksumAddress(first) : null
  if (address === null) throw new OddWalletError('the wallet named no account')
  return { address, chainId: toChainId(await wallet.request({ method: 'eth_chainId' })) }
}

/** Converts an Ethereum address to the mixed case of EIP-55, which EIP-4361 messages require. Returns null if the text isn't an address. */
export function toChecksumAddress(text: string): string | null {
  const digits = /^\s*0x([0-9a-f]{40})\s*$/i.exec(text)?.[1]?.toLowerCase()
  if (digits === undefined) return null
  const hash = keccak_256(new TextEncoder().encode(digits))
  const nibble = (index: number) => ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
  return `0x${digits.replace(/./g, (digit, index: number) => (nibble(index) >= 8 ? digit.toUpperCase() : digit))}`
}

/** Shortens an Ethereum address to its beginning and end, such as 0x1234…abcd, for people to compare. */
export function formatShortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

// A key's signature is valid on any chain; only a contract's depends on the chain in the message.
function toChainId(answer: unknown): number {
  const id = Number(answer)
  return Number.isSafeInteger(id) && id > 0 ? id : 1
}

/** Asks the wallet to sign a text with the account `address` (`personal_sign`, EIP-191), and returns the signature. Rejects if the owner declines. */
export async function signText(wallet: WalletProvider, text: string, address: string): Promise<string> {
  const signature = await wallet.request({ method: 'personal_sign', params: [toHex(text), address] })
  if (typeof signature !== 'string') throw new OddWalletError('the wallet gave no signature')
  return signature
}

// Some wallets read a text of hexadecimal digits as bytes, so it's always sent as bytes.
function toHex(text: string): string {
  return `0x${bytesToHex(new TextEncoder().encode(text))}`
}
