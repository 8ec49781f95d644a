import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasPrivateKey, toJwk, readKey, readProvedKey } from './rules.ts'

// RFC 8032 section 7.1, test 1; its other forms are RFC 8037's and the did:key method's.
const HEX = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const jwk = (changes: object = {}) => JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: X, ...changes })

describe('readKey', () => {
  it.each([
    ['hex', HEX],
    ['hex in capitals', HEX.toUpperCase()],
    ['base64url', X],
    ['a JWK', jwk()],
    ['a JWK with names nobody needs', jwk({ alg: 'EdDSA', use: 'sig', kid: 'mine' })],
    ['a JWK with the algorithm of RFC 9864', jwk({ alg: 'Ed25519' })],
    ['did:key', 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw'],
  ])('reads %s as the same key', (_form, text) => {
    expect(readKey(text)).toEqual({ hex: HEX, x: X, thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' })
  })

  const hexOf = (low: string, top = '00') => low + '00'.repeat(32 - low.length / 2 - 1) + top
  it.each([
    ['nothing', ''],
    ['a word', 'key'],
    ['63 digits', HEX.slice(1)],
    ['65 digits', `0${HEX}`],
    ['hex with a prefix', `0x${HEX}`],
    ['31 bytes', X.slice(0, 42)],
    ['base64 with padding', `${X}=`],
    ['base64url with bits that no byte holds', `${X.slice(0, 42)}p`],
    ['plain base64', '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
    ['the identity', hexOf('01')],
    ['the identity with a sign', hexOf('01', '80')],
    ['a point of order two', `ec${'ff'.repeat(30)}7f`],
    ['a point of order four', hexOf('00')],
    ['a point of order eight', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
    ['the other point of order eight', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
    ['the identity, not canonical', `ee${'ff'.repeat(30)}7f`],
    ['a good y that is not canonical', `f0${'ff'.repeat(30)}7f`],
    ['bytes that are no point', hexOf('02')],
    ['a JWK of another curve', jwk({ crv: 'X25519' })],
    ['a JWK of another type', jwk({ kty: 'EC' })],
    ['a JWK of another algorithm', jwk({ alg: 'ES256' })],
    ['a JWK to encrypt with', jwk({ use: 'enc' })],
    ['a JWK without x', jwk({ x: undefined })],
    ['a JWK whose x is a number', jwk({ x: 7 })],
    ['a JWK whose x has padding', jwk({ x: `${X}=` })],
    ['a JWK with one name twice', jwk().replace('{', '{"kty":"OKP",')],
    ['half a JWK', jwk().slice(0, 20)],
    ['a list', `[${jwk()}]`],
    ['did:key of X25519', 'did:key:z6LSbysY2xFMRpGMhb7tFTLMpeuPRaqaWM1yECx2AtzE3KCc'],
    ['did:key with a fragment', 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw#z6Mk'],
    ['did:key with a letter that base58 has not', 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMs0'],
    ['did:key too short', 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMs'],
    ['did:web', 'did:web:example.org'],
    ['PEM', '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA\n-----END PUBLIC KEY-----'],
  ])('takes %s for no key that can be proved', (_what, text) => {
    expect(readKey(text)).toBeNull()
  })

  it('never throws, whatever the text', () => {
    const starts = fc.constantFrom('', '{', 'did:key:z6Mk', '{"kty":"OKP","crv":"Ed25519","x":"')
    fc.assert(
      fc.property(starts, fc.string({ unit: 'binary' }), (start, rest) => {
        expect([null, 'object']).toContain(readKey(start + rest) && 'object')
        expect(typeof hasPrivateKey(start + rest)).toBe('boolean')
      }),
      { seed: 20260310 },
    )
  })
})

describe('holdsPrivateKey', () => {
  it.each([
    [jwk({ d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' }), true],
    ['-----BEGIN PRIVATE KEY-----\nMC4CAQAw\n-----END PRIVATE KEY-----', true],
    ['-----BEGIN OPENSSH PRIVATE KEY-----', true],
    [jwk(), false],
    [HEX, false],
    ['{"d', false],
  ])('%s: %s', (text, expected) => {
    expect(hasPrivateKey(text)).toBe(expected)
  })
})

describe('readProvedKey', () => {
  it.each([HEX, X, jwk()])('reads %s as readKey does', (text) => {
    expect(readProvedKey(text)).toEqual(readKey(text))
  })

  it('does not look at the point, but at the form', () => {
    expect(readProvedKey('00'.repeat(32))).toMatchObject({ hex: '00'.repeat(32) })
    expect(readProvedKey('text')).toBeNull()
  })
})

describe('toJwk', () => {
  it('writes what readKey reads again', () => {
    const key = readKey(HEX)!
    expect(readKey(JSON.stringify(toJwk(key)))).toEqual(key)
  })
})
