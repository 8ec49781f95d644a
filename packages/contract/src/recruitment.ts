import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, Email } from './fields.ts'

export const applyForRecruitment = endpoint({
  area: 'recruitment',
  method: 'POST',
  path: '/api/recruitment/apply',
  summary: 'Applies for the research program; the first fifty become founding testers',
  access: 'public',
  accepts: ['nothing', 'siteSecret', 'adminSecret'],
  body: Type.Object({
    email: Email,
    technical_bg: Type.Optional(Type.String({ maxLength: 200 })),
    handle: Type.Optional(Type.String({ maxLength: 100 })),
    source: Type.Optional(Type.String({ maxLength: 50 })),
  }),
  example: { email: 'ada@example.org', technical_bg: 'mathematics' },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      cohort: Type.Enum(['genesis', 'public']),
      position: Type.Enum(['founding_tester', 'applicant']),
      position_number: Type.Integer({ minimum: 1 }),
      slots_remaining: Count,
      already_applied: Type.Boolean(),
      confirmed: Type.Boolean({
        description: 'Whether the link in the mail was opened; until then the place is not final',
      }),
    }),
  },
  problems: [],
})

export const confirmApplication = endpoint({
  area: 'recruitment',
  method: 'POST',
  path: '/api/recruitment/confirm',
  summary: 'Confirms the mailbox of an application and returns an invite code to a founding tester, once',
  access: 'public',
  body: Type.Object({
    token: Type.String({
      pattern: '^[A-Za-z0-9_-]{43}$',
      description: 'the 43 letters, digits, hyphens and underscores at the end of the link in the mail',
    }),
  }),
  example: { token: '0000000000000000000000000000000000000000000' },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      cohort: Type.Enum(['genesis', 'public']),
      position: Type.Enum(['founding_tester', 'applicant']),
      position_number: Type.Integer({ minimum: 1 }),
      slots_remaining: Count,
      confirmed: Type.Boolean(),
      invite_code: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  problems: ['LINK_USED', 'LINK_EXPIRED'],
})
