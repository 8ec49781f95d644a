import { createECDH } from 'node:crypto'
import type { addPushDevice, BodyOf, PushDevice } from '@stillhere/contract'
import type { Transaction } from '../../platform/database/pool.ts'
import { type FieldProblem, refuseFields, RequestProblem } from '../../platform/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { findInvisible } from '../../platform/visible-text.ts'
import { lockNodeById } from '../nodes/store.ts'
import { describeDevice, judgeEndpoint, type Subscription } from './rules.ts'
import { putDevice, readDevices } from './store.ts'

type Given = BodyOf<typeof addPushDevice>

const DEFAULT_NAME = 'Browser'

/** Throws a 400 that names every field that no browser gives so. */
export function refuseBadDevice({ settings }: Service, { endpoint, keys, name = '' }: Given): void {
  const found: [string, string | undefined][] = [
    ['/endpoint', judgeEndpoint(endpoint, settings)],
    ['/keys/p256dh', isPoint(keys.p256dh) ? undefined : 'must be a point of P-256, uncompressed'],
    ['/name', findInvisible(name)],
  ]
  refuseFields(found.flatMap(([pointer, message]): FieldProblem[] => (message ? [{ pointer, message }] : [])))
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

/** Adds a device to a node, or updates it; 409 when the node has as many as it may. */
export async function saveDevice(
  tx: Transaction,
  { secrets }: Service,
  { nodeId, given }: { nodeId: number; given: Given },
): Promise<PushDevice> {
  const { endpoint, keys, name = DEFAULT_NAME } = given
  const subscription: Subscription = { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  await lockNodeById(tx, nodeId)
  const stored = await putDevice(tx, {
    nodeId,
    endpointHash: secrets.hash('push-endpoint', endpoint),
    sealed: secrets.seal('push-device', JSON.stringify(subscription)),
    name: name.trim(),
    now: tx.now,
  })
  if (stored) return describeDevice(stored, subscription)
  throw new RequestProblem('PUSH_LIMIT_REACHED', 'This node is told on ten devices already. Remove one first.')
}

/** The devices of a node as its owner sees them, the oldest first. */
export async function listDevices(
  tx: Transaction,
  { secrets }: Pick<Service, 'secrets'>,
  nodeId: number,
): Promise<PushDevice[]> {
  const stored = await readDevices(tx, nodeId)
  return stored.map((device) => describeDevice(device, openSubscription(secrets, device.sealed)))
}

/** What a browser gave to be told by. */
export function openSubscription(secrets: Secrets, sealed: Buffer): Subscription {
  return JSON.parse(secrets.open('push-device', sealed)) as Subscription
}
