import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bytesToHex } from './hex.ts'
import { sha256, sha512 } from './sha2.ts'

const pattern = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 131 + length) & 0xff)
const ABC = new TextEncoder().encode('abc')

describe.each([
  ['sha256', sha256, 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'sha512',
    sha512,
    'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
  ],
] as const)('%s', (name, hash, expected) => {
  const native = (bytes: Uint8Array) => createHash(name).update(bytes).digest('hex')

  it('hashes "abc" as FIPS 180-4 says', () => {
    expect(bytesToHex(hash(ABC))).toBe(expected)
  })

  it('agrees with OpenSSL on every length up to four blocks and a bit', () => {
    const lengths = Array.from({ length: 530 }, (_, length) => length)
    expect(lengths.filter((length) => bytesToHex(hash(pattern(length))) !== native(pattern(length)))).toEqual([])
  })

  it('agrees with OpenSSL on a long message', () => {
    expect(bytesToHex(hash(pattern(100_003)))).toBe(native(pattern(100_003)))
  })

  it('leaves the message as it was', () => {
    const message = pattern(200)
    hash(message)
    expect(message).toEqual(pattern(200))
  })

  it('reads a view into a larger buffer', () => {
    const view = pattern(300).subarray(17, 203)
    expect(bytesToHex(hash(view))).toBe(native(view))
  })
})
