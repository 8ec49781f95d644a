import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, it } from 'vitest'
import { readWebKey } from './rp.ts'

type Members = { [Name in 'kty' | 'crv' | 'x' | 'y' | 'n' | 'e']?: string }

/** A public key as passkeys send it. */
function writeCose(entries: readonly (readonly [number, number | string | undefined])[]): Uint8Array {
  const members = entries.map(([name, value]): [number, number | Uint8Array] => [
    name,
    typeof value === 'number' ? value : new Uint8Array(Buffer.from(value ?? '', 'base64url')),
  ])
  return isoCBOR.encode(new Map(members))
}

const readJwk = ({ publicKey }: { publicKey: KeyObject }) => publicKey.export({ format: 'jwk' }) as Members
const ofCurve = ({ x, y }: Members, crv: number) =>
  writeCose([
    [1, 2],
    [3, -7],
    [-1, crv],
    [-2, x],
    [-3, y],
  ] as const)
const ofRsa = ({ n, e }: Members) =>
  writeCose([
    [1, 3],
    [3, -257],
    [-1, n],
    [-2, e],
  ] as const)

const ec = readJwk(generateKeyPairSync('ec', { namedCurve: 'P-256' }))
const wide = readJwk(generateKeyPairSync('ec', { namedCurve: 'P-384' }))
const edwards = readJwk(generateKeyPairSync('ed25519'))
const rsa = readJwk(generateKeyPairSync('rsa', { modulusLength: 2048 }))
const short = readJwk(generateKeyPairSync('rsa', { modulusLength: 1024 }))
const odd = readJwk(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }))

it.each<[string, Uint8Array, Members]>([
  ['ES256', ofCurve(ec, 1), ec],
  [
    'EdDSA',
    writeCose([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, edwards.x],
    ] as const),
    edwards,
  ],
  ['RS256', ofRsa(rsa), rsa],
])('reads a key of %s as Node writes it', async (_, key, expected) => {
  expect(await readWebKey(key)).toEqual(expected)
})

it.each([
  ['of another curve', ofCurve(wide, 2)],
  ['of RSA with 1,024 bits', ofRsa(short)],
  ['of RSA with the exponent 3', ofRsa(odd)],
  [
    'of another kind',
    writeCose([
      [1, 7],
      [3, -48],
    ] as const),
  ],
])('reads no key %s', async (_, key) => {
  expect(await readWebKey(key)).toBeUndefined()
})
