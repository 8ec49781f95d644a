import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'

/** A wallet with a key, as wallets sign (EIP-191); tools/viem.test.ts compares it with viem's. */
export type KeyWallet = { address: `0x${string}`; signMessage: (message: string | Uint8Array) => `0x${string}` }

/** A wallet of a new key. */
export function newWallet(): KeyWallet {
  return createWallet(secp256k1.utils.randomSecretKey())
}

/** The wallet of a key. */
export function createWallet(key: Uint8Array): KeyWallet {
  const address = withChecksum(hex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12)))
  return { address, signMessage: (message) => signHash(personalHash(message), key) }
}

/** An address in the letter case of EIP-55. */
function withChecksum(digits: string): `0x${string}` {
  const hash = hex(keccak_256(Buffer.from(digits)))
  return `0x${digits.replace(/./g, (digit, at: number) => ((hash[at] ?? '') >= '8' ? digit.toUpperCase() : digit))}`
}

function personalHash(message: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(message)
  return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes]))
}

function signHash(hash: Uint8Array, key: Uint8Array): `0x${string}` {
  const [recovery = 0, ...rs] = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
  return `0x${hex(Uint8Array.of(...rs, recovery + 27))}`
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
