import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Email, NodeStatus, Success } from './fields.ts'

/** Days that a browser stays signed in. */
export const SESSION_DAYS = 30

/** For how long after a sign-in its token, or the session that it became, may grant lasting authority. */
export const FRESH_SIGN_IN_MINUTES = 10

/** The name by which a person recognizes a browser in their list of sessions. */
export const DeviceName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'one line, not blank',
  examples: ['Chrome on Android'],
})

/** The response of every way to sign in except the mailed code: the node and a token for it. */
export const SignedIn = Type.Object({
  success: Type.Boolean(),
  email: Email,
  status: NodeStatus,
  node_handle: Type.String({ examples: ['quiet-river-7f3k'] }),
  is_genesis: Type.Boolean(),
  genesis_index: Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Null()]),
  node_token: Type.String({ examples: ['sh_9rX2kq0V1m3nB5c7D8fG2hJ4kL6pQ8sT0vW2xY4zA6b'] }),
})
export type SignedIn = Static<typeof SignedIn>

/** The session of a browser: the node that is signed in, and when the session ends. */
const OpenSession = Type.Object({
  email: Email,
  node_handle: Type.String({ examples: ['quiet-river-7f3k'] }),
  status: NodeStatus,
  device_name: DeviceName,
  expires_at: DateTime,
  scans_left: Type.Integer({ minimum: 0, maximum: 3, description: 'Scans that still count for the node today (UTC)' }),
})

export const startSession = endpoint({
  area: 'sessions',
  method: 'POST',
  path: '/api/session',
  summary:
    'Exchanges a new token for a cookie, which keeps this browser signed in for 30 days; for pages of the service',
  access: 'public',
  accepts: ['nodeToken'],
  freshFor: 'Opening a session',
  repeatable: true,
  bodyIsOptional: true,
  body: Type.Object({ device_name: Type.Optional(DeviceName) }),
  example: { device_name: 'Chrome on Android' },
  responses: { 201: OpenSession },
  problems: ['UNAUTHORIZED', 'CROSS_SITE_REQUEST'],
})

export const getSession = endpoint({
  area: 'sessions',
  method: 'GET',
  path: '/api/session',
  summary: 'Returns who is signed in with this browser, or null',
  access: 'public',
  accepts: ['nothing', 'sessionCookie'],
  responses: { 200: Type.Object({ session: Type.Union([OpenSession, Type.Null()]) }) },
  problems: [],
})

export const endSession = endpoint({
  area: 'sessions',
  method: 'DELETE',
  path: '/api/session',
  summary: 'Signs this browser out',
  access: 'public',
  accepts: ['nothing', 'sessionCookie'],
  responses: { 200: Success },
  problems: ['CROSS_SITE_REQUEST'],
})

export const renameSession = endpoint({
  area: 'sessions',
  method: 'PATCH',
  path: '/api/node/tokens/:id',
  summary: 'Renames one of the browsers that are signed in to the caller’s node',
  access: 'token',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({ device_name: DeviceName }),
  example: { device_name: 'Kitchen tablet' },
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const endOtherSessions = endpoint({
  area: 'sessions',
  method: 'DELETE',
  path: '/api/node/tokens',
  summary: 'Signs every other browser and program out of the caller’s node',
  access: 'token',
  responses: { 200: Type.Object({ success: Type.Boolean(), ended: Type.Integer({ minimum: 0 }) }) },
  problems: ['UNAUTHORIZED'],
})
