import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { TaskResult } from '../../platform/threads/threads.ts'

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
