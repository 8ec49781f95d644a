import { type Static, Type } from 'typebox'
import { CheckFailure, CheckId, CheckParams, CheckUrl, EXAMPLE_CODE, NullableText, Wanted } from './check-fields.ts'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Email, Otp } from './fields.ts'
import { CheckResult, CheckStatus } from './verification.ts'

// What pages call: those of the site, and ours on a screen and on a phone.

export const startCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/sites/:site_key/checks',
  summary: 'Creates a check from a page of the site, like POST /api/checks; check.js calls it',
  access: 'public',
  isForPages: true,
  params: Type.Object({ site_key: Type.String({ maxLength: 64 }) }),
  body: Type.Object({
    ...Wanted,
    /** The page’s own data; siteverify repeats it. */
    cdata: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  example: { action: 'Sign up' },
  responses: {
    201: Type.Object({
      id: CheckId,
      url: CheckUrl,
      status: CheckStatus,
      expires_at: DateTime,
      /** To follow the check with, and to get what `siteverify` takes. The page that started the check keeps it to itself. */
      token: Type.String(),
      /** Opens the check once. The page hands it to the window that it opened, and to nothing else. */
      open_secret: Type.String({ examples: [EXAMPLE_CODE] }),
      /** Opens the check where the window did not get the secret: the page shows it, the person enters it. */
      number: Type.String({ pattern: '^[0-9]{2}$', examples: ['42'] }),
    }),
  },
  problems: ['FORBIDDEN', 'NOT_FOUND'],
})

/** Held by one page: it may scan for the check, cancel it and follow it. */
const CheckToken = Type.String({ examples: ['chk_4mR0tV5c1dY9sKQeZpXb7nLw2uHf8gJa3iOq6yTkEvs'] })

export const openCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks/:id/open',
  summary:
    'Opens a check on a page; the first page keeps it until the check ends. A check started by a page of a site needs its secret or its number',
  access: 'public',
  bodyIsOptional: true,
  params: CheckParams,
  body: Type.Object({
    /** The `open_secret` that the page that started the check received. */
    open_secret: Type.Optional(Type.String({ maxLength: 100 })),
    /** The two-digit number shown by the page that started the check; the third wrong number ends the check. */
    number: Type.Optional(Type.String({ pattern: '^[0-9]{2}$', description: 'two digits' })),
  }),
  example: { number: '42' },
  responses: { 200: Type.Object({ token: CheckToken }) },
  problems: ['NOT_FOUND', 'CHECK_ENDED', 'CHECK_TAKEN', 'CHECK_NUMBER_NEEDED', 'CHECK_NUMBER_WRONG'],
})

export const pairCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks/:id/pair',
  summary:
    'Creates a link for one phone and the number to enter there; earlier links and an earlier phone become invalid',
  access: 'public',
  accepts: ['checkToken'],
  params: CheckParams,
  responses: {
    200: Type.Object({
      url: Type.String({ description: 'To show as a QR code' }),
      number: Type.String({ pattern: '^[0-9]{2}$', examples: ['42'] }),
      expires_at: DateTime,
    }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'CHECK_ENDED'],
})

export const joinCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks/:id/join',
  summary: 'Opens a check on a phone by its link; the number must be the one on the other screen',
  access: 'public',
  params: CheckParams,
  body: Type.Object({
    pair: Type.String({ maxLength: 100 }),
    number: Type.String({ pattern: '^[0-9]{2}$', description: 'two digits' }),
  }),
  example: { pair: EXAMPLE_CODE, number: '42' },
  responses: { 200: Type.Object({ token: CheckToken }) },
  problems: ['NOT_FOUND', 'CHECK_ENDED', 'CHECK_TAKEN', 'CHECK_NUMBER_WRONG'],
})

export const confirmCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks/:id/confirm',
  summary:
    'Passes a check without motion, if its site allows it, by the code that POST /api/send-otp mailed to the owner of a node',
  access: 'public',
  params: CheckParams,
  body: Type.Object({
    email: Email,
    otp: Otp,
    /** Token of the page or phone that has the check open. */
    check_token: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  example: { email: 'ada@example.org', otp: '123456' },
  responses: { 200: CheckResult },
  problems: ['NOT_FOUND', 'CHECK_ENDED', 'CHECK_TAKEN', 'OTHER_WAY_NOT_ALLOWED', 'CODE_INVALID', 'TOO_MANY_TRIES'],
})

/** The state of a check as streamed to a page. */
export const CheckEvent = Type.Object({
  status: CheckStatus,
  reason: CheckFailure,
  /** True if a phone has joined. */
  joined: Type.Boolean(),
  /** Number of wrong numbers entered. Each makes the link for a phone invalid, and the page requests a new one. */
  wrong_numbers: Count,
  /** To the page that the person came with, once the check has ended: where to return to. */
  return_url: Type.Optional(NullableText),
  /** To the site's own page, once the check has passed: what siteverify takes. */
  response: Type.Optional(Type.String()),
})
export type CheckEvent = Static<typeof CheckEvent>

export const followCheck = endpoint({
  area: 'checks',
  method: 'GET',
  path: '/api/checks/:id/events',
  summary: 'Streams the state of a check as server-sent events until the check ends',
  access: 'public',
  accepts: ['checkToken'],
  isForPages: true,
  isStream: true,
  params: CheckParams,
  responses: { 200: CheckEvent },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
