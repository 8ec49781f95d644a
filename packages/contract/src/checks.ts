import { type Static, Type } from 'typebox'
import {
  CheckFailure,
  CheckId,
  CheckParams,
  CheckUrl,
  EXAMPLE_CODE,
  EXAMPLE_ID,
  NullableText,
  WantedByServer,
} from './check-fields.ts'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Day, OptionalDateTime } from './fields.ts'
import { BoundText, CheckStatus, OpenIssuedReceipt, ReachedLevel, SubjectKind } from './verification.ts'

/** Seconds that a check stays open: unless the site says otherwise, at least and at most. */
export const CHECK_SECONDS = { usual: 600, least: 60, most: 3600 }

/** Details that the person is shown beside the action, unchanged: a text, or names and values. */
export const CheckDetails = Type.Union([
  Type.String({ minLength: 1, maxLength: 2000, examples: ['Order 7, to be sent on Monday'] }),
  Type.Record(Type.String({ pattern: '^.{1,60}$' }), Type.String({ maxLength: 500 }), {
    minProperties: 1,
    maxProperties: 20,
    // Without it a name that does not fit would be let through, with anything behind it.
    additionalProperties: false,
  }),
])
export type CheckDetails = Static<typeof CheckDetails>

/** Members of every response about a check. */
const CHECK_FACTS = {
  id: CheckId,
  status: CheckStatus,
  /** Why it failed; null unless it did. */
  reason: CheckFailure,
  action: BoundText,
  nonce: NullableText,
  created_at: DateTime,
  expires_at: DateTime,
  /** The check belongs to a test site: its result proves nothing. */
  test: Type.Boolean(),
}

/** The outcome of a check: the person's subject for this site and the assurance level reached; null unless the check passed. */
const OUTCOME = {
  subject: NullableText,
  /** `same` if the site recognizes the person by the subject, `once` for a first visit; null if `subject` is null. */
  subject_kind: Type.Union([SubjectKind, Type.Null()]),
  assurance: Type.Union([ReachedLevel, Type.Null()]),
}

export const createCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks',
  summary: 'Creates a check of a person for one action; returns the page to send the person to',
  access: 'site',
  body: Type.Object({
    ...WantedByServer,
    details: Type.Optional(CheckDetails),
    nonce: Type.Optional(BoundText),
    /** At level 2 or 3: whether the receipt carries the key of the person that signed; the page says so. */
    approver_key: Type.Optional(Type.Boolean({ default: false })),
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
  summary: 'Returns the state of a check of the site',
  access: 'site',
  params: CheckParams,
  responses: { 200: Type.Object({ ...CHECK_FACTS, ...OUTCOME, redeemed_at: OptionalDateTime }) },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const redeemCheck = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/checks/:id/redeem',
  summary: 'Returns the result of a check, once',
  access: 'site',
  bodyIsOptional: true,
  params: CheckParams,
  body: Type.Object({
    /** The code that the person brought back; required if the check was created with a `return_url`. */
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
  summary: 'Cancels an open check: by the site, or by the person who has its page open',
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

/** As Turnstile and hCaptcha name them. */
export const SITEVERIFY_ERRORS = [
  'missing-input-secret',
  'invalid-input-secret',
  'missing-input-response',
  'invalid-input-response',
  'timeout-or-duplicate',
  'test-not-allowed',
  'assurance-too-low',
  'subject-not-same',
] as const

export const siteverify = endpoint({
  area: 'checks',
  method: 'POST',
  path: '/api/siteverify',
  summary:
    'Verifies, once, that a form’s response belongs to a passed check; also accepts a form, like similar services',
  access: 'public',
  takesForm: true,
  body: Type.Object({
    secret: Type.Optional(Type.String({ maxLength: 200 })),
    response: Type.Optional(Type.String({ maxLength: 2048 })),
    /** Accepted for compatibility with similar services, and ignored. */
    remoteip: Type.Optional(Type.String({ maxLength: 100 })),
    /** `true` or `1` accepts responses of a test site, which prove nothing. */
    allow_test: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })])),
    /** The least level that counts, where the site has registered no higher one for the action; 1 where it is absent. */
    min_assurance: Type.Optional(Type.Enum([1, 2, 3, '1', '2', '3'])),
    /** `same` refuses first visits, whose subject is of one check only; `once`, the default, also takes them. */
    subject_kind: Type.Optional(SubjectKind),
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
      subject_kind: Type.Optional(SubjectKind),
      assurance: Type.Optional(ReachedLevel),
      /** True if the scan was made in the window that the site's page opened, not on another device or from a link. */
      same_browser: Type.Optional(Type.Boolean()),
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
  summary: 'Lists the recent checks of a site, newest first',
  access: 'admin',
  params: Type.Object({ site_key: Type.String({ maxLength: 64 }) }),
  responses: {
    200: Type.Object({
      days: Type.Array(Type.Object({ day: Day, created: Count, passed: Count, failed: Count, redeemed: Count })),
    }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
