import { keccak_256 } from '@noble/hashes/sha3.js'

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** An Ethereum address as bytes; undefined when the text is none. */
export function addressBytes(text: string): Buffer | undefined {
  return ADDRESS.test(text) ? Buffer.from(text.slice(2), 'hex') : undefined
}

/** An address as text, in the letter case that is its checksum (EIP-55). */
export function checksumAddress(address: Uint8Array): string {
  const digits = Buffer.from(address).toString('hex')
  const hash = Buffer.from(keccak_256(Buffer.from(digits, 'ascii'))).toString('hex')
  return `0x${digits
    .split('')
    .map((digit, index) => ((hash[index] ?? '0') >= '8' ? digit.toUpperCase() : digit))
    .join('')}`
}
