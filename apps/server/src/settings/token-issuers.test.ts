import { createHash, generateKeyPairSync, type RSAPSSKeyPairKeyObjectOptions } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { checkSettings } from '../cli/checks/settings.ts'
import { readSettings } from './settings.ts'

const VECTORS = join(import.meta.dirname, '..', '..', 'test', 'vectors', 'rfc9578-type-2.json')
const { pkS } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { pkS: string }
const KEY = Buffer.from(pkS, 'hex').toString('base64url')

const read = (text: string) => readSettings({ PRIVATE_TOKEN_ISSUERS: text })

function makeKey(details: { hashAlgorithm?: string; saltLength?: number; modulusLength?: number } = {}): string {
  const { hashAlgorithm = 'sha384', saltLength = 48, modulusLength = 2048 } = details
  // The types want a text for the salt's length, Node a number.
  const options = { modulusLength, hashAlgorithm, mgf1HashAlgorithm: hashAlgorithm, saltLength } as object
  return generateKeyPairSync('rsa-pss', options as RSAPSSKeyPairKeyObjectOptions)
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64url')
}

it('reads issuers with their keys, and names each key as tokens do', () => {
  const other = makeKey()
  const { privateTokenIssuers } = read(`issuer.example=${KEY}==, issuer.example:8443=${other}`)
  expect(privateTokenIssuers.map(({ name }) => name)).toEqual(['issuer.example', 'issuer.example:8443'])
  expect(privateTokenIssuers[0]?.keyId).toEqual(createHash('sha256').update(Buffer.from(pkS, 'hex')).digest())
  expect(read('').privateTokenIssuers).toEqual([])
})

it('doctor tells of them, and says nothing without the setting', () => {
  const findIssuers = (text: string) => checkSettings(read(text)).filter(({ about }) => about === 'token issuers')
  expect(findIssuers(`issuer.example=${KEY}`)).toEqual([
    { mood: 'ok', about: 'token issuers', says: '1 key of issuer.example in PRIVATE_TOKEN_ISSUERS' },
  ])
  expect(findIssuers('')).toEqual([])
})

const NO_KEY = /^PRIVATE_TOKEN_ISSUERS has no usable key for issuer\.example: /
const NO_ISSUER = /^PRIVATE_TOKEN_ISSUERS must be a list of ISSUER=KEY/
const ordinary = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'der', type: 'spki' })
it.each<[string, string, RegExp]>([
  ['no key', 'issuer.example', NO_KEY],
  ['a key of noise', 'issuer.example=AAAA', NO_KEY],
  ['half a key', `issuer.example=${KEY.slice(0, 200)}`, NO_KEY],
  ['a key in other signs', 'issuer.example=a+b/', NO_KEY],
  ['an RSA key that does not say what it is for', `issuer.example=${ordinary.toString('base64url')}`, NO_KEY],
  ['another hash', `issuer.example=${makeKey({ hashAlgorithm: 'sha256' })}`, NO_KEY],
  ['another salt', `issuer.example=${makeKey({ saltLength: 20 })}`, NO_KEY],
  ['another length', `issuer.example=${makeKey({ modulusLength: 1024 })}`, NO_KEY],
  ['a key without an issuer', KEY, NO_ISSUER],
  ['an address for a name', `https://issuer.example=${KEY}`, NO_ISSUER],
  ['a name that breaks out of the header', `issuer.example"=${KEY}`, NO_ISSUER],
  ['a key twice', `issuer.example=${KEY},other.example=${KEY}`, /^PRIVATE_TOKEN_ISSUERS names a key twice$/],
  ['nine keys', Array(9).fill(`issuer.example=${KEY}`).join(), /^PRIVATE_TOKEN_ISSUERS names more than 8 keys$/],
])('refuses to start with %s', (_, text, problem) => {
  expect(() => read(text)).toThrow(problem)
})
