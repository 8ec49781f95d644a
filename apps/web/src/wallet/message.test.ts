import { createSiweMessage } from 'viem/siwe'
import { expect, it } from 'vitest'
import { signInMessage } from './message.ts'

it('is, byte by byte, what viem writes', () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const [nonce, chainId, statement] = ['69578a40c2b1f09a', 10, 'Sign in to Stillhere.']
  const [host, origin] = ['localhost:8787', 'http://localhost:8787']
  const issuedAt = new Date('2026-03-10T12:00:00.000Z')
  expect(signInMessage({ host, origin, address, chainId, nonce, statement, issuedAt: issuedAt.toISOString() })).toBe(
    createSiweMessage({ domain: host, uri: origin, address, chainId, nonce, statement, issuedAt, version: '1' }),
  )
})
