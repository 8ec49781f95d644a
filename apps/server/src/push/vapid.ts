import { createECDH } from 'node:crypto'
import type { Secrets } from '../secrets.ts'
import { parseSender } from '../settings/mail-sender.ts'
import type { Settings } from '../settings/settings.ts'

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

/** Whom a push service may turn to: PUBLIC_URL, or the sender of mails where that is not https. */
export function findContact({ publicUrl, mailFrom }: Pick<Settings, 'publicUrl' | 'mailFrom'>): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${parseSender(mailFrom)?.address}`
}
