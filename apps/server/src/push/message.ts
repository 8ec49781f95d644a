import type { Transaction } from '../database/pool.ts'
import type { Service } from '../service.ts'
import type { Letter } from '../webhooks/post.ts'
import { openSubscription } from './devices.ts'
import type { PushText } from './rules.ts'
import { addMessages, type ClaimedMessage } from './store.ts'
import { deriveVapidKey, findContact } from './vapid.ts'

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
export async function composeMessage(
  { secrets, settings }: Service,
  message: ClaimedMessage,
  now: Date,
): Promise<Letter<Buffer>> {
  const { default: webPush } = await import('web-push')
  const { endpoint, keys } = openSubscription(secrets, message.sealedDevice)
  const text = secrets.open('push-message', message.sealed)
  const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, text, 'aes128gcm')
  const { publicKey, privateKey } = deriveVapidKey(secrets)
  const expires = Math.floor(now.getTime() / 1000) + SIGNATURE_SECONDS
  const contact = findContact(settings)
  const signed = webPush.getVapidHeaders(new URL(endpoint).origin, contact, publicKey, privateKey, 'aes128gcm', expires)
  return { url: endpoint, headers: { ...signed, ...describeBody(message, now) }, body: cipherText }
}

function describeBody({ expiresAt }: ClaimedMessage, now: Date): Record<string, string> {
  return {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.floor((expiresAt.getTime() - now.getTime()) / 1000)),
    urgency: 'high',
  }
}
