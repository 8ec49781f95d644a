import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime } from './fields.ts'
import { SignedIn } from './sessions.ts'

/** Number of recovery codes that are created together. */
export const RECOVERY_CODES = 10

/** For how long a sign-in by recovery code grants nothing that lasts, counted from the first one of its browser. */
export const RECOVERY_WAIT_HOURS = 24

const EXAMPLE_CODE = 'k7qm-2vxd-9hpr-4twz'

/** The number of unused recovery codes of a node, and the time when they were created. */
export const RecoveryState = Type.Object({
  left: Type.Integer({ minimum: 0, maximum: RECOVERY_CODES }),
  made_at: Type.Union([DateTime, Type.Null()], { description: 'null if none were ever created' }),
})
export type RecoveryState = Static<typeof RecoveryState>

export const getRecoveryCodes = endpoint({
  area: 'recovery',
  method: 'GET',
  path: '/api/node/recovery-codes',
  summary: 'Returns how many recovery codes of the caller’s node are left; the codes themselves are shown once',
  access: 'token',
  scope: 'read',
  responses: { 200: RecoveryState },
  problems: ['UNAUTHORIZED'],
})

export const makeRecoveryCodes = endpoint({
  area: 'recovery',
  method: 'POST',
  path: '/api/node/recovery-codes',
  summary:
    'Replaces the recovery codes by ten new ones, returns them once, and ends other sign-ins made with the old ones',
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
    'Signs in with a recovery code, which can be used once, and returns a token; for 24 hours it grants no lasting authority',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  body: Type.Object({
    recovery_code: Type.String({
      pattern: '^[A-Za-z0-9 -]{16,40}$',
      description: '16 letters and digits; spaces, dashes and case are ignored',
      examples: [EXAMPLE_CODE],
    }),
  }),
  example: { recovery_code: EXAMPLE_CODE },
  responses: { 200: SignedIn },
  problems: ['CODE_INVALID'],
})
