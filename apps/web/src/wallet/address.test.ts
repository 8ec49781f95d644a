import { describe, expect, it } from 'vitest'
import { checksumAddress, shortAddress } from './address.ts'

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
