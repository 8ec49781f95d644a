import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Success } from './fields.ts'

const OpenedSession = Type.Object({ expires_at: DateTime })

export const openSetupLink = endpoint({
  area: 'setup',
  method: 'POST',
  path: '/api/setup',
  summary: 'Opens an operator session by the one-time link printed at startup; sets a cookie',
  access: 'public',
  body: Type.Object({
    token: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'The part of the link after the #' }),
  }),
  example: { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  responses: { 201: OpenedSession },
  problems: ['CROSS_SITE_REQUEST', 'LINK_USED', 'LINK_EXPIRED', 'LINK_ENDED'],
})

export const getSetup = endpoint({
  area: 'setup',
  method: 'GET',
  path: '/api/admin/setup',
  summary: 'Returns how the service is reached and where its mails go',
  access: 'admin',
  responses: {
    200: Type.Object({
      public_url: Type.Union([Type.String(), Type.Null()], { description: 'PUBLIC_URL, or null if it is not set' }),
      seen_address: Type.String({ description: 'The address that the caller used, as the service sees it' }),
      mail: Type.Enum(['smtp', 'files']),
      mail_folder: Type.Union([Type.String(), Type.Null()], {
        description: 'Folder for mails while SMTP_URL is not set',
      }),
      invites: Type.Enum(['required', 'open']),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const openAdminSession = endpoint({
  area: 'setup',
  method: 'POST',
  path: '/api/admin/session',
  summary: 'Exchanges the admin secret for a 12-hour session in a cookie, for pages of the service',
  access: 'admin',
  repeatable: true,
  responses: { 201: OpenedSession },
  problems: ['UNAUTHORIZED', 'CROSS_SITE_REQUEST'],
})

export const getAdminSession = endpoint({
  area: 'setup',
  method: 'GET',
  path: '/api/admin/session',
  summary: 'Returns when the session of this browser ends, or null if it has none',
  access: 'public',
  responses: { 200: Type.Object({ expires_at: Type.Union([DateTime, Type.Null()]) }) },
  problems: [],
})

export const endAdminSession = endpoint({
  area: 'setup',
  method: 'DELETE',
  path: '/api/admin/session',
  summary: 'Ends the session of this browser',
  access: 'public',
  responses: { 200: Success },
  problems: ['CROSS_SITE_REQUEST'],
})
