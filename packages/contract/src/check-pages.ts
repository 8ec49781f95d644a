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
  summary: 'As POST /api/checks, for a page of the site: check.js calls it',
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
    'Takes a check to a page; the first page has it, until it ends. One that a page of a site started needs its secret or its number',
  access: 'public',
  bodyIsOptional: true,
  params: CheckParams,
  body: Type.Object({
    /** Of the page that started the check. */
    open_secret: Type.Optional(Type.String({ maxLength: 100 })),
    /** That this page shows; the third wrong one ends the check. */
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
    'A link for one phone, and the number that its owner must enter there; earlier ones, and an earlier phone, no longer count',
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
  summary: 'Takes a check to the phone that a link was shown to; the number must be that of the other screen',
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
    'Passes a check without motion, where its site allows it, by the code that POST /api/send-otp mailed to the owner of a node',
  access: 'public',
  params: CheckParams,
  body: Type.Object({
    email: Email,
    otp: Otp,
    /** Of the page or phone that has the check open. */
    check_token: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  example: { email: 'ada@example.org', otp: '123456' },
  responses: { 200: CheckResult },
  problems: ['NOT_FOUND', 'CHECK_ENDED', 'CHECK_TAKEN', 'OTHER_WAY_NOT_ALLOWED', 'CODE_INVALID', 'TOO_MANY_TRIES'],
})

/** What a page that follows a check is told. */
export const CheckEvent = Type.Object({
  status: CheckStatus,
  reason: CheckFailure,
  /** Whether a phone has joined. */
  joined: Type.Boolean(),
  /** How many wrong numbers were entered; each spends the link for a phone, and the page draws another. */
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
  summary: 'What becomes of a check, as server-sent events; ends with it',
  access: 'public',
  accepts: ['checkToken'],
  isForPages: true,
  isStream: true,
  params: CheckParams,
  responses: { 200: CheckEvent },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
