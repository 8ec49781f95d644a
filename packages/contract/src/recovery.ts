import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime } from './fields.ts'
import { SignedIn } from './sessions.ts'

/** Recovery codes that are made together. */
export const RECOVERY_CODES = 10

/** For how long a sign-in by recovery code grants nothing that lasts, counted from the first one of its browser. */
export const RECOVERY_WAIT_HOURS = 24

const EXAMPLE_CODE = 'k7qm-2vxd-9hpr-4twz'

/** How many recovery codes of a node are left, and since when there are any. */
export const RecoveryState = Type.Object({
  left: Type.Integer({ minimum: 0, maximum: RECOVERY_CODES }),
  made_at: Type.Union([DateTime, Type.Null()], { description: 'null where none were ever made' }),
})
export type RecoveryState = Static<typeof RecoveryState>

export const getRecoveryCodes = endpoint({
  area: 'recovery',
  method: 'GET',
  path: '/api/node/recovery-codes',
  summary: 'How many recovery codes of one’s own node are left; the codes themselves are told once',
  access: 'token',
  scope: 'read',
  responses: { 200: RecoveryState },
  problems: ['UNAUTHORIZED'],
})

export const makeRecoveryCodes = endpoint({
  area: 'recovery',
  method: 'POST',
  path: '/api/node/recovery-codes',
  summary: 'Replaces the recovery codes by ten new ones, shows them once, and ends other sign-ins by the old ones',
  access: 'token',
  freshFor: 'Making them',
  responses: {
    201: Type.Object({
      codes: Type.Array(Type.String({ examples: [EXAMPLE_CODE] }), { description: 'Ten' }),
      made_at: DateTime,
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const signInWithRecoveryCode = endpoint({
  area: 'recovery',
  method: 'POST',
  path: '/api/auth/recovery',
  summary:
    'Signs in with a recovery code, which is used up, and answers a token; it grants nothing that lasts for 24 hours',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  body: Type.Object({
    recovery_code: Type.String({
      pattern: '^[A-Za-z0-9 -]{16,40}$',
      description: '16 letters and digits; spaces, dashes and case do not count',
      examples: [EXAMPLE_CODE],
    }),
  }),
  example: { recovery_code: EXAMPLE_CODE },
  responses: { 200: SignedIn },
  problems: ['CODE_INVALID'],
})
