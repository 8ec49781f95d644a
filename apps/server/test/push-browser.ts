import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type JWTVerifyResult, jwtVerify } from 'jose'
import type { ReceivedMessage, Receiver } from './receiver.ts'

/** A browser that subscribed: the subscription that it gives a site, and how it reads messages. */
export type PushBrowser = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  read: (body: Buffer) => unknown
}

let made = 0

/** A browser that subscribed at a push service. */
export function newPushBrowser({ origin }: Pick<Receiver, 'origin'>): PushBrowser {
  const key = createECDH('prime256v1')
  const p256dh = key.generateKeys('base64url')
  const auth = randomBytes(16)
  made++
  return {
    subscription: { endpoint: `${origin}/push/${made}`, keys: { p256dh, auth: auth.toString('base64url') } },
    read: (body) => JSON.parse(decrypt(body, { key, auth })),
  }
}

/** RFC 8291 and RFC 8188, with one record; written from the texts, not from the library that encrypts. */
function decrypt(body: Buffer, { key, auth }: { key: ECDH; auth: Buffer }): string {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  if (body[20] !== 65) throw new Error('the header does not hold the key of the sender')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), key.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', key.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record is not the last one')
  return padded.subarray(0, end).toString('utf8')
}

/** Verifies who sent a message as a push service does (RFC 8292): by the key that the message names. */
export async function verifySender({ headers }: ReceivedMessage): Promise<JWTVerifyResult & { publicKey: string }> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  return { ...(await jwtVerify(token, key, { algorithms: ['ES256'] })), publicKey }
}
