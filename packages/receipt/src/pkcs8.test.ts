import { createPrivateKey, createPublicKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { ISSUER_KEYS } from '../test/sample-receipts.ts'
import { secretKeyToPkcs8 } from './encoding.ts'

it('writes a secret key as Node reads it', () => {
  const der = Buffer.from(secretKeyToPkcs8(ISSUER_KEYS.secretKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  expect(spki.subarray(-32).toString('hex')).toBe(ISSUER_KEYS.publicKey)
})

it.each(['', 'ab', 'AB'.repeat(32), 'ab'.repeat(33)])('refuses %j, and does not repeat it', (text) => {
  expect(() => secretKeyToPkcs8(text)).toThrow(/^secretKey must be 64 lower-case hex digits$/)
})
