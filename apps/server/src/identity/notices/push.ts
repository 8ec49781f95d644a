import { createCipheriv, createECDH, createPrivateKey, type ECDH, hkdfSync, randomBytes, sign } from 'node:crypto'
import {
  addPushDevice,
  type BodyOf,
  getPushKey,
  listPushDevices,
  MOST_PUSH_DEVICES,
  type PushDevice,
  removePushDevice,
} from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../../platform/database/pool.ts'
import { isUuid } from '../../platform/database/sql.ts'
import { serve, serveTx } from '../../platform/http/endpoint.ts'
import type { Transport } from '../../platform/outbox/deliver.ts'
import type { Post, PostRequest } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import { type Delivery, queueDelivery } from '../../platform/outbox/store.ts'
import { type FieldProblem, requireNoProblems, RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { parseSender, type Settings } from '../../platform/settings/settings.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { requireOwner, requireFreshSignIn } from '../access/authorize.ts'
import { lockNodeById } from '../node-store.ts'
import { describeDevice, judgeAnswer, judgeEndpoint, type PushText, type Subscription } from './rules.ts'
import {
  deleteDevice,
  deleteSubscription,
  findSubscription,
  lockDevices,
  saveDevice,
  readDevices,
  saveLastSent,
} from './store.ts'

/** Serves the list of a node's devices that get notices by web push: add, list, remove. */
export function servePush(app: FastifyInstance, service: Service): void {
  const { secrets } = service

  serve(app, getPushKey, async () => ({ public_key: computeVapidKey(secrets).publicKey }))

  serveTx(app, addPushDevice, async (tx, { body, request }) => {
    const { nodeId } = await requireFreshSignIn(tx, service, { request })
    refuseBadDevice(service, body)
    return await addDevice(tx, service, { nodeId, given: body })
  })

  serveTx(app, listPushDevices, async (tx, { request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    return { devices: await listDevices(tx, service, nodeId), most: MOST_PUSH_DEVICES }
  })

  serveTx(app, removePushDevice, async (tx, { params: { id }, request }) => {
    const { nodeId } = await requireOwner(tx, service, request)
    if (isUuid(id) && (await deleteDevice(tx, nodeId, id))) return { success: true }
    throw new RequestProblem('NOT_FOUND', 'This node has no such device.')
  })
}

/** Queues a push message for each device of a node and returns how many were queued. A message isn't sent after `expiresAt`. */
export async function queueMessages(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, text, expiresAt }: { nodeId: number; text: PushText; expiresAt: Date },
): Promise<number> {
  const payload = secrets.seal('push-message', JSON.stringify(text))
  const devices = await lockDevices(tx, nodeId)
  for (const deviceId of devices)
    await queueDelivery(tx, {
      channel: 'push',
      kind: 'approval',
      lane: nodeId,
      deviceId,
      payload,
      now: tx.now,
      expiresAt,
    })
  return devices.length
}

/** Creates the transport that sends the push messages in the outbox: it encrypts and signs each message and passes it to `post`. */
export function createPushTransport(service: Service, post: Post): Transport {
  return { channel: 'push', send: (message) => sendMessage(service, post, message) }
}

async function sendMessage(service: Service, post: Post, message: Delivery): Promise<Outcome> {
  const { deviceId, claimedAt } = message
  const device = await findSubscription(service.db, deviceId)
  if (!device) return { outcome: 'refused', problem: 'the device is gone' }
  const subscription = openSubscription(service.secrets, device.sealed)
  const outcome = judgeAnswer(await post(createMessage(service, subscription, message)), claimedAt)
  if (outcome.outcome === 'sent') return { ...outcome, effect: (tx) => saveLastSent(tx, deviceId, tx.now) }
  // The browser wants no more messages at all.
  const isGone = outcome.status === 404 || outcome.status === 410
  return isGone ? { ...outcome, effect: (tx) => deleteSubscription(tx, deviceId, device.sealed) } : outcome
}

/** The lifetime of the signature on a push request; RFC 8292 allows up to a day. */
const SIGNATURE_SECONDS = 3600

/** Creates the request to a push service: the message encrypted for the browser (RFC 8291), signed by this service (RFC 8292). */
function createMessage(
  { secrets, settings }: Service,
  { endpoint, keys }: Subscription,
  { payload, expiresAt, claimedAt }: Delivery,
): PostRequest {
  const text = secrets.open('push-message', payload)
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  const authorization = signVapid(computeVapidKey(secrets), {
    aud: new URL(endpoint).origin,
    exp: Math.floor(claimedAt.getTime() / 1000) + SIGNATURE_SECONDS,
    sub: findContact(settings),
  })
  const body = encodeMessage(keys, text, { sender, salt: randomBytes(16) })
  const headers = {
    authorization,
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.floor(((expiresAt ?? claimedAt).getTime() - claimedAt.getTime()) / 1000)),
    urgency: 'high',
  }
  return { url: endpoint, headers, body }
}

/** The record size that browsers accept; a message is a single record. */
const RECORD_BYTES = 4096

/** Encrypts a text for one browser by RFC 8291, as a single record of RFC 8188. `sender` and `salt` must be new for each message. */
export function encodeMessage(
  { p256dh, auth }: Subscription['keys'],
  text: string,
  { sender, salt }: { sender: ECDH; salt: Buffer },
): Buffer {
  const [receiverKey, senderKey] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const secret = computeKey(sender.computeSecret(receiverKey), {
    salt: Buffer.from(auth, 'base64url'),
    info,
    length: 32,
  })
  const key = computeKey(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 })
  const nonce = computeKey(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The 2 marks the last record.
  const sealed = Buffer.concat([cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const header = Buffer.alloc(5)
  header.writeUInt32BE(Math.max(RECORD_BYTES, sealed.length))
  header.writeUInt8(senderKey.length, 4)
  return Buffer.concat([salt, header, senderKey, sealed])
}

function computeKey(secret: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

type DeviceRequest = BodyOf<typeof addPushDevice>

const DEFAULT_NAME = 'Browser'

/** Throws a 400 that names all fields of a push subscription that no browser would send. */
function refuseBadDevice({ settings }: Service, { endpoint, keys, name = '' }: DeviceRequest): void {
  const found: [string, string | undefined][] = [
    ['/endpoint', judgeEndpoint(endpoint, settings)],
    ['/keys/p256dh', isPoint(keys.p256dh) ? undefined : 'must be a point of P-256, uncompressed'],
    ['/name', findInvisible(name)],
  ]
  requireNoProblems(found.flatMap(([pointer, message]): FieldProblem[] => (message ? [{ pointer, message }] : [])))
}

function isPoint(text: string): boolean {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    const point = Buffer.from(text, 'base64url')
    curve.computeSecret(point)
    return point[0] === 4
  } catch {
    return false
  }
}

/** Adds a push device to a node, or updates the device with the same endpoint; throws 409 if the node has the maximum. */
async function addDevice(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, given }: { nodeId: number; given: DeviceRequest },
): Promise<PushDevice> {
  const { endpoint, keys, name = DEFAULT_NAME } = given
  const subscription: Subscription = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  await lockNodeById(tx, nodeId)
  const stored = await saveDevice(tx, {
    nodeId,
    endpointHash: secrets.hash('push-endpoint', endpoint),
    sealed: secrets.seal('push-device', JSON.stringify(subscription)),
    name: name.trim(),
    now: tx.now,
  })
  if (stored) return describeDevice(stored, subscription)
  throw new RequestProblem('PUSH_LIMIT_REACHED', 'This node has ten devices for notices already. Remove one first.')
}

/** Lists the push devices of a node as the API shows them to its owner, oldest first. */
export async function listDevices(
  tx: Transaction,
  { secrets }: Pick<Service, 'secrets'>,
  nodeId: number,
): Promise<PushDevice[]> {
  const stored = await readDevices(tx, nodeId)
  return stored.map((device) => describeDevice(device, openSubscription(secrets, device.sealed)))
}

/** Decrypts the push subscription of a browser. */
function openSubscription(secrets: Secrets, sealed: Buffer): Subscription {
  return JSON.parse(secrets.open('push-device', sealed)) as Subscription
}

/** The key pair with which this service identifies itself to push services (RFC 8292), base64url. */
type VapidKey = { publicKey: string; privateKey: string }

/** Computes the VAPID key pair (RFC 8292) from SECRET_KEY. Browsers subscribe to this key, so it is the same in all processes and after a restore. */
export function computeVapidKey({ hash }: Pick<Secrets, 'hash'>): VapidKey {
  for (let counter = 0; ; counter++) {
    const scalar = hash('vapid', String(counter))
    const publicKey = computePublicKey(scalar)
    if (publicKey) return { publicKey: publicKey.toString('base64url'), privateKey: scalar.toString('base64url') }
  }
}

/**
 * Computes the public key (a point of P-256) of a private scalar; undefined if the scalar is zero or not below the group's order, which has
 * a probability of 2^-32.
 */
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
type VapidClaims = { aud: string; exp: number; sub: string }

/** Creates the Authorization header that identifies this service to a push service (RFC 8292). */
function signVapid({ publicKey, privateKey }: VapidKey, claims: VapidClaims): string {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: privateKey, x, y }, format: 'jwk' })
  const parts = [{ typ: 'JWT', alg: 'ES256' }, claims]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${publicKey}`
}

/** Returns the contact address that push services get: PUBLIC_URL if it is https, otherwise a mailto: link to the sender of mails. */
export function findContact({ publicUrl, mailFrom }: Pick<Settings, 'publicUrl' | 'mailFrom'>): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${parseSender(mailFrom)?.address}`
}
