import { describe, expect, it } from 'vitest'
import {
  toChecksumAddress,
  OddWalletError,
  openAccount,
  readWallet,
  formatShortAddress,
  signInMessage,
  signText,
  type WalletProvider,
} from './sign-in.ts'

it('is, byte by byte, a message of EIP-4361', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const [nonce, chainId, statement] = ['69578a40c2b1f09a', 10, 'Sign in to Stillhere.']
  const [host, origin] = ['localhost:8787', 'http://localhost:8787']
  const issuedAt = '2026-03-10T12:00:00.000Z'
  expect(signInMessage({ host, origin, address, chainId, nonce, statement, issuedAt }))
    .toBe(`localhost:8787 wants you to sign in with your Ethereum account:
0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266

Sign in to Stillhere.

URI: http://localhost:8787
Version: 1
Chain ID: 10
Nonce: 69578a40c2b1f09a
Issued At: 2026-03-10T12:00:00.000Z`)
})

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

function wallet(answers: Record<string, unknown>, asked: unknown[] = []): WalletProvider {
  return {
    request: async ({ method, params }) => {
      asked.push(params)
      return answers[method]
    },
  }
}

it('finds the wallet of a page, and nothing in its place', () => {
  const provider = wallet({})
  expect(readWallet({ ethereum: provider })).toBe(provider)
  for (const page of [{}, { ethereum: null }, { ethereum: 1 }, { ethereum: { request: 1 } }]) {
    expect(readWallet(page)).toBeNull()
  }
})

it.each([
  ['0xa', 10],
  [5, 5],
  ['nonsense', 1],
  [undefined, 1],
  ['0x0', 1],
])('opens the first account with its checksum, on the chain that %s names', async (chain, chainId) => {
  const answers = { eth_requestAccounts: [ADDRESS.toLowerCase(), '0x1'], eth_chainId: chain }
  expect(await openAccount(wallet(answers))).toEqual({ address: ADDRESS, chainId })
})

it.each([[undefined], [[]], [[1]], [['0x12']], ['0x12']])('refuses %j for accounts', async (accounts) => {
  await expect(openAccount(wallet({ eth_requestAccounts: accounts }))).rejects.toThrow(OddWalletError)
})

it('has a text signed as bytes', async () => {
  const asked: unknown[] = []
  expect(await signText(wallet({ personal_sign: '0x12' }, asked), 'aé', ADDRESS)).toBe('0x12')
  expect(asked).toEqual([['0x61c3a9', ADDRESS]])
  await expect(signText(wallet({}), 'a', ADDRESS)).rejects.toThrow(OddWalletError)
})

describe('toChecksumAddress', () => {
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
      expect(toChecksumAddress(address.toLowerCase())).toBe(address)
      expect(toChecksumAddress(` ${address.toUpperCase().replace('0X', '0x')} `)).toBe(address)
    }
  })

  it.each(['', '0x', 'ada.eth', `0x${'a'.repeat(39)}`, `0x${'a'.repeat(41)}`, `0x${'g'.repeat(40)}`])(
    'takes "%s" for no address',
    (text) => {
      expect(toChecksumAddress(text)).toBeNull()
    },
  )
})

it('shows the beginning and the end', () => {
  expect(formatShortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
})
