import { describe, expect, it } from 'vitest'
import { createIssuerIdentity, generateKeyPair } from './ed25519.ts'

describe('generateKeyPair', () => {
  it('derives the public key from the random seed', () => {
    // RFC 8032 section 7.1, test 1.
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
    const asked: number[] = []
    const random = (length: number) => {
      asked.push(length)
      return new Uint8Array(seed)
    }
    expect(generateKeyPair({ random })).toEqual({
      publicKey: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      secretKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
    })
    expect(asked).toEqual([32])
  })

  it('gives a new pair of 64 lower-case hex digits each time', () => {
    const first = generateKeyPair()
    expect(first.publicKey).toMatch(/^[0-9a-f]{64}$/)
    expect(first.secretKey).toMatch(/^[0-9a-f]{64}$/)
    expect(generateKeyPair({}).secretKey).not.toBe(first.secretKey)
  })
})

it.each([0, 31, 33])('refuses %i random bytes in place of 32', (length) => {
  expect(() => generateKeyPair({ random: () => new Uint8Array(length) })).toThrow(
    'random must answer as many bytes as it is asked for',
  )
})

it.each(['', 'ab', 'A'.repeat(64), 'a'.repeat(63), undefined])('gives no issuer for the key %j', (publicKey) => {
  const act = () => createIssuerIdentity({ publicKey: publicKey as string })
  expect(act).toThrow('publicKey must be 64 lower-case hex digits')
  expect(act).toThrow(expect.objectContaining({ name: 'ReceiptError', code: 'INVALID_SCHEMA' }))
})

it('names an issuer after the hash of its public key, and keeps the secret out', () => {
  const keys = {
    publicKey: 'ba45b2a513766740e8e541872a2d46af17d3f0a9a3700f0568beae03b3bad4d9',
    secretKey: 'secret',
  }
  // The issuer of the public reference's vectors.
  expect(createIssuerIdentity(keys)).toEqual({ id: '74c00c0b4be8c3e3', publicKey: keys.publicKey })
})
