import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, OptionalDateTime } from './fields.ts'

/** Events that a site can receive. */
export const WEBHOOK_EVENTS = [
  'check.passed',
  'check.failed',
  'approval.granted',
  'approval.denied',
  'receipt.revoked',
  'node.erased',
  'webhook.test',
] as const
export type WebhookEventType = (typeof WEBHOOK_EVENTS)[number]

/** Hours for which the previous secret still signs beside the new one, by default. */
export const WEBHOOK_OVERLAP_HOURS = 24

const EXAMPLE_SECRET = 'whsec_3q2+7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789A='

/** The address of a webhook as it is given. */
export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'where events are sent to by POST',
  examples: ['https://shop.example/stillhere'],
})

/** Signs the events of a site (Standard Webhooks, `v1`). */
export const WebhookSecret = Type.String({ description: 'Shown only in this response', examples: [EXAMPLE_SECRET] })

/** The webhook of a site: the address that receives its events. */
export const SiteWebhook = Type.Object({
  url: WebhookUrl,
  created_at: DateTime,
  secret_hint: Type.String({ description: 'The last four characters of the secret', examples: ['89A='] }),
  earlier_secret_until: OptionalDateTime,
  disabled_at: OptionalDateTime,
  disabled_reason: Type.Union([Type.String({ examples: ['the address answered 410 Gone'] }), Type.Null()]),
})
export type SiteWebhook = Static<typeof SiteWebhook>

/** The delivery of one event, without its content. */
export const WebhookDelivery = Type.Object({
  id: Type.String({ description: 'The `webhook-id` of every attempt', examples: ['evt_3q2-7wAbCdEfGhIjKlMnOp'] }),
  site_key: Type.String({ examples: ['site_3q2-7wAbCdEfGhIjKlMnOp'] }),
  site_name: Type.String({ examples: ['Shop'] }),
  type: Type.Enum([...WEBHOOK_EVENTS]),
  state: Type.Enum(['waiting', 'sending', 'sent', 'dead']),
  attempts: Count,
  last_status: Type.Union([Type.Integer(), Type.Null()], { description: 'The last status that the site returned' }),
  problem: Type.String({ description: 'Why the last attempt failed; empty if none did', examples: ['answered 500'] }),
  created_at: DateTime,
  next_try_at: OptionalDateTime,
  sent_at: OptionalDateTime,
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

const SiteParams = Type.Object({ site_key: Type.String({ maxLength: 64 }) })

export const listWebhookDeliveries = endpoint({
  area: 'webhooks',
  method: 'GET',
  path: '/api/admin/webhooks',
  summary: 'Lists the events of the last 30 days with their delivery state, newest first',
  access: 'admin',
  query: Type.Object({
    site_key: Type.Optional(Type.String({ maxLength: 64 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: {
    200: Type.Object({
      deliveries: Type.Array(WebhookDelivery),
      nextCursor: Type.Union([Type.String({ examples: ['AbCdEfGh'] }), Type.Null()]),
    }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const replayWebhook = endpoint({
  area: 'webhooks',
  method: 'POST',
  path: '/api/admin/webhooks/:id/replay',
  summary: 'Sends an event again, with the same id and the same body',
  access: 'admin',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: WebhookDelivery },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'WEBHOOK_DISABLED'],
})

export const rotateWebhookSecret = endpoint({
  area: 'webhooks',
  method: 'POST',
  path: '/api/admin/sites/:site_key/webhook-secret',
  summary: 'Rotates the secret of a site’s webhook; for a while the old one signs too',
  access: 'admin',
  freshFor: 'Replacing the secret',
  params: SiteParams,
  body: Type.Object({
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        default: WEBHOOK_OVERLAP_HOURS,
        description: 'how long earlier secrets keep signing; 0 ends them immediately',
      }),
    ),
  }),
  bodyIsOptional: true,
  example: { overlap_hours: 24 },
  responses: { 201: Type.Object({ webhook: SiteWebhook, webhook_secret: WebhookSecret }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const testWebhook = endpoint({
  area: 'webhooks',
  method: 'POST',
  path: '/api/admin/sites/:site_key/webhook-test',
  summary: 'Sends the event `webhook.test` to a site',
  access: 'admin',
  params: SiteParams,
  responses: { 201: WebhookDelivery },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'WEBHOOK_DISABLED'],
})
