import { keccak_256 } from '@noble/hashes/sha3.js'

/** The address in the letter case of EIP-55, which a message must have; null for what is none. Wallets often give it in small letters. */
export function checksumAddress(text: string): string | null {
  const digits = /^\s*0x([0-9a-f]{40})\s*$/i.exec(text)?.[1]?.toLowerCase()
  if (digits === undefined) return null
  const hash = keccak_256(new TextEncoder().encode(digits))
  const nibble = (index: number) => ((hash[index >> 1] ?? 0) >> (index % 2 === 0 ? 4 : 0)) & 15
  return `0x${digits.replace(/./g, (digit, index: number) => (nibble(index) >= 8 ? digit.toUpperCase() : digit))}`
}

/** An address as people compare it: its beginning and its end. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
