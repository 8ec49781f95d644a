import { secp256k1 } from '@noble/curves/secp256k1.js'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newWallet } from '../../../test/wallets.ts'
import { parseAddress, formatAddress } from './message.ts'
import { hashMessage, findSigner, parseSignature } from './verify.ts'

const ORDER = secp256k1.Point.Fn.ORDER
const wallet = newWallet()
const signed = async (text = 'hello') => parseSignature(wallet.signMessage(text))!
const recovered = (signature: Uint8Array, text = 'hello') => {
  const address = findSigner(hashMessage(text), signature)
  return address && formatAddress(address)
}

describe('checksummed', () => {
  // The examples of EIP-55.
  it.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('writes %s', (address) => {
    expect(formatAddress(parseAddress(address.toLowerCase())!)).toBe(address)
  })

  it.each(['', '0x', '0x12', 'a'.repeat(42), `0x${'g'.repeat(40)}`, `0x${'a'.repeat(41)}`])(
    '%j is no address',
    (text) => {
      expect(parseAddress(text)).toBeUndefined()
    },
  )
})

describe('hashMessage', () => {
  // As viem computes them.
  it.each([
    ['', '5f35dce98ba4fba25530a026ed80b2cecdaa31091ba4958b99b52ea1d068adad'],
    ['hello', '50b2c43fd39106bafbba0da34fc430e1f91e3c96ea2acee2bc34119f92b37750'],
    ['a'.repeat(1000), '646dfe80977f3cb244f566d96cd3aabb891d47b9ba5159076d78e9999835e0d6'],
    ['Grüße', 'baf646e35e3d7864f70f67f7cdbd0f5857fe2c12eb040022e3521719b41de91d'],
  ])('is that of EIP-191 for %j', (text, hash) => {
    expect(Buffer.from(hashMessage(text)).toString('hex')).toBe(hash)
  })
})

describe('findSigner', () => {
  it('finds who signed, with v of 27 or 28 and of 0 or 1', async () => {
    for (let n = 0; n < 8; n++) {
      const signature = await signed(`hello ${n}`)
      expect(recovered(signature, `hello ${n}`)).toBe(wallet.address)
      signature[64]! -= 27
      expect(recovered(signature, `hello ${n}`)).toBe(wallet.address)
    }
  })

  it('finds somebody else for another message', async () => {
    expect(recovered(await signed(), 'hallo')).not.toBe(wallet.address)
  })

  it.each([2, 3, 4, 26, 29, 30, 31, 37, 255])('takes no v of %i', async (v) => {
    const signature = await signed()
    signature[64] = v
    expect(recovered(signature)).toBeUndefined()
  })

  it('takes of the two signatures that everybody can make of one only that with the low s', async () => {
    const signature = await signed()
    const s = BigInt(`0x${signature.subarray(32, 64).toString('hex')}`)
    const twin = Buffer.from(signature)
    twin.write((ORDER - s).toString(16).padStart(64, '0'), 32, 'hex')
    twin[64] = signature[64] === 27 ? 28 : 27
    expect(recovered(twin)).toBeUndefined()
  })

  it.each([0, 1, 63, 64, 66, 97, 130])('takes no signature of %i bytes', (length) => {
    expect(recovered(Buffer.alloc(length, 1))).toBeUndefined()
  })

  it.each([
    ['r of 0', 0n, 1n],
    ['s of 0', 1n, 0n],
    ['r of the order', ORDER, 1n],
    ['s of the order', 1n, ORDER],
    ['r that is on no point', 5n, 1n],
  ])('takes no %s', (_, r, s) => {
    const hex = [r, s].map((part) => part.toString(16).padStart(64, '0')).join('')
    expect(recovered(Buffer.from(`${hex}1b`, 'hex'))).toBeUndefined()
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 70 }), fc.string(), (bytes, text) => {
        findSigner(hashMessage(text), bytes)
      }),
      { seed: 20260310 },
    )
  })
})

describe('parseSignature', () => {
  it.each(['', '0x', '0x0', '0xzz', 'ab', '0x 1', `0x${'1'.repeat(131)}`, '٠x11'])('%j is no signature', (text) => {
    expect(parseSignature(text)).toBeUndefined()
  })
})
