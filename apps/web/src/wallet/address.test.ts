import { getAddress, keccak256 as keccakOfViem } from 'viem'
import { describe, expect, it } from 'vitest'
import { checksumAddress, shortAddress } from './address.ts'
import { keccak256 } from './keccak.ts'

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

describe('keccak256', () => {
  it.each([0, 1, 40, 135, 136, 137, 271, 272, 1000])('agrees with viem about %d bytes', (length) => {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256)
    expect(hex(keccak256(bytes))).toBe(keccakOfViem(bytes))
  })
})

describe('checksumAddress', () => {
  it('gives the letter case of EIP-55 to any spelling', () => {
    for (let seed = 0; seed < 50; seed++) {
      const address = hex(keccak256(Uint8Array.of(seed)).slice(0, 20))
      expect(checksumAddress(address)).toBe(getAddress(address as `0x${string}`))
      expect(checksumAddress(` ${address.toUpperCase().replace('0X', '0x')} `)).toBe(checksumAddress(address))
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
