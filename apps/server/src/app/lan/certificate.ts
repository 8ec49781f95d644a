import { createPrivateKey, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { DAY_MS } from '../../platform/day.ts'

const MIN_LEFT_MS = 30 * DAY_MS

/**
 * Returns the certificate and the private key in DATA_DIR/lan.pem. Creates and stores a new pair if the file is absent or unreadable, expires
 * within 30 days, or doesn't cover all `hosts`. Reused, because people must trust it on each phone.
 */
export function readOrMakePair(dataDir: string, hosts: readonly string[], now: Date): Pair {
  const path = join(dataDir, 'lan.pem')
  const kept = findGoodPair(path, hosts, now)
  if (kept !== undefined) return kept
  const pair = createSelfSigned(hosts, now)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(`${path}.new`, `${pair.cert}${pair.key}`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return pair
}

function findGoodPair(path: string, hosts: readonly string[], now: Date): Pair | undefined {
  try {
    const [cert = '', key = ''] = readFileSync(path, 'utf8').split(/(?=-----BEGIN PRIVATE KEY-----)/)
    const certificate = new X509Certificate(cert)
    return isGood(certificate, hosts, now) && certificate.checkPrivateKey(createPrivateKey(key))
      ? { cert, key }
      : undefined
  } catch {
    return undefined
  }
}

function isGood(certificate: X509Certificate, hosts: readonly string[], now: Date): boolean {
  const covers = (host: string) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined
  return certificate.validToDate.getTime() - now.getTime() > MIN_LEFT_MS && hosts.every(covers)
}

/** A certificate and its private key, as PEM texts. */
type Pair = { cert: string; key: string }

// Phones refuse certificates that are good for much longer than a year.
const DAYS = 365

/** Encodes a SEQUENCE in DER from its encoded members. */
export const encodeSequence = (...contents: readonly Uint8Array[]): Buffer => encodeElement(0x30, ...contents)

const ECDSA_WITH_SHA256 = encodeSequence(encodeObjectId('1.2.840.10045.4.3.2'))

/** Encodes a SET in DER from its encoded members. */
export const encodeSet = (...contents: readonly Uint8Array[]): Buffer => encodeElement(0x31, ...contents)

/** Encodes a UTF8String in DER. */
export const encodeUtf8 = (text: string): Buffer => encodeElement(0x0c, Buffer.from(text))

const NAME = encodeSequence(encodeSet(encodeSequence(encodeObjectId('2.5.4.3'), encodeUtf8('Stillhere'))))

/** Creates a self-signed certificate with a new P-256 key for these IPv4 addresses and host names (RFC 5280), valid for a year. Returns PEM texts. */
export function createSelfSigned(hosts: readonly string[], now: Date): Pair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const content = encodeSequence(
    encodeExplicit(0, encodeInteger(Buffer.from([2]))),
    encodeInteger(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    NAME,
    // A phone's clock may run behind.
    encodeSequence(encodeTime(new Date(now.getTime() - DAY_MS)), encodeTime(new Date(now.getTime() + DAYS * DAY_MS))),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    encodeExplicit(3, encodeExtensions(hosts)),
  )
  const certificate = encodeSequence(content, ECDSA_WITH_SHA256, encodeBits(sign('sha256', content, privateKey)))
  return { cert: encodePem(certificate), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function encodeExtensions(hosts: readonly string[]): Buffer {
  const digitalSignature = encodeBits(Buffer.from([0x80]), 7)
  const serverAuth = encodeSequence(encodeObjectId('1.3.6.1.5.5.7.3.1'))
  return encodeSequence(
    encodeSequence(encodeObjectId('2.5.29.19'), encodeOctets(encodeSequence())),
    encodeSequence(encodeObjectId('2.5.29.15'), encodeOctets(digitalSignature)),
    encodeSequence(encodeObjectId('2.5.29.37'), encodeOctets(serverAuth)),
    encodeSequence(encodeObjectId('2.5.29.17'), encodeOctets(encodeSequence(...hosts.map(encodeAlternativeName)))),
  )
}

function encodeAlternativeName(host: string): Buffer {
  return isIP(host) === 4
    ? encodeElement(0x87, Buffer.from(host.split('.').map(Number)))
    : encodeElement(0x82, Buffer.from(host))
}

function encodePem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** Encodes an element in DER (ITU-T X.690): the tag, the length, and the concatenated contents. */
export function encodeElement(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  return Buffer.concat([Buffer.from([tag]), encodeLength(content), content])
}

/** Encodes an OCTET STRING in DER. */
export const encodeOctets = (content: Uint8Array): Buffer => encodeElement(0x04, content)

/** Encodes a BIT STRING in DER. `unused` is the number of unused bits in its last byte. */
export const encodeBits = (content: Uint8Array, unused = 0): Buffer =>
  encodeElement(0x03, Buffer.from([unused]), content)
/** Encodes an explicitly tagged member in DER (context-specific, constructed), such as an optional member of a certificate. */
export const encodeExplicit = (number: number, content: Uint8Array): Buffer => encodeElement(0xa0 + number, content)

/** Encodes a non-negative INTEGER in DER. `bytes` is the number in big-endian order. */
export function encodeInteger(bytes: Uint8Array): Buffer {
  const isNegativeAsWritten = ((bytes[0] ?? 0) & 0x80) !== 0
  return encodeElement(0x02, isNegativeAsWritten ? Buffer.from([0]) : Buffer.alloc(0), bytes)
}

/** Encodes an OBJECT IDENTIFIER in DER from its dotted form, such as 2.5.4.3. */
export function encodeObjectId(name: string): Buffer {
  const [first = 0, second = 0, ...rest] = name.split('.').map(Number)
  return encodeElement(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(encodeBase128)]))
}

/** Encodes a date as a UTCTime in DER, which certificates use for years before 2050. */
export function encodeTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/\.\d+/, '').replace(/[-:T]/g, '')
  return encodeElement(0x17, Buffer.from(digits.slice(2)))
}

function encodeLength({ length }: Uint8Array): Buffer {
  if (length < 0x80) return Buffer.from([length])
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff])
}

function encodeBase128(number: number): number[] {
  const groups = [number & 0x7f]
  for (let rest = number >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80)
  return groups
}
