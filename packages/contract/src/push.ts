import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, OptionalDateTime, Success } from './fields.ts'

/** Maximum number of devices for the notifications of one node. */
export const MOST_PUSH_DEVICES = 10

const EXAMPLE_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

const DeviceName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'one line, not blank',
  examples: ['Firefox on Android'],
})

/** A browser that shows notifications to a node's owner; without its exact address and its keys. */
export const PushDevice = Type.Object({
  id: Type.String({ examples: ['3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a'] }),
  name: DeviceName,
  host: Type.String({
    description: 'The push service of its browser',
    examples: ['updates.push.services.mozilla.com'],
  }),
  created_at: DateTime,
  last_sent_at: OptionalDateTime,
})
export type PushDevice = Static<typeof PushDevice>

export const getPushKey = endpoint({
  area: 'push',
  method: 'GET',
  path: '/api/push/key',
  summary: 'Returns the key with which browsers subscribe (VAPID, RFC 8292)',
  access: 'public',
  responses: {
    200: Type.Object({
      public_key: Type.String({ description: 'A point of P-256, uncompressed, base64url', examples: [EXAMPLE_KEY] }),
    }),
  },
  problems: [],
})

export const addPushDevice = endpoint({
  area: 'push',
  method: 'POST',
  path: '/api/node/push',
  summary: 'Adds a browser for notifications, or updates it',
  access: 'token',
  freshFor: 'Adding a browser',
  repeatable: true,
  body: Type.Object({
    endpoint: Type.String({
      minLength: 1,
      maxLength: 1024,
      description: 'where its push service accepts messages (RFC 8030)',
      examples: ['https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk'],
    }),
    keys: Type.Object({
      p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$', description: '65 bytes as base64url' }),
      auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: '16 bytes as base64url' }),
    }),
    name: Type.Optional(DeviceName),
  }),
  example: {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk',
    keys: { p256dh: EXAMPLE_KEY, auth: 'q83vEjRWeJCrze8SNFZ4kA' },
    name: 'Firefox on Android',
  },
  responses: { 201: PushDevice },
  problems: ['UNAUTHORIZED', 'PUSH_LIMIT_REACHED'],
})

export const listPushDevices = endpoint({
  area: 'push',
  method: 'GET',
  path: '/api/node/push',
  summary: 'Lists the browsers for notifications, oldest first',
  access: 'token',
  scope: 'read',
  responses: {
    200: Type.Object({ devices: Type.Array(PushDevice), most: Type.Integer({ examples: [MOST_PUSH_DEVICES] }) }),
  },
  problems: ['UNAUTHORIZED'],
})

export const removePushDevice = endpoint({
  area: 'push',
  method: 'DELETE',
  path: '/api/node/push/:id',
  summary: 'Removes a browser for notifications, and those queued for it',
  access: 'token',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
