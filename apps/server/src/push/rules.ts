import type { PushDevice } from '@stillhere/contract'
import { isLoopbackName } from '../loopback.ts'
import type { Settings } from '../settings/settings.ts'
import { leadsInside } from '../sites/webhook-rules.ts'
import type { Posted } from '../webhooks/rules.ts'

const SECOND_MS = 1000

/** Waits between tries; the last one is repeated until the message expires. */
const RETRY_WAITS_MS = [5 * SECOND_MS, 10 * SECOND_MS, 20 * SECOND_MS, 40 * SECOND_MS, 60 * SECOND_MS]

/** Waits differ by up to a tenth, so that the messages of one outage do not all come back at once. */
const JITTER = 0.1

/** How long a process may keep a message that it is sending; longer than any try takes. Afterwards it counts as dead. */
export const CLAIM_MS = 30 * SECOND_MS

/** What a browser gave to be told by, as it is sealed. */
export type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } }

/** What a device shows; `url` is a path of this service. */
export type PushText = { title: string; body: string; url: string }

/** What to do with a message after a try; gone: the browser wants no more messages at all. */
export type Verdict =
  | { state: 'sent' }
  | { state: 'waiting'; problem: string; nextTryAt: Date }
  | { state: 'dead' | 'gone'; problem: string }

/** What a try was like; `random` is from 0 to 1. */
type Try = { attempts: number; expiresAt: Date; now: Date; random: number }

/** Decides by the answer of a push service (RFC 8030, sections 5 and 7.3). */
export function judge(posted: Posted, at: Try): Verdict {
  if (posted.outcome === 'failed') return waitOrGiveUp(posted.problem, 0, at)
  const { status } = posted
  const problem = `answered ${status}`
  if (status >= 200 && status < 300) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone', problem }
  // Other refusals and redirects, which are not followed, would be the same at the next try.
  if (status < 500 && status !== 408 && status !== 429) return { state: 'dead', problem }
  return waitOrGiveUp(problem, readAskedWait(posted.retryAfter, at.now), at)
}

function waitOrGiveUp(problem: string, askedMs: number, { attempts, expiresAt, now, random }: Try): Verdict {
  const wait = RETRY_WAITS_MS[Math.min(attempts, RETRY_WAITS_MS.length) - 1] ?? 0
  const nextTryAt = new Date(now.getTime() + Math.round(Math.max(wait * (1 + JITTER * random), askedMs)))
  return nextTryAt < expiresAt ? { state: 'waiting', problem, nextTryAt } : { state: 'dead', problem }
}

/** How long a push service that is too busy asks to be left alone (RFC 9110, 10.2.3); it cannot make waits shorter. */
function readAskedWait(retryAfter = '', now: Date): number {
  const text = retryAfter.trim()
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime()
  return Number.isFinite(waitMs) ? waitMs : 0
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
