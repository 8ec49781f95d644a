import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as native from './crypto-node.ts'
import * as web from './crypto-web.ts'
import { bytesToHex, hexToBytes } from './encoding.ts'

type Vector = { priv: string; pub: string; msg: string; sig: string }

const RFC_8032: Vector[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../vectors/public/rfc8032/rfc8032-ed25519.json'), 'utf8'),
)

describe.each([
  ['crypto-node', native],
  ['crypto-web', web],
])('%s', (_name, { derivePublicKey, sha256Hex, signRaw, verifyRaw }) => {
  it.each(RFC_8032)('signs and verifies the RFC 8032 vector of key $pub', ({ priv, pub, msg, sig }) => {
    const message = hexToBytes(msg)
    expect(derivePublicKey(priv)).toBe(pub)
    expect(signRaw(message, priv)).toBe(sig)
    expect(verifyRaw(sig, message, pub)).toBe(true)
  })

  it.each([
    ['another message', ({ msg }: Vector) => ({ msg: `${msg}00` })],
    ['another R', ({ sig }: Vector) => ({ sig: flipBit(sig, 0) })],
    ['another last byte of R', ({ sig }: Vector) => ({ sig: flipBit(sig, 31) })],
    ['another S', ({ sig }: Vector) => ({ sig: flipBit(sig, 32) })],
    ['another key', () => ({ pub: RFC_8032[1]!.pub })],
  ])('refuses %s', (_, change) => {
    const vector = { ...RFC_8032[2]!, ...change(RFC_8032[2]!) }
    expect(verifyRaw(vector.sig, hexToBytes(vector.msg), vector.pub)).toBe(false)
  })

  // The second one stands in FIPS 180-2, appendix B.1.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['é😀', '1184d1f608158eea09d297565575892231550c403aaa913008d867a97cfd5c76'],
  ])('digests %j', (text, digest) => {
    expect(sha256Hex(text)).toBe(digest)
    expect(sha256Hex(new TextEncoder().encode(text))).toBe(digest)
  })
})

function flipBit(hex: string, byte: number): string {
  const bytes = hexToBytes(hex)
  bytes[byte]! ^= 1
  return bytesToHex(bytes)
}
