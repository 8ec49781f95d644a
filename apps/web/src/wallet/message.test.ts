import { expect, it } from 'vitest'
import { signInMessage } from './message.ts'

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
