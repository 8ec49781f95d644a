import { service } from '../service.ts'
import { signInMessage } from './message.ts'
import { type Account, type WalletProvider, openAccount, signText } from './provider.ts'

/** A message, and the signature by the key of its address. */
export type Signed = { message: string; signature: string; address: string }

/** The message that an account has to sign here and now, with a nonce of the service. */
export async function prepareMessage({ address, chainId }: Account, statement: string): Promise<string> {
  const { nonce } = await service.getWalletNonce()
  const { host, origin } = location
  return signInMessage({ host, origin, address, chainId, nonce, statement, issuedAt: new Date().toISOString() })
}

/** Has the wallet of this browser sign. Its owner is asked twice: for the account, and for the signature. */
export async function signByWallet(wallet: WalletProvider, statement: string): Promise<Signed> {
  const account = await openAccount(wallet)
  const message = await prepareMessage(account, statement)
  const { address } = account
  return { message, address, signature: await signText(wallet, message, address) }
}

/** What is to be signed, and what then. */
export type SignerProps = {
  /** What the button says. */
  label: string
  /** What the wallet shows as the meaning of the signature. */
  statement: string
  onSigned: (signed: Signed) => Promise<unknown>
}
