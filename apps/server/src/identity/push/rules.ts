import type { PushDevice } from '@stillhere/contract'
import { isLoopbackName } from '../../platform/loopback.ts'
import { type Posted, toOutcome } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import { leadsInside } from '../../platform/public-address.ts'
import type { Settings } from '../../platform/settings/settings.ts'

/** The push subscription of a browser, as it is sealed. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** The text that a device shows; `url` is a path of this service. */
export type PushText = { title: string; body: string; url: string }

/** The outcome of a POST to a push service (RFC 8030, sections 5 and 7.3). */
export function judgeAnswer(posted: Posted, now: Date): Outcome {
  const outcome = toOutcome(posted, now)
  const { outcome: result, status = 500 } = outcome
  // Other refusals and redirects, which are not followed, would be the same at the next try.
  const isForGood = result === 'failed' && status < 500 && status !== 408 && status !== 429
  return isForGood ? { outcome: 'refused', status, problem: outcome.problem } : outcome
}

/** What is wrong with the address of a push service, or undefined. Names are looked up when a message is sent, not here. */
export function judgeEndpoint(
  text: string,
  { webhookPrivateAddresses }: Pick<Settings, 'webhookPrivateAddresses'>,
): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.href !== text) return 'must be an address as browsers write it'
  if (url.hash !== '' || url.username !== '' || url.password !== '')
    return 'must have no fragment, no name and no password'
  // Anybody with a node gives such an address, and not the operator: this machine is not excepted where PUBLIC_URL is not set.
  if (!webhookPrivateAddresses && leadsInside(url))
    return 'must not lead to this machine or to a private network; the setting WEBHOOK_PRIVATE_ADDRESSES allows it'
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))
    ? undefined
    : 'must begin with https'
}

/** What is stored of a device. */
export type StoredDevice = { id: string; name: string; sealed: Buffer; createdAt: Date; lastSentAt: Date | null }

/** A device as its owner sees it. */
export function describeDevice(device: StoredDevice, { endpoint }: Subscription): PushDevice {
  return {
    id: device.id,
    name: device.name,
    host: new URL(endpoint).host,
    created_at: device.createdAt.toISOString(),
    last_sent_at: device.lastSentAt?.toISOString() ?? null,
  }
}
