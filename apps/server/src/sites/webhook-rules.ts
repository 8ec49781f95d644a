import { isIP } from 'node:net'
import type { SiteWebhook } from '@stillhere/contract'
import { isLoopbackName } from '../loopback.ts'
import { isPublicAddress } from '../public-address.ts'
import type { Settings } from '../settings/settings.ts'

/** What is stored of a webhook; never its secrets. */
export type StoredWebhook = {
  siteId: number
  url: string
  createdAt: Date
  disabledAt: Date | null
  disabledReason: string | null
  secretHint: string
  earlierSecretUntil: Date | null
}

/** What decides where webhooks may lead. */
export type WebhookReach = Pick<Settings, 'publicUrl' | 'webhookPrivateAddresses'>

/** `whsec_` and 256 random bits, as Standard Webhooks writes secrets. */
export function newWebhookSecret(random: (length: number) => Buffer): string {
  return `whsec_${random(32).toString('base64')}`
}

/** What is wrong with the address of a webhook, or undefined. Names are looked up when an event is sent, not here. */
export function judgeWebhookUrl(text: string, reach: WebhookReach): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.href !== text)
    return 'must be an address as browsers write it, like https://shop.example/stillhere'
  if (url.hash !== '' || url.username !== '' || url.password !== '')
    return 'must have no fragment, no name and no password'
  return judgeScheme(url) ?? judgeHost(url, reach)
}

/** Whether a webhook may lead to addresses that are not public: by the setting, or on one's own machine while it serves nobody else. */
export function mayLeadInside(url: URL, { publicUrl, webhookPrivateAddresses }: WebhookReach): boolean {
  return webhookPrivateAddresses || (publicUrl === undefined && isLoopbackName(url.hostname))
}

/** The network address that a URL names outright, or undefined when it has a name that must be looked up. */
export function findLiteralAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? undefined : bare
}

function judgeScheme({ protocol, hostname }: URL): string | undefined {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  return isSafe ? undefined : 'must begin with https, unless it leads to this machine itself'
}

/** Whether a URL leads to this machine or to a private network, as far as it can be seen without a look-up. */
export function leadsInside(url: URL): boolean {
  const literal = findLiteralAddress(url)
  // A point at the end of a name says that it is whole.
  return isLoopbackName(url.hostname.replace(/\.$/, '')) || (literal !== undefined && !isPublicAddress(literal))
}

function judgeHost(url: URL, reach: WebhookReach): string | undefined {
  if (!leadsInside(url) || mayLeadInside(url, reach)) return undefined
  return 'must not lead to this machine or to a private network; the setting WEBHOOK_PRIVATE_ADDRESSES allows it'
}

/** A webhook as operators see it. */
export function describeWebhook(webhook: StoredWebhook): SiteWebhook {
  return {
    url: webhook.url,
    created_at: webhook.createdAt.toISOString(),
    secret_hint: webhook.secretHint,
    earlier_secret_until: webhook.earlierSecretUntil?.toISOString() ?? null,
    disabled_at: webhook.disabledAt?.toISOString() ?? null,
    disabled_reason: webhook.disabledReason,
  }
}
