import { createECDH, createPrivateKey, sign } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'
import { parseSender, type Settings } from '../../platform/settings/settings.ts'

/** The key pair by which push services know this service (RFC 8292), base64url. */
export type VapidKey = { publicKey: string; privateKey: string }

/** Derives the key from SECRET_KEY: browsers are bound to it, so that it must be the same in every process and after every restore. */
export function deriveVapidKey({ hash }: Pick<Secrets, 'hash'>): VapidKey {
  for (let counter = 0; ; counter++) {
    const scalar = hash('vapid', String(counter))
    const publicKey = computePublicKey(scalar)
    if (publicKey) return { publicKey: publicKey.toString('base64url'), privateKey: scalar.toString('base64url') }
  }
}

/** The point of P-256 that belongs to a scalar; undefined where the scalar is zero or not below the order, one in 2^32. */
function computePublicKey(scalar: Buffer): Buffer | undefined {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(scalar)
    return curve.getPublicKey()
  } catch {
    return undefined
  }
}

/** The push service that a message is for, its expiry in seconds, and an address for complaints. */
export type VapidClaims = { aud: string; exp: number; sub: string }

/** The Authorization header by which a push service knows the sender (RFC 8292). */
export function signVapid({ publicKey, privateKey }: VapidKey, claims: VapidClaims): string {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' })
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey}`
}

/** Whom a push service may turn to: PUBLIC_URL, or the sender of mails where that is not https. */
export function findContact({ publicUrl, mailFrom }: Pick<Settings, 'publicUrl' | 'mailFrom'>): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${parseSender(mailFrom)?.address}`
}
