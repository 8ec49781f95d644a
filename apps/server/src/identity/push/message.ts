import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Transaction } from '../../platform/database/pool.ts'
import type { Transport } from '../../platform/outbox/deliver.ts'
import type { Post, PostRequest } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import { type Delivery, enqueue } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { openSubscription } from './devices.ts'
import { judgeAnswer, type PushText, type Subscription } from './rules.ts'
import { deleteSubscription, findSubscription, holdDevices, saveLastSent } from './store.ts'
import { deriveVapidKey, findContact, signVapid } from './vapid.ts'

/** Writes a message for each device of a node into the caller's transaction and returns how many. They are sent until they expire. */
export async function queueMessages(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, text, expiresAt }: { nodeId: number; text: PushText; expiresAt: Date },
): Promise<number> {
  const payload = secrets.seal('push-message', JSON.stringify(text))
  const devices = await holdDevices(tx, nodeId)
  for (const deviceId of devices)
    await enqueue(tx, { channel: 'push', kind: 'approval', lane: nodeId, deviceId, payload, now: tx.now, expiresAt })
  return devices.length
}

export function createPushTransport(service: Service, post: Post): Transport {
  return { channel: 'push', send: (message) => sendMessage(service, post, message) }
}

async function sendMessage(service: Service, post: Post, message: Delivery): Promise<Outcome> {
  const { deviceId, claimedAt } = message
  const device = await findSubscription(service.db, deviceId)
  if (!device) return { outcome: 'refused', problem: 'the device is gone' }
  const subscription = openSubscription(service.secrets, device.sealed)
  const outcome = judgeAnswer(await post(composeMessage(service, subscription, message)), claimedAt)
  if (outcome.outcome === 'sent') return { ...outcome, effect: (tx) => saveLastSent(tx, deviceId, tx.now) }
  // The browser wants no more messages at all.
  const isGone = outcome.status === 404 || outcome.status === 410
  return isGone ? { ...outcome, effect: (tx) => deleteSubscription(tx, deviceId, device.sealed) } : outcome
}

/** For how long the signature of one try counts; RFC 8292 allows a day. */
const SIGNATURE_SECONDS = 3600

/** Writes a message as its push service takes it: encrypted for the browser (RFC 8291), signed by this service (RFC 8292). */
function composeMessage(
  { secrets, settings }: Service,
  { endpoint, keys }: Subscription,
  { payload, expiresAt, claimedAt }: Delivery,
): PostRequest {
  const text = secrets.open('push-message', payload)
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  const authorization = signVapid(deriveVapidKey(secrets), {
    aud: new URL(endpoint).origin,
    exp: Math.floor(claimedAt.getTime() / 1000) + SIGNATURE_SECONDS,
    sub: findContact(settings),
  })
  const body = encryptMessage(keys, text, { sender, salt: randomBytes(16) })
  const headers = {
    authorization,
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.floor(((expiresAt ?? claimedAt).getTime() - claimedAt.getTime()) / 1000)),
    urgency: 'high',
  }
  return { url: endpoint, headers, body }
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
