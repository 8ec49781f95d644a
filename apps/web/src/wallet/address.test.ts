import { describe, expect, it } from 'vitest'
import { checksumAddress, shortAddress } from './address.ts'
import { keccak256 } from './keccak.ts'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

describe('keccak256', () => {
  // As viem computes them.
  it.each([
    [0, '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
    [1, '0x5fe7f977e71dba2ea1a68e21057beebb9be2ac30c6410aa38d4f3fbe41dcffd2'],
    [40, '0x5f7897d8cd60149cba6ee321ee4039043099c32ae9dfb7e402df5755ed9f4167'],
    [135, '0x1ca68768bdc448a167f00e4e610a911cd1bc3b3958b3cf8973366ecb233a0906'],
    [136, '0x71b476ce5fb1fc98a82a5a26d39bab4ec416e0d3b8481bed4126ae6893987d3b'],
    [137, '0xf50b4cc430d873028beda98731d46438f1d6765329aa42c8ba0ae2d66ec92be0'],
    [271, '0xbeb22110f3e651a032267cf585e6e497811a808f32166a5705b52013d0bc77c9'],
    [272, '0x40603c6f4f257da36237702dffc2aa8f2500b8b1e7beb2553da185b59fa7906e'],
    [1000, '0x08ae19eebc819b4a746aa3ca29fab2e0292fba39ce05b421c4d90ba068ec3c94'],
  ])('is that of Ethereum for %d bytes', (length, hash) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256)
    expect(hex(keccak256(bytes))).toBe(hash)
  })
})

describe('checksumAddress', () => {
  it('gives the letter case of EIP-55 to any spelling', () => {
    // The examples of EIP-55.
    for (const address of [
      '0x52908400098527886E0F7030069857D2E4169EE7',
      '0xde709f2102306220921060314715629080e2fb77',
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
      '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
      '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    ]) {
      expect(checksumAddress(address.toLowerCase())).toBe(address)
      expect(checksumAddress(` ${address.toUpperCase().replace('0X', '0x')} `)).toBe(address)
    }
  })

  it.each(['', '0x', 'ada.eth', `0x${'a'.repeat(39)}`, `0x${'a'.repeat(41)}`, `0x${'g'.repeat(40)}`])(
    'takes "%s" for no address',
    (text) => {
      expect(checksumAddress(text)).toBeNull()
    },
  )
})

it('shows the beginning and the end', () => {
  expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
})
