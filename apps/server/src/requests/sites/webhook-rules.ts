import type { SiteWebhook } from '@stillhere/contract'
import { isLoopbackName } from '../../platform/loopback.ts'
import { leadsInside, mayLeadInside, type Reach } from '../../platform/public-address.ts'

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

/** `whsec_` and 256 random bits, as Standard Webhooks writes secrets. */
export function newWebhookSecret(random: (length: number) => Buffer): string {
  return `whsec_${random(32).toString('base64')}`
}

/** What is wrong with the address of a webhook, or undefined. Names are looked up when an event is sent, not here. */
export function judgeWebhookUrl(text: string, reach: Reach): string | undefined {
  const url = URL.parse(text)
  if (url === null || url.href !== text)
    return 'must be an address as browsers write it, like https://shop.example/stillhere'
  if (url.hash !== '' || url.username !== '' || url.password !== '')
    return 'must have no fragment, no name and no password'
  return judgeScheme(url) ?? judgeHost(url, reach)
}

function judgeScheme({ protocol, hostname }: URL): string | undefined {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname))
  return isSafe ? undefined : 'must begin with https, unless it leads to this machine itself'
}

function judgeHost(url: URL, reach: Reach): string | undefined {
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
