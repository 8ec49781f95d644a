import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { DAY_MS } from '../../platform/day.ts'
import { bits, element, explicit, integer, objectId, octets, sequence, set, time, utf8 } from './der.ts'

/** PEM texts of a certificate and its private key. */
export type Pair = { cert: string; key: string }

// Phones refuse certificates that are good for much longer than a year.
const DAYS = 365
const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'))
const NAME = sequence(set(sequence(objectId('2.5.4.3'), utf8('Stillhere'))))

/** A certificate that vouches for itself, for these IPv4 addresses and names (RFC 5280, P-256). */
export function selfSigned(hosts: readonly string[], now: Date): Pair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const content = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    NAME,
    // A phone's clock may run behind.
    sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + DAYS * DAY_MS))),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, extensions(hosts)),
  )
  const certificate = sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, privateKey)))
  return { cert: pem(certificate), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function extensions(hosts: readonly string[]): Buffer {
  const digitalSignature = bits(Buffer.from([0x80]), 7)
  const serverAuth = sequence(objectId('1.3.6.1.5.5.7.3.1'))
  return sequence(
    sequence(objectId('2.5.29.19'), octets(sequence())),
    sequence(objectId('2.5.29.15'), octets(digitalSignature)),
    sequence(objectId('2.5.29.37'), octets(serverAuth)),
    sequence(objectId('2.5.29.17'), octets(sequence(...hosts.map(alternativeName)))),
  )
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 4 ? element(0x87, Buffer.from(host.split('.').map(Number))) : element(0x82, Buffer.from(host))
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
