import { sign, type X509Certificate } from 'node:crypto'
import {
  encodeElement,
  encodeExplicit,
  encodeInteger,
  encodeObjectId,
  encodeOctets,
  encodeSequence,
} from '../src/app/lan/certificate.ts'
import { type Attest, coordinatesOf, sha256 } from './authenticator.ts'
import {
  type Authority,
  type CertificateChoice,
  certify,
  extension,
  type KeyPair,
  nameOf,
  newKeys,
} from './certificates.ts'

/** How a statement is made wrong: what its own certificate says, and what comes of its chain (without the root). */
export type Choice = CertificateChoice & { chain?: (chain: X509Certificate[]) => X509Certificate[]; level?: number }

type Maker = (authority: Authority, choice?: Choice) => Attest

const ES256 = -7

/** Statements of each format, as real devices write them, under an authority of ours. */
export const MAKERS: Readonly<Record<'packed' | 'tpm' | 'android-key' | 'apple', Maker>> = {
  packed:
    (authority, choice) =>
    ({ authData, clientDataHash, aaguid }) => {
      const device = newKeys()
      const name = nameOf({
        '2.5.4.6': 'DE',
        '2.5.4.10': 'Maker',
        '2.5.4.11': 'Authenticator Attestation',
        '2.5.4.3': 'Key',
      })
      const extensions = [extension('1.3.6.1.4.1.45724.1.1.4', encodeOctets(aaguid))]
      const leaf = certify(device, authority, { name, extensions, ...choice })
      const sig = sign('sha256', Buffer.concat([authData, clientDataHash]), device.privateKey)
      return write('packed', { alg: ES256, sig, x5c: listChain(leaf, authority, choice) })
    },
  tpm:
    (authority, choice) =>
    ({ authData, clientDataHash, keys, aaguid }) => {
      const device = newKeys()
      const leaf = certify(device, authority, { extensions: tpmExtensions(aaguid), ...choice })
      const pubArea = writePubArea(keys)
      const certInfo = writeCertInfo(sha256(authData, clientDataHash), pubArea)
      const sig = sign('sha256', certInfo, device.privateKey)
      return write('tpm', { ver: '2.0', alg: ES256, sig, pubArea, certInfo, x5c: listChain(leaf, authority, choice) })
    },
  'android-key':
    (authority, choice) =>
    ({ authData, clientDataHash, keys }) => {
      const extensions = [describeKey(clientDataHash, choice?.level ?? 1)]
      const leaf = certify(keys, authority, {
        name: nameOf({ '2.5.4.3': 'Android Keystore Key' }),
        extensions,
        ...choice,
      })
      const sig = sign('sha256', Buffer.concat([authData, clientDataHash]), keys.privateKey)
      return write('android-key', { alg: ES256, sig, x5c: listChain(leaf, authority, choice) })
    },
  apple:
    (authority, choice) =>
    ({ authData, clientDataHash, keys }) => {
      const nonce = encodeSequence(encodeExplicit(1, encodeOctets(sha256(authData, clientDataHash))))
      const extensions = [extension('1.2.840.113635.100.8.2', nonce)]
      const leaf = certify(keys, authority, { name: nameOf({ '2.5.4.3': 'Credential' }), extensions, ...choice })
      return write('apple', { x5c: listChain(leaf, authority, choice) })
    },
}

/** A statement that the passkey makes of itself: it proves nothing about the device. */
export const attestSelf: Attest = ({ authData, clientDataHash, keys }) =>
  write('packed', { alg: ES256, sig: sign('sha256', Buffer.concat([authData, clientDataHash]), keys.privateKey) })

function listChain(leaf: X509Certificate, { path }: Authority, { chain = (one) => one }: Choice = {}): Uint8Array[] {
  return chain([leaf, ...path.slice(0, -1)]).map(({ raw }) => new Uint8Array(raw))
}

function write(fmt: string, members: Record<string, unknown>): ReturnType<Attest> {
  const plain = Object.entries(members).map(([name, value]): [string, unknown] => [
    name,
    Buffer.isBuffer(value) ? new Uint8Array(value) : value,
  ])
  return { fmt, attStmt: new Map(plain) }
}

function tpmExtensions(aaguid: Buffer): Buffer[] {
  const device = nameOf({ '2.23.133.2.1': 'id:FFFFF1D0', '2.23.133.2.2': 'Test', '2.23.133.2.3': 'id:13' })
  return [
    extension('2.5.29.17', encodeSequence(encodeExplicit(4, device))),
    extension('2.5.29.37', encodeSequence(encodeObjectId('2.23.133.8.3'))),
    extension('1.3.6.1.4.1.45724.1.1.4', encodeOctets(aaguid)),
  ]
}

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** TPMT_PUBLIC of an ECC key: name algorithm SHA-256, P-256, no scheme. */
function writePubArea({ publicKey }: KeyPair): Buffer {
  const [x, y] = coordinatesOf(publicKey)
  return Buffer.concat([hex('0023 000b 00060472 0000 0010 0010 0003 0010 0020'), x, hex('0020'), y])
}

/** TPMS_ATTEST of the kind that certifies a key. */
function writeCertInfo(extraData: Buffer, pubArea: Buffer): Buffer {
  const clock = Buffer.alloc(8 + 4 + 4 + 1 + 8)
  const name = Buffer.concat([hex('000b'), sha256(pubArea)])
  return Buffer.concat([hex('ff544347 8017 0000 0020'), extraData, clock, hex('0022'), name, hex('0000')])
}

/** KeyDescription of Android's key attestation. */
function describeKey(challenge: Buffer, level: number): Buffer {
  const [version, security] = [encodeInteger(hex('012c')), encodeElement(0x0a, Buffer.from([level]))]
  const empty = Buffer.alloc(0)
  const value = encodeSequence(
    version,
    security,
    version,
    security,
    encodeOctets(challenge),
    encodeOctets(empty),
    encodeSequence(),
    encodeSequence(),
  )
  return extension('1.3.6.1.4.1.11129.2.1.17', value)
}
