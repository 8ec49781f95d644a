import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyAssertion } from '@stillhere/contract'
import { type KeyPair, newKeys } from './certificates.ts'

/** Bits of authenticator data: present, verified, may be backed up, is backed up, carries a credential. */
export const FLAGS = { up: 1, uv: 4, be: 8, bs: 16, at: 64 }
const USUAL = FLAGS.up | FLAGS.uv

type Attested = { authData: Buffer; clientDataHash: Buffer; keys: KeyPair; aaguid: Buffer }

/** Makes the statement by which a device vouches for a new passkey. */
export type Attest = (attested: Attested) => { fmt: string; attStmt: Map<string, unknown> }

export type Changes = {
  origin?: string
  crossOrigin?: boolean
  rpId?: string
  type?: string
  flags?: number
  counter?: number
  attest?: Attest
  /** Of the credential that authenticator data names, beside the one that signs. */
  keys?: KeyPair
}

type Registration = {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}

/** A device made of software: it makes one passkey, attests it as it is told to, and signs with it. */
export type Authenticator = {
  credentialId: string
  keys: KeyPair
  register: (challenge: string, changes?: Changes) => Registration
  /** Signs a challenge, with a counter that grows by one. */
  sign: (challenge: Uint8Array, changes?: Changes) => PasskeyAssertion
}

/** The model of all devices made of software. */
export const MODEL = '5374696c-6c68-6572-652d-746573742d31'
const AAGUID = Buffer.from(MODEL.replaceAll('-', ''), 'hex')
const none: Attest = () => ({ fmt: 'none', attStmt: new Map() })

export function newAuthenticator({ origin = 'http://localhost', rpId = 'localhost' } = {}): Authenticator {
  const keys = newKeys()
  const id = randomBytes(16)
  const credentialId = id.toString('base64url')
  let count = 0
  const named = { id: credentialId, rawId: credentialId, type: 'public-key' } as const
  return {
    credentialId,
    keys,
    register: (challenge, changes = {}) => {
      const clientData = writeClientData({ type: 'webauthn.create', origin, ...changes }, challenge)
      const head = writeHead({ rpId, flags: USUAL, counter: 0, ...changes }, FLAGS.at)
      const shown = changes.keys ?? keys
      const authData = Buffer.concat([head, AAGUID, Buffer.from([0, id.length]), id, coseKey(shown.publicKey)])
      const attested = { authData, clientDataHash: sha256(clientData), keys: shown, aaguid: AAGUID }
      const attestationObject = writeObject({ ...(changes.attest ?? none)(attested), authData })
      const response = { clientDataJSON: clientData.toString('base64url'), attestationObject, transports: ['internal'] }
      return { ...named, response }
    },
    sign: (challenge, changes = {}) => {
      count += 1
      const text = Buffer.from(challenge).toString('base64url')
      const clientData = writeClientData({ type: 'webauthn.get', origin, ...changes }, text)
      const authData = writeHead({ rpId, flags: USUAL, counter: count, ...changes })
      const signed = Buffer.concat([authData, sha256(clientData)])
      const signature = sign('sha256', signed, (changes.keys ?? keys).privateKey)
      return {
        ...named,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

export type ObjectParts = { fmt: string; attStmt: Map<string, unknown>; authData: Uint8Array }

/** An attestation object in base64url. */
export function writeObject({ fmt, attStmt, authData }: ObjectParts): string {
  const object = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', attStmt],
    ['authData', new Uint8Array(authData)],
  ])
  return Buffer.from(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0])).toString('base64url')
}

export function sha256(...parts: readonly Uint8Array[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}

/** The two coordinates of a P-256 key. */
export function coordinatesOf(key: KeyObject): [x: Uint8Array, y: Uint8Array] {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return [new Uint8Array(Buffer.from(x, 'base64url')), new Uint8Array(Buffer.from(y, 'base64url'))]
}

function coseKey(key: KeyObject): Buffer {
  const [x, y] = coordinatesOf(key)
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, x],
    [-3, y],
  ])
  return Buffer.from(isoCBOR.encode(cose))
}

type ClientData = { type: string; origin: string; crossOrigin?: boolean }

function writeClientData({ type, origin, crossOrigin = false }: ClientData, challenge: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

function writeHead({ rpId, flags, counter }: { rpId: string; flags: number; counter: number }, more = 0): Buffer {
  const head = Buffer.alloc(37)
  sha256(Buffer.from(rpId)).copy(head)
  head.writeUInt8(flags | more, 32)
  head.writeUInt32BE(counter, 33)
  return head
}
