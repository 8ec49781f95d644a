import { expect, it } from 'vitest'
import { OddWalletError, openAccount, signText, type WalletProvider, readWallet } from './provider.ts'

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
