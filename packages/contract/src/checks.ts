import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Day, Email, OptionalDateTime, Otp } from './fields.ts'
import { AssuranceLevel, BoundText, CheckResult, OpenIssuedReceipt } from './verification.ts'

/** Seconds that a check stays open: unless the site says otherwise, at least and at most. */
export const CHECK_SECONDS = { usual: 600, least: 60, most: 3600 }

const EXAMPLE_ID = '3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a'
const EXAMPLE_CODE = '4mR0tV5c1dY9sKQeZpXb7nLw2uHf8gJa3iOq6yTkEvs'

const CheckId = Type.String({ maxLength: 64, examples: [EXAMPLE_ID] })
const CheckParams = Type.Object({ id: CheckId })

/** How a check ended, or that it has not. */
const CheckStatus = Type.Enum(['open', 'passed', 'failed', 'expired'])

/** Why a check failed. */
export const CHECK_FAILURES = ['cancelled_by_person', 'cancelled_by_site', 'too_many_refusals', 'wrong_number'] as const
const CheckFailure = Type.Union([Type.Enum([...CHECK_FAILURES]), Type.Null()])

/** What the person is shown beside the action, exactly as it is: a text, or names and values. */
export const CheckDetails = Type.Union([
  Type.String({ minLength: 1, maxLength: 2000, examples: ['Order 7, to be sent on Monday'] }),
  Type.Record(Type.String({ pattern: '^.{1,60}$' }), Type.String({ maxLength: 500 }), {
    minProperties: 1,
    maxProperties: 20,
  }),
])
export type CheckDetails = Static<typeof CheckDetails>

const NullableText = Type.Union([Type.String(), Type.Null()])

/** What every answer about a check says. */
const CHECK_FACTS = {
  id: CheckId,
  status: CheckStatus,
  /** Why it failed; null unless it did. */
  reason: CheckFailure,
  action: BoundText,
  nonce: NullableText,
  created_at: DateTime,
  expires_at: DateTime,
  /** The check belongs to a test site: whatever comes of it proves nothing. */
  test: Type.Boolean(),
}

/** As in receipts; 0 where nobody moved, and a code by mail showed instead that the owner of a node was there. */
const ReachedLevel = Type.Enum([0, 1, 2, 3])

/** Who was there: their name for this site, and what level of assurance was reached; null unless the check passed. */
const OUTCOME = {
  subject: NullableText,
  assurance: Type.Union([ReachedLevel, Type.Null()]),
}

const Wanted = {
  action: BoundText,
  /** The least level that the person must reach; 1 where it is absent. */
  assurance: Type.Optional(AssuranceLevel),
  /** Whether people who cannot or will not move a phone may show by a mailed code that they own a registered node; that is assurance 0, and there is no receipt. */
  other_way: Type.Optional(Type.Boolean({ default: false })),
}

const CheckUrl = Type.String({
  description: 'The page to send the person to, as a page of its own and never in a frame',
  examples: [`https://id.example.org/check/${EXAMPLE_ID}`],
})

export const createCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks',
  summary: 'Asks for a person, for one action; the answer has the page to send them to',
  access: 'site',
  body: Type.Object({
    ...Wanted,
    details: Type.Optional(CheckDetails),
    nonce: Type.Optional(BoundText),
    /** Where the person returns to, with `check` and `code` in its query; one of the site's own, letter by letter. */
    return_url: Type.Optional(Type.String({ maxLength: 1024, examples: ['https://shop.example/back'] })),
    expires_in: Type.Optional(
      Type.Integer({ minimum: CHECK_SECONDS.least, maximum: CHECK_SECONDS.most, default: CHECK_SECONDS.usual }),
    ),
  }),
  example: { action: 'Pay 7 € to Eve', return_url: 'https://shop.example/back' },
  responses: {
    201: Type.Object({ id: CheckId, url: CheckUrl, status: CheckStatus, expires_at: DateTime }),
  },
  problems: ['UNAUTHORIZED'],
})

export const getCheck = endpoint({
  area: 'checks',
  method: 'GET',
  path: '/api/checks/:id',
  summary: 'What became of a check of the site',
  access: 'site',
  params: CheckParams,
  responses: { 200: Type.Object({ ...CHECK_FACTS, ...OUTCOME, redeemed_at: OptionalDateTime }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const redeemCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks/:id/redeem',
  summary: 'What came of a check, given out once',
  access: 'site',
  bodyIsOptional: true,
  params: CheckParams,
  body: Type.Object({
    /** That the person brought back; needed where the check was created with a `return_url`. */
    code: Type.Optional(Type.String({ maxLength: 200, examples: [EXAMPLE_CODE] })),
  }),
  example: { code: EXAMPLE_CODE },
  responses: {
    200: Type.Object({ ...CHECK_FACTS, ...OUTCOME, receipt: OpenIssuedReceipt, token: Type.Optional(Type.String()) }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'CHECK_CODE_WRONG', 'CHECK_OPEN', 'CHECK_REDEEMED'],
})

export const cancelCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks/:id/cancel',
  summary: 'Ends an open check: by the site, or by the person who has its page open',
  access: 'public',
  accepts: ['siteSecret', 'checkToken'],
  params: CheckParams,
  responses: {
    200: Type.Object({
      id: CheckId,
      status: CheckStatus,
      /** For the page that the person came with: where to return to. */
      return_url: NullableText,
    }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'CHECK_ENDED'],
})

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
      /** To follow the check with, and to get what `siteverify` takes. */
      token: Type.String(),
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
  summary: 'Takes a check to a page; the first page has it, until it ends',
  access: 'public',
  params: CheckParams,
  responses: { 200: Type.Object({ token: CheckToken }) },
  problems: ['NOT_FOUND', 'CHECK_ENDED', 'CHECK_TAKEN'],
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

/** As Turnstile and hCaptcha name them. */
export const SITEVERIFY_ERRORS = [
  'missing-input-secret',
  'invalid-input-secret',
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'test-not-allowed',
] as const

export const siteverify = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/siteverify',
  summary:
    'Whether the response that a form brought is that of a passed check, told once; also as a form, as others have it',
  access: 'public',
  takesForm: true,
  body: Type.Object({
    secret: Type.Optional(Type.String({ maxLength: 200 })),
    response: Type.Optional(Type.String({ maxLength: 2048 })),
    /** Taken as others take it; nothing depends on it. */
    remoteip: Type.Optional(Type.String({ maxLength: 100 })),
    /** Whether what a test site got may count: `true` or `1`. */
    allow_test: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })])),
  }),
  example: { secret: 'sk_3q2-7wAbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab', response: `${EXAMPLE_ID}.${EXAMPLE_CODE}` },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      /** When the person moved. */
      challenge_ts: Type.Optional(DateTime),
      hostname: Type.Optional(Type.String({ examples: ['shop.example'] })),
      action: Type.Optional(Type.String()),
      cdata: Type.Optional(Type.String()),
      subject: Type.Optional(Type.String()),
      assurance: Type.Optional(ReachedLevel),
      test: Type.Optional(Type.Boolean()),
      'error-codes': Type.Array(Type.Enum([...SITEVERIFY_ERRORS])),
    }),
  },
  problems: [],
})
export type Siteverification = Static<(typeof siteverify.responses)[200]>

export const getSiteUsage = endpoint({
  area: 'checks',
  method: 'GET',
  path: '/api/admin/sites/:site_key/usage',
  summary: 'The checks of a site in the last days, the newest first',
  access: 'admin',
  params: Type.Object({ site_key: Type.String({ maxLength: 64 }) }),
  responses: {
    200: Type.Object({
      days: Type.Array(Type.Object({ day: Day, created: Count, passed: Count, failed: Count, redeemed: Count })),
    }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
