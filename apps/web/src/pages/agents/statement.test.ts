import { createPrivateKey, sign } from 'node:crypto'
import { secretKeyToPkcs8 } from '@stillhere/client'
import { generateKeyPair, type Signer, verifyEd25519 } from '@stillhere/client/receipt'
import { describe, expect, it } from 'vitest'
import { createStatement, signStatement, parseSignature } from './statement.ts'

const { publicKey, secretKey } = generateKeyPair()
const der = Buffer.from(secretKeyToPkcs8(secretKey))
const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
const signer: Signer = { publicKey, sign: async (message) => new Uint8Array(sign(null, message, secret)) }
const OCCASION = { audience: 'id.example.org', now: new Date('2026-03-01T12:00:00.000Z') }

describe('a statement', () => {
  it('is the context and the canonical JSON, and nothing else', () => {
    const { signed_at, text } = createStatement({ action: 'prove', agent_id: 'agent:a@b' }, OCCASION)
    expect(signed_at).toBe('2026-03-01T12:00:00.000Z')
    expect(text).toBe(
      'stillhere/agent/1\n{"action":"prove","agent_id":"agent:a@b","audience":"id.example.org","signed_at":"2026-03-01T12:00:00.000Z"}',
    )
  })

  it('is signed by the given key', async () => {
    const statement = { action: 'rotate', agent_id: 'agent:ä@b', public_key: publicKey } as const
    const { signature } = await signStatement(statement, OCCASION, signer)
    const bytes = new TextEncoder().encode(createStatement(statement, OCCASION).text)
    expect(verifyEd25519(signature, bytes, publicKey)).toBe(true)
  })
})

describe('parseSignature', () => {
  const bytes = Buffer.alloc(64, 0xab)

  it.each([
    ['hex', bytes.toString('hex')],
    [
      'hex in lines and capitals',
      `${bytes.toString('hex').toUpperCase().slice(0, 60)}\n${bytes.toString('hex').slice(60)} `,
    ],
    ['base64', bytes.toString('base64')],
  ])('reads %s', (_, text) => {
    expect(parseSignature(text)).toBe('ab'.repeat(64))
  })

  it.each(['', 'ab', 'zz'.repeat(64), 'ab'.repeat(65)])('refuses %j', (text) => {
    expect(parseSignature(text)).toBeNull()
  })
})
