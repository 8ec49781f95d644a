import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import {
  encodeBits,
  encodeElement,
  encodeExplicit,
  encodeInteger,
  encodeObjectId,
  encodeOctets,
  encodeSequence,
  encodeSet,
  encodeTime,
  encodeUtf8,
} from '../src/app/lan/certificate.ts'

export type KeyPair = { privateKey: KeyObject; publicKey: KeyObject }

/** Whoever signs certificates: a name, a key, and the certificates up to the root, which is the last. */
export type Authority = KeyPair & { name: Buffer; path: X509Certificate[] }

export type CertificateChoice = {
  name?: Buffer
  ca?: boolean
  from?: string
  to?: string
  extensions?: readonly Buffer[]
}

const ECDSA_WITH_SHA256 = encodeSequence(encodeObjectId('1.2.840.10045.4.3.2'))

export const newKeys = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A distinguished name of these parts, each by its object id. */
export function nameOf(parts: Readonly<Record<string, string>>): Buffer {
  return encodeSequence(
    ...Object.entries(parts).map(([id, text]) => encodeSet(encodeSequence(encodeObjectId(id), encodeUtf8(text)))),
  )
}

export function extension(id: string, value: Uint8Array): Buffer {
  return encodeSequence(encodeObjectId(id), encodeOctets(value))
}

/** A certificate of these keys (RFC 5280, P-256), signed by an authority. */
export function certify(
  { publicKey }: Pick<KeyPair, 'publicKey'>,
  issuer: Pick<Authority, 'name' | 'privateKey'>,
  {
    name = encodeSequence(),
    ca = false,
    from = '2020-01-01',
    to = '2049-01-01',
    extensions = [],
  }: CertificateChoice = {},
): X509Certificate {
  const constraints = ca ? encodeSequence(encodeElement(0x01, Buffer.from([0xff]))) : encodeSequence()
  const content = encodeSequence(
    encodeExplicit(0, encodeInteger(Buffer.from([2]))),
    encodeInteger(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    issuer.name,
    encodeSequence(encodeTime(new Date(from)), encodeTime(new Date(to))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeExplicit(3, encodeSequence(extension('2.5.29.19', constraints), ...extensions)),
  )
  const signature = encodeBits(sign('sha256', content, issuer.privateKey))
  return new X509Certificate(encodeSequence(content, ECDSA_WITH_SHA256, signature))
}

/** An authority under another, or a root of its own. */
export function newAuthority(text: string, parent?: Authority, choice: CertificateChoice = {}): Authority {
  const keys = newKeys()
  const name = nameOf({ '2.5.4.3': text })
  const own = certify(keys, parent ?? { ...keys, name }, { name, ca: true, ...choice })
  return { ...keys, name, path: [own, ...(parent?.path ?? [])] }
}
