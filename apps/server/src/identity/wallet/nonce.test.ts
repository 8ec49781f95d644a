import { describe, expect, it } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { createNonce, readNonceTime } from './sign-in.ts'

const secrets = createSecrets(Buffer.alloc(32, 7))
const now = new Date('2026-03-10T12:00:00.900Z')

describe('createNonce', () => {
  it('is alphanumeric, long enough for EIP-4361, and another each time', () => {
    const nonces = Array.from({ length: 100 }, () => createNonce(secrets, now))
    for (const nonce of nonces) expect(nonce).toMatch(/^[a-z0-9]{40}$/)
    expect(new Set(nonces).size).toBe(100)
  })

  it('tells when it was given', () => {
    expect(readNonceTime(secrets, createNonce(secrets, now))).toBe(Date.parse('2026-03-10T12:00:00Z'))
  })
})

describe('readNonceTime', () => {
  it.each([
    ['a nonce of the client', 'abcdefgh'],
    ['a nonce that looks like ours', 'a'.repeat(40)],
    ['one with more at its end', `${createNonce(secrets, now)}0`],
    ['one whose time was changed', `f${createNonce(secrets, now).slice(1)}`],
    ['one of another service', createNonce(createSecrets(Buffer.alloc(32, 8)), now)],
  ])('%s tells nothing', (_, nonce) => {
    expect(readNonceTime(secrets, nonce)).toBeUndefined()
  })
})
