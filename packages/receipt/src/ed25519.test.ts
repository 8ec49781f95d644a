import { describe, expect, it } from 'vitest'
import { ed25519Cases, lyingAboutLength } from '../test/ed25519-cases.ts'
import { isStrongPublicKey, verifyEd25519 } from './ed25519.ts'

const CASES = ed25519Cases()
const GENUINE = CASES[0]!

describe('verifyEd25519 on Node', () => {
  it.each(CASES)('answers $genuine for $name', ({ signature, message, publicKey, genuine }) => {
    expect(verifyEd25519(signature, message, publicKey)).toBe(genuine)
  })

  it.each([
    ['an upper-case signature', { signature: GENUINE.signature.toUpperCase() }],
    ['an upper-case key', { publicKey: GENUINE.publicKey.toUpperCase() }],
    ['a signature of odd length', { signature: GENUINE.signature.slice(1) }],
    ['a signature with a byte more', { signature: `${GENUINE.signature}00` }],
    ['a key with a byte more', { publicKey: `${GENUINE.publicKey}00` }],
    ['a key with a byte less', { publicKey: GENUINE.publicKey.slice(2) }],
    ['a signature with a prefix', { signature: `0x${GENUINE.signature.slice(2)}` }],
    ['no signature', { signature: undefined as unknown as string }],
    ['no key', { publicKey: null as unknown as string }],
    ['a boxed key', { publicKey: Object(GENUINE.publicKey) as string }],
    ['text for the message', { message: 'message 0' as unknown as Uint8Array }],
    ['a list for the message', { message: [...GENUINE.message] as unknown as Uint8Array }],
    ['an ArrayBuffer for the message', { message: GENUINE.message.buffer as unknown as Uint8Array }],
    ['a message that cannot be read', { message: Object.create(Uint8Array.prototype) as Uint8Array }],
  ])('answers false for %s', (_, change) => {
    const { signature, message, publicKey } = { ...GENUINE, ...change }
    expect(verifyEd25519(signature, message, publicKey)).toBe(false)
  })

  it('reads the message itself, not what a subclass says about it', () => {
    const message = lyingAboutLength('message 0 and more', 9)
    expect(verifyEd25519(GENUINE.signature, message, GENUINE.publicKey)).toBe(false)
  })

  it('takes the message as a Buffer or as part of a larger one', () => {
    const buffer = Buffer.from(`##message 0##`).subarray(2, -2)
    expect(verifyEd25519(GENUINE.signature, buffer, GENUINE.publicKey)).toBe(true)
  })
})

describe('isStrongPublicKey', () => {
  it.each([
    ['a key', GENUINE.publicKey, true],
    ['the identity', `01${'00'.repeat(31)}`, false],
    ['short text', 'ab', false],
    ['no text', 5, false],
  ])('judges %s', (_, key, strong) => {
    expect(isStrongPublicKey(key)).toBe(strong)
  })
})
