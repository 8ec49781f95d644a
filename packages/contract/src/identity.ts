import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ChosenHandle, DateTime, Email, EmailQuery, NodeStatus } from './fields.ts'

const nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

// Written out, since not every language knows \p: controls, and what cannot be seen or turns the direction.
const VISIBLE_PATTERN =
  '^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ud800-\\uf8ff\\ufeff\\ufff0-\\ufffb]+$'

export const Identity = Type.Object({
  found: Type.Boolean(),
  email: Email,
  node_handle: nullable(Type.String()),
  status: nullable(NodeStatus),
  registered_at: nullable(DateTime),
})

export const getIdentity = endpoint({
  area: 'identity',
  method: 'GET',
  path: '/api/identity',
  summary: 'Returns whether an e-mail address is registered',
  access: 'public',
  query: EmailQuery,
  responses: { 200: Identity },
  problems: [],
})

export const subscribe = endpoint({
  area: 'identity',
  method: 'POST',
  path: '/api/subscribe',
  summary: 'Puts an e-mail address on the waiting list and confirms it by e-mail',
  access: 'public',
  accepts: ['nothing', 'siteSecret', 'adminSecret'],
  body: Type.Object({ email: Email }),
  example: { email: 'ada@example.org' },
  responses: { 200: Type.Object({ success: Type.Boolean(), alreadySubscribed: Type.Boolean() }) },
  problems: [],
})

export const uplink = endpoint({
  area: 'identity',
  method: 'POST',
  path: '/api/uplink',
  summary: 'Registers a node directly; it still needs its code',
  access: 'public',
  accepts: ['nothing', 'siteSecret', 'adminSecret'],
  body: Type.Object({ email: Email, node_handle: ChosenHandle }),
  example: { email: 'ada@example.org', node_handle: '' },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      alreadyExists: Type.Boolean(),
      node_handle: Type.String(),
      status: NodeStatus,
    }),
  },
  problems: ['HANDLE_TAKEN'],
})

export const handshake = endpoint({
  area: 'identity',
  method: 'POST',
  path: '/api/nodes/handshake',
  summary: 'Registers a node from another domain and returns its first token',
  access: 'public',
  body: Type.Object({
    email: Email,
    origin_domain: Type.String({ pattern: VISIBLE_PATTERN, description: 'a domain, without blanks', maxLength: 253 }),
    node_handle: Type.Optional(ChosenHandle),
  }),
  example: { email: 'ada@example.org', origin_domain: 'app.example.org' },
  responses: {
    201: Type.Object({ node_token: Type.String(), node_handle: Type.String(), stage: Type.Enum(['INITIALIZED']) }),
  },
  problems: ['NODE_ALREADY_ACTIVE', 'HANDLE_TAKEN', 'NODE_BLOCKED'],
})
