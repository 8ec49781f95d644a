import { Type } from 'typebox'
import { NullableText } from './check-fields.ts'
import { endpoint } from './endpoint.ts'
import { DateTime, Email } from './fields.ts'
import { ActionDigest, AssuranceLevel, Audience, BoundText, Pace } from './verification.ts'

const Direction = Type.Enum(['right', 'up-right', 'up', 'up-left', 'left', 'down-left', 'down', 'down-right'])

/** One stroke to ask for: its direction, its time after the start, and the instruction for the person. */
export const ChallengeAction = Type.Object({
  direction: Direction,
  at_ms: Type.Integer({ minimum: 0 }),
  words: Type.String(),
})

/** Strokes that are made in one go. */
const Round = Type.Object({ actions: Type.Array(ChallengeAction), duration_ms: Type.Integer({ minimum: 0 }) })

/** To verify: for whom and for what the scan is. It is sealed into the challenge, so that the motion came after it; the receipt names it. */
const Binding = {
  audience: Type.Optional(Audience),
  action: Type.Optional(BoundText),
  nonce: Type.Optional(BoundText),
}

/** The statement about a scan that a passkey signs, before `chain` is filled in with the last commitment. Absent values are null; the receipt contains the same values. */
export const ScanStatement = Type.Object({
  action: NullableText,
  action_digest: Type.Union([ActionDigest, Type.Null()]),
  audience: NullableText,
  nonce: NullableText,
  challenge_id: Type.String(),
  chain: Type.Null({ examples: [null] }),
  /** The public key that will sign the receipt. */
  issuer: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: '64 lower-case hex digits',
    examples: ['0'.repeat(64)],
  }),
  method: Type.Enum(['hand']),
  /** The level that the receipt will state. */
  level: Type.Enum([2, 3]),
  /** When the receipt will expire. */
  not_after: DateTime,
})

export const requestChallenge = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/challenge',
  summary: 'Returns six unpredictable strokes of the phone, to be answered once and soon',
  access: 'node',
  scope: 'scan',
  freshFor: 'A challenge to enroll a node',
  repeatable: true,
  body: Type.Object({
    purpose: Type.Enum(['verify', 'enroll', 'research']),
    email: Type.Optional(Email),
    /** To verify: `live` tells one stroke at a time, in exchange for a commitment to the motion before. */
    pace: Type.Optional(Pace),
    /** To verify: the least level that the receipt must have; 2 and 3 need the live pace. */
    assurance: Type.Optional(AssuranceLevel),
    ...Binding,
    /** To verify: the check that the scan is for; it says for whom, for what and at which level. */
    check: Type.Optional(Type.String({ maxLength: 64 })),
    /** Token of the page or phone that has the check open. */
    check_token: Type.Optional(Type.String({ maxLength: 100 })),
    /** To verify: the approval that the scan grants; it says for whom, for what and at which level. Needs a token of the node that was asked. */
    approval: Type.Optional(Type.String({ maxLength: 64 })),
    /** Digest of the action that the person was shown. The request is refused if the approval is for another action. */
    approval_digest: Type.Optional(ActionDigest),
  }),
  example: { purpose: 'verify' },
  responses: {
    201: Type.Object({
      challenge_id: Type.String(),
      challenge_token: Type.String(),
      /** The requested pace. An older service leaves it out and reveals all strokes at once. */
      pace: Type.Optional(Pace),
      /** At the live pace only the first; each further one comes from `POST /api/challenge/:id/next`. */
      actions: Type.Array(ChallengeAction),
      stroke_count: Type.Optional(Type.Integer({ minimum: 1 })),
      duration_ms: Type.Integer({ minimum: 0 }),
      /** At the live pace, of a node that has passkeys: those that may sign the scan. */
      passkeys: Type.Optional(
        Type.Object({
          rp_id: Type.String({ examples: ['id.example.org'] }),
          credential_ids: Type.Array(Type.String({ examples: ['AQIDBAUGBwgJCgsMDQ4PEA'] })),
        }),
      ),
      /** Present together with `passkeys`: the statement that one of them must sign. */
      statement: Type.Optional(ScanStatement),
      /** To enroll and for research: three rounds to make one after the other, the first of which `actions` repeats. Every direction comes twice at least. */
      rounds: Type.Optional(Type.Array(Round)),
      /** To enroll: one more round for a person who agrees to it. With it every direction comes three times. */
      extra_round: Type.Optional(Round),
      expires_at: DateTime,
    }),
  },
  problems: [
    'NODE_NOT_FOUND',
    'UNAUTHORIZED',
    'NOT_FOUND',
    'CHECK_ENDED',
    'CHECK_TAKEN',
    'CHECK_NUMBER_NEEDED',
    'APPROVAL_ENDED',
    'APPROVAL_DIGEST_WRONG',
  ],
})

export const advanceChallenge = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/challenge/:id/next',
  summary: 'Returns the next stroke of a live challenge in exchange for a commitment to the motion so far',
  access: 'public',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  body: Type.Object({
    /** Lower-case hex: SHA-256 of the commitment before and SHA-256 of the canonical samples since then. */
    commitment: Type.String({ pattern: '^[0-9a-f]{64}$', description: '64 lower-case hex digits' }),
    /** From the first sample to this commitment. */
    elapsed_ms: Type.Integer({ minimum: 0, maximum: 60_000 }),
  }),
  example: { commitment: '0'.repeat(64), elapsed_ms: 1350 },
  responses: {
    200: Type.Object({
      /** Number of steps completed. */
      step: Type.Integer({ minimum: 1 }),
      /** Null after the last step: then all is committed. */
      action: Type.Union([ChallengeAction, Type.Null()]),
      server_time: DateTime,
    }),
  },
  problems: ['NOT_FOUND', 'CHALLENGE_ENDED'],
})
