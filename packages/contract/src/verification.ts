import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Email, Otp, Score } from './fields.ts'

const Direction = Type.Enum(['right', 'up-right', 'up', 'up-left', 'left', 'down-left', 'down', 'down-right'])
const RiskLevel = Type.Enum(['low', 'medium', 'high'])

/** One stroke to ask for: where to, how long after the start, and what to tell the person. */
export const ChallengeAction = Type.Object({
  direction: Direction,
  at_ms: Type.Integer({ minimum: 0 }),
  words: Type.String(),
})

/** Strokes that are made in one go. */
const Round = Type.Object({ actions: Type.Array(ChallengeAction), duration_ms: Type.Integer({ minimum: 0 }) })

/** What a challenge is answered under; both members come from POST /api/challenge. */
export const ChallengeReference = Type.Object({ challenge_token: Type.String(), challenge_id: Type.String() })

/** An object whose members are judged where they are used, not by the schema. */
const open = (description: string) => Type.Object({}, { additionalProperties: true, description })

const CAPTURE =
  '`imu_sequence { sample_rate_hz?, samples [{ t, accel [x, y, z], gyro [x, y, z] }] }` in ms, m/s² with gravity and °/s; ' +
  '`pose_sequence? [{ t, joints }]`; `camera_sequence? [{ t, x, y, z? }]`'

export const OpenCapture = open(CAPTURE)
export const OpenEnrollment = open('An enrollment as POST /api/enroll answered it')
export const OpenResponse = open(
  `\`challenge_id\`, \`user_id?\`, ${CAPTURE}; \`device_info?\`; of a live challenge ` +
    '`committed [{ imu, camera, pose }]`: how many samples of each stream were committed by the end of each step',
)
export const OpenAssertion = Type.Optional(
  open(
    'An AuthenticationResponseJSON of WebAuthn over SHA-256(challenge_id ‖ last commitment), with user verification',
  ),
)
export const OpenSignature = open(
  '`vector [128]` and `version` of the motion signature of the response, which must agree; or `{}`, and the service computes them',
)
export const OpenIssuedReceipt = Type.Optional(open('A CPS-0001 receipt, for whoever was verified'))

const DeviceInfo = Type.Object({
  os: Type.Optional(Type.String({ maxLength: 100 })),
  browser: Type.Optional(Type.String({ maxLength: 100 })),
  model: Type.Optional(Type.String({ maxLength: 100 })),
})

/** How a person moves, sealed by the service and kept by the caller. */
export const Enrollment = Type.Object({
  user_id: Type.String({ maxLength: 100 }),
  /** Counts the enrollments of a node; only its newest is taken. 1 where no node stands behind it. */
  number: Type.Integer({ minimum: 1 }),
  /** Which kind of signature was enrolled: of the sensors or of the body. */
  signature: Type.Object({ version: Type.String({ maxLength: 100 }) }),
  /** How the person moves, encrypted: only the service can read it. */
  template: Type.String({ maxLength: 40_000 }),
  sample_count: Type.Integer({ minimum: 1, maximum: 10 }),
  /** How many strokes were enrolled, to be compared one by one: 18 after three rounds. Absent from enrollments of an older service. */
  stroke_count: Type.Optional(Type.Integer({ minimum: 0, maximum: 60 })),
  enrolled_at: DateTime,
  expires_at: DateTime,
  device_info: Type.Union([DeviceInfo, Type.Null()]),
  key_id: Type.String({ maxLength: 100 }),
  seal: Type.String({ maxLength: 100 }),
})
export type Enrollment = Static<typeof Enrollment>

const EXAMPLE_TOKEN =
  'eyJhbGciOiJFZERTQSIsInR5cCI6InByZXNlbmNlK2p3dCIsImtpZCI6….eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUub3JnIiwi….pYJX2Vt6…'

const Factor = Type.Union([Score, Type.Null()])

/** In the order in which they are looked for: the engine's, then what only the service can know. */
export const REJECTION_REASONS = [
  'challenge_invalid',
  'challenge_expired',
  'challenge_replayed',
  'challenge_too_early',
  'enrollment_invalid',
  'test_motion',
  'insufficient_signal',
  'signature_mismatch',
  'replay_detected',
  'challenge_mismatch',
  'liveness_failed',
  'coupling_failed',
  'device_attestation_failed',
  'context_anomaly',
  'motion_signature_mismatch',
  'below_threshold',
  'assurance_not_reached',
] as const

/** All strokes told at once, or each after the motion before it was committed. */
export const Pace = Type.Enum(['batch', 'live'])
export const AssuranceLevel = Type.Enum([1, 2, 3])
export type AssuranceLevel = Static<typeof AssuranceLevel>

/** How a check ended, or that it has not. */
export const CheckStatus = Type.Enum(['open', 'passed', 'failed', 'expired'])

/** What became of an approval, or that nothing has. */
export const ApprovalStatus = Type.Enum(['open', 'granted', 'denied', 'expired'])
export type ApprovalStatus = Static<typeof ApprovalStatus>

export const EXAMPLE_DIGEST = 'b5ec7a9d9133fbe4bebf65f7823e83ea022314ca5e7c5654c6448c48e7f12224'

/** SHA-256 of the RFC 8785 form of an action. */
export const ActionDigest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: '64 lower-case hex digits',
  examples: [EXAMPLE_DIGEST],
})

/** What the answer reached; the receipt states the same. */
const Assurance = Type.Object({
  level: AssuranceLevel,
  pace: Pace,
  device: Type.Enum(['none', 'passkey', 'attested']),
})

/** What became of a check, for the page that has it open. */
export const CheckResult = Type.Object({
  id: Type.String(),
  status: CheckStatus,
  /** To bring back to the site; null unless the check has ended, and where another screen brings it back. */
  code: Type.Union([Type.String(), Type.Null()]),
  /** Where to return to, with the code; null where `code` is, or the site wants nobody back. */
  return_url: Type.Union([Type.String(), Type.Null()]),
})
export type CheckResult = Static<typeof CheckResult>

/** What became of an approval, for the person who was asked. */
export const ApprovalResult = Type.Object({ id: Type.String(), status: ApprovalStatus })
export type ApprovalResult = Static<typeof ApprovalResult>

export const Verification = Type.Object({
  verified: Type.Boolean(),
  presence_score: Score,
  factors: Type.Object({
    motion: Factor,
    liveness: Factor,
    challenge: Factor,
    coupling: Factor,
    replay: Factor,
    device: Factor,
    context: Factor,
  }),
  risk_level: RiskLevel,
  threshold: Score,
  threshold_source: Type.String({ examples: ['default'] }),
  rejection_reason: Type.Union([Type.Enum([...REJECTION_REASONS]), Type.Null()]),
  explanation: Type.Union([Type.String(), Type.Null()]),
  /** Null where nobody was verified; absent from answers of an older service. */
  assurance: Type.Optional(Type.Union([Assurance, Type.Null()])),
  receipt: OpenIssuedReceipt,
  /** The receipt in short, as a JWT, where it is for an audience. */
  token: Type.Optional(Type.String({ examples: [EXAMPLE_TOKEN] })),
  /** Of a scan for a check. */
  check: Type.Optional(CheckResult),
  /** Of a scan for an approval. */
  approval: Type.Optional(ApprovalResult),
})
export type Verification = Static<typeof Verification>

const Audience = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'for whom the receipt is: the origin of a registered site',
})

export const BoundText = Type.String({ maxLength: 200, pattern: '^.*\\S.*$', description: 'one line, not blank' })

/** To verify: for whom and for what the scan is. It is sealed into the challenge, so that the motion came after it; the receipt names it. */
const Binding = {
  audience: Type.Optional(Audience),
  action: Type.Optional(BoundText),
  nonce: Type.Optional(BoundText),
}

export const requestChallenge = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/challenge',
  summary: 'Six strokes of the phone that nobody could foresee, to be answered once and soon',
  access: 'node',
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
    /** Of the page or phone that has the check open. */
    check_token: Type.Optional(Type.String({ maxLength: 100 })),
    /** To verify: the approval that the scan grants; it says for whom, for what and at which level. Needs a token of the node that was asked. */
    approval: Type.Optional(Type.String({ maxLength: 64 })),
    /** Of the action as the person was shown it; refused where the approval is for another. */
    approval_digest: Type.Optional(ActionDigest),
  }),
  example: { purpose: 'verify' },
  responses: {
    201: Type.Object({
      challenge_id: Type.String(),
      challenge_token: Type.String(),
      /** As asked for. An older service names none, and tells all strokes at once. */
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
      /** At the live pace, where the service takes private tokens: whose. One is redeemed by `GET /api/challenge/:id/token`. */
      private_token_issuers: Type.Optional(Type.Array(Type.String({ examples: ['issuer.example.net'] }))),
      /** To enroll and for research: three rounds to make one after the other, the first of which `actions` repeats. Every direction comes twice at least. */
      rounds: Type.Optional(Type.Array(Round)),
      expires_at: DateTime,
      /** To enroll: the node has enrolled before, and needs a fresh code or a verification of the last minutes to enroll again. */
      fresh_code_required: Type.Optional(Type.Boolean()),
    }),
  },
  problems: [
    'NODE_NOT_FOUND',
    'UNAUTHORIZED',
    'NOT_FOUND',
    'CHECK_ENDED',
    'CHECK_TAKEN',
    'APPROVAL_ENDED',
    'APPROVAL_DIGEST_WRONG',
  ],
})

export const advanceChallenge = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/challenge/:id/next',
  summary: 'The next stroke of a live challenge, in exchange for a commitment to the motion so far',
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
      /** How many steps were made. */
      step: Type.Integer({ minimum: 1 }),
      /** Null after the last step: then all is committed. */
      action: Type.Union([ChallengeAction, Type.Null()]),
      server_time: DateTime,
    }),
  },
  problems: ['NOT_FOUND', 'CHALLENGE_ENDED'],
})

export const redeemPrivateToken = endpoint({
  area: 'verification',
  method: 'GET',
  path: '/api/challenge/:id/token',
  summary: 'Redeems a private token (RFC 9577) for a live challenge; without one, 401 says how to get it',
  access: 'public',
  accepts: ['privateToken'],
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: {
    200: Type.Object({
      /** Whose token was redeemed. */
      issuer: Type.String({ examples: ['issuer.example.net'] }),
    }),
  },
  problems: ['NOT_FOUND', 'CHALLENGE_ENDED', 'PRIVATE_TOKEN_REQUIRED', 'PRIVATE_TOKEN_REDEEMED'],
})

/** A challenge as examples of requests name it. */
export const EXAMPLE_CHALLENGE = {
  challenge_token: 'from POST /api/challenge',
  challenge_id: 'from POST /api/challenge',
}

export const enrollPerson = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/enroll',
  summary: 'A sealed enrollment of how a person moves, for the caller to keep; the service stores none',
  access: 'node',
  maxBodyBytes: 8 * 1024 * 1024,
  body: Type.Object({
    challenge: ChallengeReference,
    captures: Type.Array(OpenCapture, { minItems: 1, maxItems: 10 }),
    email: Type.Optional(Email),
    otp: Type.Optional(Otp),
    device_info: Type.Optional(DeviceInfo),
  }),
  example: { challenge: EXAMPLE_CHALLENGE, captures: [{ imu_sequence: { sample_rate_hz: 60, samples: [] } }] },
  responses: { 201: Enrollment },
  problems: ['CHALLENGE_REFUSED', 'UNAUTHORIZED', 'FRESH_CODE_REQUIRED', 'CODE_INVALID', 'TOO_MANY_TRIES'],
})

export const verifyPresence = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/verify',
  summary: 'Whether the enrolled person answered the challenge; what is not right is a reason, not an error',
  access: 'node',
  maxBodyBytes: 2 * 1024 * 1024,
  body: Type.Object({
    enrollment: OpenEnrollment,
    challenge: ChallengeReference,
    response: OpenResponse,
    signature: OpenSignature,
    risk_level: Type.Optional(RiskLevel),
    /** Where the challenge was asked for with one, the same one. */
    audience: Type.Optional(Audience),
    passkey: OpenAssertion,
  }),
  example: { enrollment: {}, challenge: EXAMPLE_CHALLENGE, response: {}, signature: {} },
  responses: { 200: Verification },
  alone: { mediaType: 'application/jwt', member: 'token' },
  problems: ['UNAUTHORIZED'],
})
