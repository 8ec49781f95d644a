import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Email, Success } from './fields.ts'

/** The fragment of the link in the mail (the part after #). */
const Link = Type.String({
  pattern: '^[A-Za-z0-9_-]+$',
  minLength: 1,
  maxLength: 1024,
  description: 'the part of the mailed link after the #',
})

const LINK_EXAMPLE = 'q83vEjRWeJCrze8SNFZ4kA'

export const getWaitlist = endpoint({
  area: 'waitlist',
  method: 'GET',
  path: '/api/waitlist',
  summary: 'Returns whether people without an invite can ask for one',
  access: 'public',
  responses: {
    200: Type.Object({
      state: Type.Enum(['open', 'closed', 'not_needed'], {
        description: 'closed: the operator takes no requests; not_needed: an invite is not required',
      }),
    }),
  },
  problems: [],
})

export const askForInvite = endpoint({
  area: 'waitlist',
  method: 'POST',
  path: '/api/waitlist',
  summary:
    'Mails a link by which the owner of a mailbox asks for an invite; the response is the same for every address',
  access: 'public',
  body: Type.Object({ email: Email }),
  example: { email: 'ada@example.org' },
  responses: { 200: Success },
  problems: ['WAITLIST_CLOSED'],
})

export const joinWaitlist = endpoint({
  area: 'waitlist',
  method: 'POST',
  path: '/api/waitlist/join',
  summary: 'Adds the mailbox that received a link to the list; repeated, it changes the note',
  access: 'public',
  repeatable: true,
  body: Type.Object({
    link: Link,
    note: Type.Optional(
      Type.String({ maxLength: 200, description: 'For the operator', examples: ['I met Ada at the book club'] }),
    ),
  }),
  example: { link: LINK_EXAMPLE, note: 'I met Ada at the book club' },
  responses: {
    200: Type.Object({
      state: Type.Enum(['waiting', 'invited', 'member'], {
        description: 'invited: an invite was mailed before; member: the mailbox already has a node',
      }),
    }),
  },
  problems: ['LINK_EXPIRED', 'WAITLIST_CLOSED'],
})

export const leaveWaitlist = endpoint({
  area: 'waitlist',
  method: 'POST',
  path: '/api/waitlist/leave',
  summary: 'Removes the mailbox that received a link from the list and deletes it',
  access: 'public',
  repeatable: true,
  body: Type.Object({ link: Link }),
  example: { link: LINK_EXAMPLE },
  responses: { 200: Success },
  problems: ['LINK_EXPIRED'],
})

/** A person who asks for an invite, as the operator sees them. */
export const Waiting = Type.Object({
  id: Type.String(),
  email: Type.String(),
  note: Type.String(),
  asked_at: DateTime,
})
export type Waiting = Static<typeof Waiting>

export const listWaiting = endpoint({
  area: 'waitlist',
  method: 'GET',
  path: '/api/admin/waitlist',
  summary: 'Lists the people who ask for an invite and confirmed their mailbox, longest waiting first',
  access: 'admin',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: {
    200: Type.Object({ waiting: Type.Array(Waiting), nextCursor: Type.Union([Type.String(), Type.Null()]) }),
  },
  problems: ['UNAUTHORIZED'],
})

const WaitingParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const admitWaiting = endpoint({
  area: 'waitlist',
  method: 'POST',
  path: '/api/admin/waitlist/:id/admit',
  summary: 'Creates an invite for a person on the list and mails it as a link, once',
  access: 'admin',
  params: WaitingParams,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const removeWaiting = endpoint({
  area: 'waitlist',
  method: 'DELETE',
  path: '/api/admin/waitlist/:id',
  summary: 'Removes a person from the list without notifying them',
  access: 'admin',
  params: WaitingParams,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
