import { createHash, createPrivateKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicVerif, TOKEN_TYPES } from '@cloudflare/privacypass-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  readKnown,
  startTokenIssuer,
  type TestIssuer,
  listChallenges,
  writeAuthorization,
} from '../../test/token-issuer.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import {
  encodeTokenChallenge,
  findTokenProblem,
  judgeToken,
  parseToken,
  writeTokenChallenges,
} from './private-token.ts'

// RFC 9578, test vectors of issuance protocol 2.
type Vector = Record<'token_challenge' | 'token_request' | 'token_response' | 'token', string>
const FILE = join(import.meta.dirname, '..', '..', 'test', 'vectors', 'rfc9578-type-2.json')
const { skS, pkS, vectors } = JSON.parse(readFileSync(FILE, 'utf8')) as { skS: string; pkS: string; vectors: Vector[] }
const hex = (text: string) => Buffer.from(text, 'hex')
const parse = (bytes: Buffer) => {
  const token = parseToken(bytes)
  if (typeof token === 'string') throw new Error(token)
  return token
}

describe('RFC 9578', () => {
  const known = readKnown('issuer.example', hex(pkS))

  it('every token of the vectors counts for its own challenge, and for no other', () => {
    expect(vectors).toHaveLength(5)
    for (const { token } of vectors) {
      const accepted = vectors.filter(
        ({ token_challenge }) => findTokenProblem(parse(hex(token)), known, hex(token_challenge)) === null,
      )
      expect(accepted.map((vector) => vector.token)).toEqual([token])
    }
  })

  it('challenges are written as in the vectors', () => {
    const context = Buffer.alloc(0)
    const redeemed = hex('8e7acc900e393381e8810b7c9e4a68b5163f1f880ab6688a6ffe780923609e88')
    const written = [
      [redeemed, 'origin.example'],
      [context, 'origin.example'],
      [context, 'foo.example,bar.example'],
      [context, ''],
      [redeemed, ''],
    ] as const
    expect(
      written.map(([redemptionContext, originInfo]) =>
        encodeTokenChallenge({ issuerName: 'issuer.example', redemptionContext, originInfo }).toString('hex'),
      ),
    ).toEqual(vectors.map(({ token_challenge }) => token_challenge))
  })

  it('the issuer of the tests signs as in the vectors', async () => {
    const { BlindRSAMode, Issuer, TokenRequest } = publicVerif
    const pkcs8 = createPrivateKey(hex(skS).toString()).export({ format: 'der', type: 'pkcs8' })
    const rsa = { name: 'RSA-PSS', hash: 'SHA-384' }
    const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, rsa, true, ['sign'])
    const issuer = new Issuer(BlindRSAMode.PSS, 'issuer.example', privateKey, privateKey)
    const { token_request, token_response } = vectors[0] as Vector
    const request = TokenRequest.deserialize(TOKEN_TYPES.BLIND_RSA, Uint8Array.from(hex(token_request)))
    expect(Buffer.from((await issuer.issue(request)).serialize()).toString('hex')).toBe(token_response)
  })
})

describe('a private token for a live challenge', () => {
  const ID = '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40'
  let issuer: TestIssuer
  let settings: Settings
  let challenge: Buffer
  beforeAll(async () => {
    issuer = await startTokenIssuer()
    settings = { ...readSettings({}), privateTokenIssuers: [issuer.known] }
    challenge = listChallenges(writeTokenChallenges(settings, ID))[0] as Buffer
  })
  afterAll(() => issuer.stop())

  const judge = (token: Buffer) => judgeToken(settings, ID, writeAuthorization(token))

  it('answers a challenge with the id’s hash and the service’s name', () => {
    const redemptionContext = createHash('sha256').update(ID).digest()
    const at = (originInfo: string) =>
      encodeTokenChallenge({ issuerName: 'issuer.example', redemptionContext, originInfo })
    expect(challenge).toEqual(at('localhost'))
    const named = { ...settings, publicUrl: 'https://id.example.org:8443' }
    expect(listChallenges(writeTokenChallenges(named, ID))).toEqual([at('id.example.org:8443')])
  })

  it('is asked for of every key', () => {
    const both = { ...settings, privateTokenIssuers: [issuer.known, readKnown('other.example:8443', hex(pkS))] }
    const names = listChallenges(writeTokenChallenges(both, ID)).map((bytes) => bytes.subarray(4, 4 + (bytes[3] ?? 0)))
    expect(names.map(String)).toEqual(['issuer.example', 'other.example:8443'])
  })

  it.each([
    ['in quotes', (token: string) => `PrivateToken token="${token}"`],
    ['padded', (token: string) => `PrivateToken token="${token}=="`],
    ['without quotes', (token: string) => `privatetoken token=${token}`],
    ['beside parameters that nobody knows', (token: string) => `PrivateToken extensions="AAA", token="${token}", a=b`],
  ])('is read %s', (_, write) => {
    const token = issuer.signToken(challenge)
    expect(judgeToken(settings, ID, write(token.toString('base64url')))).toMatchObject({ issuer: issuer.known })
  })

  it.each([
    ['token must be base64url.', 'PrivateToken'],
    ['token must be base64url.', 'PrivateToken token="a b"'],
    ['token must be base64url.', 'PrivateToken token='],
    ['token_type must be 2.', 'PrivateToken token="AA"'],
    ['token_type must be 2.', `PrivateToken token="${Buffer.alloc(354).toString('base64url')}"`],
    ['token must have 354 bytes, not 2.', 'PrivateToken token="AAI"'],
  ])('%s (%s)', (refused, authorization) => {
    expect(judgeToken(settings, ID, `${authorization} `)).toEqual({ refused })
  })

  it('is none where another scheme or nothing came', () => {
    for (const authorization of [undefined, '', 'Bearer PrivateToken token="AA"', 'PrivateTokens token="AA"'])
      expect(judgeToken(settings, ID, authorization)).toBeUndefined()
  })

  it('0 of 1,000 forged ones count', () => {
    const token = issuer.signToken(challenge)
    expect(judge(token)).toMatchObject({ issuer: issuer.known })
    const flipped = Array.from(token, (byte, index) => withByte(token, index, byte ^ (1 << (index % 8))))
    const cut = [0, 1, 2, 34, 98, 353].map((length) => token.subarray(0, length))
    const guessed = Array.from({ length: 290 }, () => Buffer.concat([token.subarray(0, 98), randomBytes(256)]))
    const anew = Array.from({ length: 350 }, () =>
      Buffer.concat([Buffer.of(0, 2), randomBytes(32), token.subarray(34)]),
    )
    const forged = [...flipped, ...cut, Buffer.concat([token, Buffer.of(0)]), ...guessed, ...anew]
    expect(forged.length).toBeGreaterThanOrEqual(1000)
    expect(forged.filter((one) => !('refused' in (judge(one) ?? {})))).toEqual([])
    const words = new Set(forged.map((one) => (judge(one) as { refused: string }).refused.split(' ')[0]))
    expect(words).toEqual(new Set(['token_type', 'token', 'token_key_id', 'challenge_digest', 'authenticator']))
  })
})

function withByte(token: Buffer, index: number, byte: number): Buffer {
  const changed = Buffer.from(token)
  changed[index] = byte
  return changed
}
