import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, NodeStatus, OptionalDateTime, Success } from './fields.ts'

/** A node as the operator sees it: never its e-mail address. */
export const Person = Type.Object({
  id: Type.String(),
  node_handle: Type.String(),
  status: NodeStatus,
  registered_at: DateTime,
  activated_at: OptionalDateTime,
  last_scan_at: OptionalDateTime,
  scan_count: Count,
  sessions: Type.Integer({ minimum: 0, description: 'Its active tokens and signed-in browsers' }),
  blocked_at: OptionalDateTime,
})
export type Person = Static<typeof Person>

const PersonParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const searchPeople = endpoint({
  area: 'people',
  method: 'POST',
  path: '/api/admin/people/search',
  summary: 'Lists the nodes, newest first: those whose handle contains a text, or the one with an e-mail address',
  access: 'admin',
  repeatable: true,
  body: Type.Object({
    text: Type.Optional(Type.String({ maxLength: 320, description: 'Part of a handle, or a complete e-mail address' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  bodyIsOptional: true,
  example: { text: 'river' },
  responses: {
    200: Type.Object({
      people: Type.Array(Person),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const signPersonOut = endpoint({
  area: 'people',
  method: 'POST',
  path: '/api/admin/people/:id/sign-out',
  summary: 'Ends every token and session of a node',
  access: 'admin',
  params: PersonParams,
  responses: { 200: Type.Object({ success: Type.Boolean(), ended: Count }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const blockPerson = endpoint({
  area: 'people',
  method: 'POST',
  path: '/api/admin/people/:id/block',
  summary: 'Blocks a node: its tokens, sign-ins and scans are refused until it is unblocked',
  access: 'admin',
  repeatable: true,
  params: PersonParams,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const unblockPerson = endpoint({
  area: 'people',
  method: 'POST',
  path: '/api/admin/people/:id/unblock',
  summary: 'Unblocks a node',
  access: 'admin',
  repeatable: true,
  params: PersonParams,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const erasePerson = endpoint({
  area: 'people',
  method: 'DELETE',
  path: '/api/admin/people/:id',
  summary: 'Erases a node and everything stored about it, as its owner could',
  access: 'admin',
  params: PersonParams,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
