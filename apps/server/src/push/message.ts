import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'
import type { Letter } from '../webhooks/post.ts'
import { openSubscription } from './devices.ts'
import type { PushText, Subscription } from './rules.ts'
import { addMessages, type ClaimedMessage } from './store.ts'
import { deriveVapidKey, findContact, signVapid } from './vapid.ts'

/**
 * Writes a message for each device of a node into the caller's transaction and returns how many. If the transaction commits, they are
 * sent, by whichever process looks first, until they expire.
 */
export function queueMessages(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, text, expiresAt }: { nodeId: number; text: PushText; expiresAt: Date },
): Promise<number> {
  return addMessages(tx, {
    nodeId,
    sealed: secrets.seal('push-message', JSON.stringify(text)),
    now: tx.now,
    expiresAt,
  })
}

/** For how long the signature of one try counts; RFC 8292 allows a day. */
const SIGNATURE_SECONDS = 3600

/** Writes a message as its push service takes it: encrypted for the browser (RFC 8291), signed by this service (RFC 8292). */
export function composeMessage({ secrets, settings }: Service, message: ClaimedMessage, now: Date): Letter<Buffer> {
  const { endpoint, keys } = openSubscription(secrets, message.sealedDevice)
  const text = secrets.open('push-message', message.sealed)
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  const authorization = signVapid(deriveVapidKey(secrets), {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1000) + SIGNATURE_SECONDS,
    sub: findContact(settings),
  })
  const body = encryptMessage(keys, text, { sender, salt: randomBytes(16) })
  return { url: endpoint, headers: { authorization, ...describeBody(message, now) }, body }
}

/** Browsers read records of this size; a message is one. */
const RECORD_BYTES = 4096

/** Encrypts a text for one browser (RFC 8291) as one record of RFC 8188; sender and salt must be new each time. */
export function encryptMessage(
  { p256dh, auth }: Subscription['keys'],
  text: string,
  { sender, salt }: { sender: ECDH; salt: Buffer },
): Buffer {
  const [receiverKey, senderKey] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const secret = derive(sender.computeSecret(receiverKey), { salt: Buffer.from(auth, 'base64url'), info, length: 32 })
  const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The 2 marks the last record.
  const sealed = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(Math.max(RECORD_BYTES, sealed.length))
  header.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, header, senderKey, sealed])
}

function derive(secret: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

function describeBody({ expiresAt }: ClaimedMessage, now: Date): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.floor((expiresAt.getTime() - now.getTime()) / 1000)),
    urgency: 'high',
  }
}
