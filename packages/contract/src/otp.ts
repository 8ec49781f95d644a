import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { ChosenHandle, Email, NodeStatus, Otp } from './fields.ts'
import { SignedIn } from './sessions.ts'

export const sendOtp = endpoint({
  area: 'otp',
  method: 'POST',
  path: '/api/send-otp',
  summary: 'Sends a six-digit code; an e-mail address that was never activated needs an invite code',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie', 'siteSecret', 'adminSecret'],
  hasOtherWays: true,
  body: Type.Object({ email: Email, invite_code: Type.Optional(Type.String({ maxLength: 64 })) }),
  example: { email: 'ada@example.org', invite_code: 'SERVICE-7F3K-9QXZ' },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      skip_otp: Type.Boolean({
        description: 'A wallet of the node can sign in without the code; the code was sent anyway',
      }),
      expires_in: Type.Integer({ minimum: 0, description: 'Seconds' }),
      delivery: Type.Optional(
        Type.Enum(['smtp', 'file'], {
          description: 'How the mail is sent; without SMTP_URL it is written to a file. Absent if nothing was mailed',
        }),
      ),
      mail_folder: Type.Optional(
        Type.String({ description: 'The folder of that file; only for callers on the same machine' }),
      ),
    }),
  },
  problems: ['INVITE_CODE_REQUIRED', 'INVITE_CODE_INVALID', 'INVITE_CODE_USED', 'INVITE_CODE_REVOKED'],
})

export const verifyOtp = endpoint({
  area: 'otp',
  method: 'POST',
  path: '/api/verify-otp',
  summary: 'Confirms a code, activates the node and returns a token',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  hasOtherWays: true,
  body: Type.Object({
    email: Email,
    otp: Otp,
    // The owner's choice: another person may have registered the address first with a different one.
    node_handle: Type.Optional(ChosenHandle),
  }),
  example: { email: 'ada@example.org', otp: '123456' },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      status: NodeStatus,
      node_handle: Type.String(),
      is_genesis: Type.Boolean(),
      genesis_index: Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Null()]),
      node_token: Type.String(),
    }),
  },
  problems: [
    'CODE_INVALID',
    'TOO_MANY_TRIES',
    'INVITE_CODE_REQUIRED',
    'INVITE_CODE_USED',
    'INVITE_CODE_REVOKED',
    'HANDLE_TAKEN',
  ],
})

export const signInByLink = endpoint({
  area: 'otp',
  method: 'POST',
  path: '/api/auth/link',
  summary: 'Signs in by the link in the mail with the code; of link and code, one can be used, once',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  body: Type.Object({
    link: Type.String({
      pattern: '^[A-Za-z0-9_-]+$',
      minLength: 1,
      maxLength: 1024,
      description: 'the part of the link after the #',
    }),
  }),
  example: { link: 'q83vEjRWeJCrze8SNFZ4kA' },
  responses: { 200: SignedIn },
  problems: ['CODE_INVALID', 'INVITE_CODE_REQUIRED', 'INVITE_CODE_USED', 'INVITE_CODE_REVOKED'],
})
