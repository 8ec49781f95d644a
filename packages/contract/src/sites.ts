import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, OptionalDateTime, Success } from './fields.ts'
import { AssuranceLevel } from './verification.ts'
import { SiteWebhook, WebhookSecret, WebhookUrl } from './webhooks.ts'

/** Secrets of one site that may live at once: the one in use, and the next while it is being rolled out. */
export const MOST_SITE_SECRETS = 2

/** Origins, and return addresses, that one site may have. */
export const MOST_SITE_ADDRESSES = 20

/** Actions that one site may register. */
const MOST_ACTIONS = 50

const EXAMPLE_KEY = 'site_3q2-7wAbCdEfGhIjKlMnOp'
const EXAMPLE_SECRET = 'sk_3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab'

const SiteName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^.*\\S.*$',
  description: 'one line, not blank; shown to people before they scan',
  examples: ['Shop'],
})
const SiteOrigin = Type.String({ maxLength: 255, description: 'an origin', examples: ['https://shop.example'] })
const SiteOrigins = Type.Array(SiteOrigin, { minItems: 1, maxItems: MOST_SITE_ADDRESSES })
const ReturnUrl = Type.String({ maxLength: 1024, examples: ['https://shop.example/back'] })
const ReturnUrls = Type.Array(ReturnUrl, {
  maxItems: MOST_SITE_ADDRESSES,
  description: 'The addresses to which a check may return; compared exactly',
})

const SiteActions = Type.Record(Type.String({ pattern: '^.{1,200}$' }), AssuranceLevel, {
  maxProperties: MOST_ACTIONS,
  additionalProperties: false,
  description: 'The actions of its pages, each with the lowest level that siteverify accepts for it; 1 for all others',
  examples: [{ 'Sign up': 1 }],
})

const LogoutUrl = Type.String({
  minLength: 1,
  maxLength: 1024,
  description: 'where it is notified by POST that a person signed out (OpenID Connect Back-Channel Logout 1.0)',
  examples: ['https://shop.example/logout'],
})

const PingUrl = Type.String({
  minLength: 1,
  maxLength: 1024,
  description:
    'where it is notified by POST that a backchannel request was decided (CIBA, ping mode); without one it polls',
  examples: ['https://shop.example/ping'],
})

/** A secret as operators recognize it, without the secret itself. */
export const SiteSecret = Type.Object({
  id: Type.String({ examples: ['3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a'] }),
  hint: Type.String({ description: 'The last four characters', examples: ['89ab'] }),
  created_at: DateTime,
})

/** A relying party: a site or an application that asks people for their presence. */
export const Site = Type.Object({
  site_key: Type.String({ description: 'Public: identifies the site in pages and calls', examples: [EXAMPLE_KEY] }),
  name: SiteName,
  origins: SiteOrigins,
  return_urls: ReturnUrls,
  logout_url: Type.Union([LogoutUrl, Type.Null()]),
  ping_url: Type.Union([PingUrl, Type.Null()]),
  actions: SiteActions,
  test: Type.Boolean({
    description: 'Its receipts are marked as tests and refused unless the verifier asks for test receipts',
  }),
  created_at: DateTime,
  disabled_at: OptionalDateTime,
  secrets: Type.Array(SiteSecret),
  webhook: Type.Union([SiteWebhook, Type.Null()], { description: 'Where events are sent' }),
})
export type Site = Static<typeof Site>

const NewSecret = Type.String({ description: 'Shown only in this response', examples: [EXAMPLE_SECRET] })
const SiteParams = Type.Object({ site_key: Type.String({ maxLength: 64 }) })

export const createSite = endpoint({
  area: 'sites',
  method: 'POST',
  path: '/api/admin/sites',
  summary: 'Registers a site; this response is the only place where its secret is shown',
  access: 'admin',
  freshFor: 'Registering a site',
  body: Type.Object({
    name: SiteName,
    origins: SiteOrigins,
    return_urls: Type.Optional(ReturnUrls),
    webhook_url: Type.Optional(WebhookUrl),
    logout_url: Type.Optional(LogoutUrl),
    ping_url: Type.Optional(PingUrl),
    actions: Type.Optional(SiteActions),
    test: Type.Optional(Type.Boolean({ default: false })),
  }),
  example: { name: 'Shop', origins: ['https://shop.example'], return_urls: ['https://shop.example/back'] },
  responses: {
    201: Type.Object({ site: Site, secret: NewSecret, webhook_secret: Type.Optional(WebhookSecret) }),
  },
  problems: ['UNAUTHORIZED'],
})

export const listSites = endpoint({
  area: 'sites',
  method: 'GET',
  path: '/api/admin/sites',
  summary: 'Lists the sites, newest first, without their secrets',
  access: 'admin',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: { 200: Type.Object({ sites: Type.Array(Site), nextCursor: Type.Union([Type.String(), Type.Null()]) }) },
  problems: ['UNAUTHORIZED'],
})

export const changeSite = endpoint({
  area: 'sites',
  method: 'PATCH',
  path: '/api/admin/sites/:site_key',
  summary: 'Changes the name or the addresses of a site, or disables it; members that are left out stay unchanged',
  access: 'admin',
  freshFor: 'Changing a site',
  params: SiteParams,
  body: Type.Object({
    name: Type.Optional(SiteName),
    origins: Type.Optional(SiteOrigins),
    return_urls: Type.Optional(ReturnUrls),
    webhook_url: Type.Optional(
      Type.Union([WebhookUrl, Type.Null()], {
        description: 'null removes the webhook with its secret and its log; an address enables it, even if unchanged',
      }),
    ),
    logout_url: Type.Optional(Type.Union([LogoutUrl, Type.Null()], { description: 'null removes it' })),
    ping_url: Type.Optional(Type.Union([PingUrl, Type.Null()], { description: 'null removes it' })),
    actions: Type.Optional(SiteActions),
    disabled: Type.Optional(Type.Boolean()),
  }),
  example: { name: 'Shop' },
  responses: {
    200: Type.Object({ ...Site.properties, webhook_secret: Type.Optional(WebhookSecret) }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const removeSite = endpoint({
  area: 'sites',
  method: 'DELETE',
  path: '/api/admin/sites/:site_key',
  summary: 'Removes a site with its secrets; its receipts stay valid',
  access: 'admin',
  params: SiteParams,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const addSiteSecret = endpoint({
  area: 'sites',
  method: 'POST',
  path: '/api/admin/sites/:site_key/secrets',
  summary: 'Adds a second secret to a site, to be rolled out before the first one is removed',
  access: 'admin',
  freshFor: 'Adding a secret',
  params: SiteParams,
  responses: { 201: Type.Object({ site: Site, secret: NewSecret }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'SITE_SECRET_LIMIT_REACHED'],
})

export const removeSiteSecret = endpoint({
  area: 'sites',
  method: 'DELETE',
  path: '/api/admin/sites/:site_key/secrets/:id',
  summary: 'Removes a secret of a site; calls with it are refused immediately',
  access: 'admin',
  params: Type.Object({ ...SiteParams.properties, id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
