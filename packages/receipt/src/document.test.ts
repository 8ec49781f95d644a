import { describe, expect, it } from 'vitest'
import { ISSUER_KEYS, NOW, OTHER_KEYS, sampleReceipt, signText } from '../test/sample-receipts.ts'
import { canonicalize } from './json.ts'
import { signDocument, verifyDocument } from './sign.ts'
import { signStatusList } from './status-list.ts'

const { publicKey, secretKey } = ISSUER_KEYS
const CONTEXT = 'example/card/1\n'
const BODY = { b: 2, a: 'ß' }

describe('signDocument', () => {
  it('signs the context and the canonical text of everything but the value', () => {
    const signature = { algorithm: 'Ed25519', canonicalization: 'JCS' }
    const value = signText(CONTEXT + canonicalize({ ...BODY, signature }), secretKey)
    expect(signDocument(CONTEXT, BODY, secretKey)).toEqual({ ...BODY, signature: { ...signature, value } })
  })

  it('covers members of the signature beside the value', () => {
    const signed = signDocument(CONTEXT, { ...BODY, signature: { signedAt: 'now' } }, secretKey)
    expect(verifyDocument(CONTEXT, signed, publicKey)).toBe(true)
    const later = { ...signed, signature: { ...signed.signature, signedAt: 'later' } }
    expect(verifyDocument(CONTEXT, later, publicKey)).toBe(false)
  })

  it('refuses a key that is none', () => {
    const refusal = { name: 'ReceiptError', message: 'secretKey must be 64 lower-case hex digits' }
    expect(() => signDocument(CONTEXT, BODY, 'abc')).toThrow(expect.objectContaining(refusal))
  })

  it('takes only a signature by the signer’s public key', async () => {
    const sign = async (message: Uint8Array) => Buffer.from(signText(Buffer.from(message).toString(), secretKey), 'hex')
    expect(await signDocument(CONTEXT, BODY, { publicKey, sign })).toEqual(signDocument(CONTEXT, BODY, secretKey))
    const other = signDocument(CONTEXT, BODY, { publicKey: OTHER_KEYS.publicKey, sign })
    await expect(other).rejects.toThrow('not a signature by its publicKey')
  })
})

describe('verifyDocument', () => {
  const signed = signDocument(CONTEXT, BODY, secretKey)

  it('refuses another context, another key and any other member', () => {
    expect(verifyDocument(CONTEXT, signed, publicKey)).toBe(true)
    expect(verifyDocument('example/card/2\n', signed, publicKey)).toBe(false)
    expect(verifyDocument(CONTEXT, signed, OTHER_KEYS.publicKey)).toBe(false)
    for (const change of [{ b: 3 }, { c: 1 }]) {
      expect(verifyDocument(CONTEXT, { ...signed, ...change }, publicKey)).toBe(false)
    }
  })

  it('knows receipts and status lists by their contexts', () => {
    const list = signStatusList({ revoked: [], issuedAt: NOW, nextUpdate: NOW + 1 }, secretKey)
    expect(verifyDocument('CPS-0001/1.0\n', sampleReceipt(), publicKey)).toBe(true)
    expect(verifyDocument('CPS-0001/status-list/1.0\n', list, publicKey)).toBe(true)
    expect(verifyDocument('CPS-0001/1.0\n', list, publicKey)).toBe(false)
  })
})
