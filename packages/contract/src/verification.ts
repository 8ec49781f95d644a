import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Email, Score } from './fields.ts'

const RiskLevel = Type.Enum(['low', 'medium', 'high'])

/** The reference to the challenge that a response answers; both members come from POST /api/challenge. */
export const ChallengeReference = Type.Object({ challenge_token: Type.String(), challenge_id: Type.String() })

/** An object whose members are judged where they are used, not by the schema. */
const open = (description: string) => Type.Object({}, { additionalProperties: true, description })

const CAPTURE =
  '`imu_sequence { sample_rate_hz?, samples [{ t, accel [x, y, z], gyro [x, y, z] }] }` in ms, m/s² with gravity and °/s; ' +
  '`pose_sequence? [{ t, joints }]`; `camera_sequence? [{ t, x, y, z? }]`'

export const OpenCapture = open(CAPTURE)
/** Left out on a first visit: a check that takes `subject_kind: "once"` is passed without one, at level 1. */
export const OpenEnrollment = Type.Optional(
  open('An enrollment as POST /api/enroll answered it; left out on a first visit'),
)
export const OpenResponse = open(
  `\`challenge_id\`, \`user_id?\`, ${CAPTURE}; \`device_info?\`; of a live challenge ` +
    '`committed [{ imu, camera, pose }]`: how many samples of each stream were committed by the end of each step',
)
export const OpenAssertion = Type.Optional(
  open(
    'An AuthenticationResponseJSON of WebAuthn over the statement of the challenge and the last commitment, with user verification',
  ),
)
export const OpenSignature = open(
  '`vector [128]` and `version` of the motion signature of the response, which must agree; or `{}`, and the service computes them',
)
export const OpenIssuedReceipt = Type.Optional(open('A CPS-0001 receipt, if the person was verified'))

const DeviceInfo = Type.Object({
  os: Type.Optional(Type.String({ maxLength: 100 })),
  browser: Type.Optional(Type.String({ maxLength: 100 })),
  model: Type.Optional(Type.String({ maxLength: 100 })),
})

/** An enrollment: a description of how a person moves, sealed by the service and stored by the caller. */
export const Enrollment = Type.Object({
  user_id: Type.String({ maxLength: 100 }),
  /** Counts the enrollments of a node; only its newest is taken. 1 where no node stands behind it. */
  number: Type.Integer({ minimum: 1 }),
  /** Which kind of signature was enrolled: of the sensors or of the body. */
  signature: Type.Object({ version: Type.String({ maxLength: 100 }) }),
  /** The template of the person's motion, encrypted for the service. */
  template: Type.String({ maxLength: 100_000 }),
  sample_count: Type.Integer({ minimum: 1, maximum: 10 }),
  /**
   * Number of enrolled strokes, which are compared one by one: 18 after three rounds, 24 after four, and more after the enrollment has
   * grown. Absent from enrollments of an older service.
   */
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

/** Rejection reasons in the order in which they are checked: first the engine's, then those that only the service can determine. */
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

/** When strokes are revealed: all at once (`batch`), or each one after a commitment to the motion before it (`live`). */
export const Pace = Type.Enum(['batch', 'live'])
export const AssuranceLevel = Type.Enum([1, 2, 3])
export type AssuranceLevel = Static<typeof AssuranceLevel>

/** As in receipts; 0 if the owner of a node confirmed by a mailed code instead of motion. */
export const ReachedLevel = Type.Enum([0, 1, 2, 3])
export type ReachedLevel = Static<typeof ReachedLevel>

/** `same`: the person has this subject at each check of the site. `once`: the subject was drawn for one check and doesn't identify the person. */
export const SubjectKind = Type.Enum(['once', 'same'])
export type SubjectKind = Static<typeof SubjectKind>

/** State of a check. */
export const CheckStatus = Type.Enum(['open', 'passed', 'failed', 'expired'])

/** State of an approval. */
export const ApprovalStatus = Type.Enum(['open', 'granted', 'denied', 'expired'])
export type ApprovalStatus = Static<typeof ApprovalStatus>

/** Methods of approving, the weakest first: one press on a signed-in device, a passkey alone, or a scan. */
export const APPROVAL_METHODS = ['tap', 'passkey', 'hand'] as const
export const ApprovalMethod = Type.Enum([...APPROVAL_METHODS])
export type ApprovalMethod = Static<typeof ApprovalMethod>

export const EXAMPLE_DIGEST = 'b5ec7a9d9133fbe4bebf65f7823e83ea022314ca5e7c5654c6448c48e7f12224'

/** SHA-256 of the RFC 8785 form of an action. */
export const ActionDigest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: '64 lower-case hex digits',
  examples: [EXAMPLE_DIGEST],
})

/** The assurance that the response reached; the receipt contains the same values. */
const Assurance = Type.Object({
  level: AssuranceLevel,
  pace: Pace,
  device: Type.Enum(['none', 'passkey', 'attested']),
})

/** The state of a check, for the page that has it open. */
export const CheckResult = Type.Object({
  id: Type.String(),
  status: CheckStatus,
  /** The code that the person brings back to the site. Null while the check is open, or if another screen brings the code back. */
  code: Type.Union([Type.String(), Type.Null()]),
  /** Where to return to, with the code; null if `code` is null or the site has no return address. */
  return_url: Type.Union([Type.String(), Type.Null()]),
})
export type CheckResult = Static<typeof CheckResult>

/** The decision of one of the people whom an approval asks; `open` before they decide. */
export const ApproverDecision = Type.Enum(['open', 'granted', 'denied'])

/** The state of an approval and the decision of this person. The approval stays open until enough people have approved. */
export const ApprovalResult = Type.Object({ id: Type.String(), status: ApprovalStatus, decision: ApproverDecision })
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
  /** Null if no person was verified; absent from responses of an older service. */
  assurance: Type.Optional(Type.Union([Assurance, Type.Null()])),
  receipt: OpenIssuedReceipt,
  /**
   * The enrollment with what was learned from this answer, to be kept in place of the one that was sent; absent where nothing was learned.
   * The one that was sent stays good.
   */
  enrollment: Type.Optional(Enrollment),
  /** The receipt in short, as a JWT, where it is for an audience. */
  token: Type.Optional(Type.String({ examples: [EXAMPLE_TOKEN] })),
  /** State of the check if the scan was for a check. */
  check: Type.Optional(CheckResult),
  /** State of the approval if the scan was for an approval. */
  approval: Type.Optional(ApprovalResult),
})
export type Verification = Static<typeof Verification>

export const Audience = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'who the receipt is for: the origin of a registered site',
})

export const BoundText = Type.String({ maxLength: 200, pattern: '^.*\\S.*$', description: 'one line, not blank' })

/** A challenge as examples of requests name it. */
export const EXAMPLE_CHALLENGE = {
  challenge_token: 'from POST /api/challenge',
  challenge_id: 'from POST /api/challenge',
}

export const enrollPerson = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/enroll',
  summary: 'Returns a sealed enrollment of how a person moves, for the caller to keep; the service stores none',
  access: 'node',
  freshFor: 'Enrolling a node',
  maxBodyBytes: 8 * 1024 * 1024,
  countsCpu: true,
  body: Type.Object({
    challenge: ChallengeReference,
    captures: Type.Array(OpenCapture, { minItems: 1, maxItems: 10 }),
    email: Type.Optional(Email),
    device_info: Type.Optional(DeviceInfo),
  }),
  example: { challenge: EXAMPLE_CHALLENGE, captures: [{ imu_sequence: { sample_rate_hz: 60, samples: [] } }] },
  responses: { 201: Enrollment },
  problems: ['CHALLENGE_REFUSED', 'UNAUTHORIZED'],
})

export const verifyPresence = endpoint({
  area: 'verification',
  method: 'POST',
  path: '/api/verify',
  summary:
    'Verifies that the enrolled person answered the challenge; a failure is a reason in the response, not an error',
  access: 'node',
  scope: 'scan',
  maxBodyBytes: 2 * 1024 * 1024,
  countsCpu: true,
  body: Type.Object({
    enrollment: OpenEnrollment,
    challenge: ChallengeReference,
    response: OpenResponse,
    signature: OpenSignature,
    risk_level: Type.Optional(RiskLevel),
    /** The audience with which the challenge was requested, if any. */
    audience: Type.Optional(Audience),
    passkey: OpenAssertion,
  }),
  example: { enrollment: {}, challenge: EXAMPLE_CHALLENGE, response: {}, signature: {} },
  responses: { 200: Verification },
  alternative: { mediaType: 'application/jwt', member: 'token' },
  problems: ['UNAUTHORIZED'],
})
