/** What a wallet is asked to sign: for which site, with which account, and what it means. */
export type SignInText = {
  host: string
  origin: string
  address: string
  chainId: number
  nonce: string
  issuedAt: string
  statement: string
}

/** A message of EIP-4361, line by line as its grammar has it. */
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
