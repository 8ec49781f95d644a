import { type TSchema, Type } from 'typebox'
import { Count, DateTime } from './fields.ts'
import { OpenPredecessor, OpenReceipt } from './receipts.ts'
import { OpenLandmarks } from './research.ts'
import {
  Enrollment,
  OpenCapture,
  OpenEnrollment,
  OpenIssuedReceipt,
  OpenResponse,
  OpenSignature,
} from './verification.ts'

// What the service judges where it uses it, and answers with a reason, is open to its validator. These say what is meant.

const Text = Type.String()
const Axes = Type.Array(Type.Number(), { minItems: 3, maxItems: 3, examples: [[0.1, 9.8, 0.2]] })
const Milliseconds = Type.Number({ description: 'ms', examples: [0] })
const Sample = Type.Object({ t: Milliseconds, accel: Axes, gyro: Axes })
const Point = Type.Object({ x: Type.Number(), y: Type.Number(), z: Type.Optional(Type.Number()) })

const Frame = Type.Object({ t: Milliseconds, joints: Type.Array(Point) })

const SEQUENCES = {
  imu_sequence: Type.Optional(
    Type.Object(
      { sample_rate_hz: Type.Optional(Type.Number()), samples: Type.Array(Sample) },
      {
        description: 'm/s² with gravity, and °/s',
      },
    ),
  ),
  pose_sequence: Type.Optional(Type.Array(Frame)),
  camera_sequence: Type.Optional(
    Type.Array(Type.Object({ t: Milliseconds, x: Type.Number(), y: Type.Number(), z: Type.Optional(Type.Number()) })),
  ),
}

/** A capture: the recording of the sensors and, optionally, of the camera. */
export const Capture = Type.Object(SEQUENCES)

/** Landmarks of a body or a hand in the usual form. Other JSON is accepted, but not stored. */
export const Landmarks = Type.Union(
  [Type.Array(Frame, { maxItems: 1200 }), Type.Object({ frames: Type.Array(Frame) })],
  {
    description:
      '18 joints of a body, 21 points of a hand or the 33 of MediaPipe Pose in each frame. Other JSON is accepted, and not kept',
  },
)

/** The answer to a challenge. */
export const MotionResponse = Type.Object({
  challenge_id: Type.Optional(Text),
  user_id: Type.Optional(Text),
  ...SEQUENCES,
  device_info: Type.Optional(
    Type.Object({ os: Type.Optional(Text), browser: Type.Optional(Text), model: Type.Optional(Text) }),
  ),
  committed: Type.Optional(
    Type.Array(Type.Object({ imu: Count, camera: Count, pose: Count }), {
      description:
        'For a live challenge: the number of samples of each stream that were committed by the end of each step',
    }),
  ),
})

/** The motion signature of a response; without members the service computes it. */
export const MotionSignature = Type.Object({
  vector: Type.Optional(Type.Array(Type.Number(), { description: '128 numbers' })),
  version: Type.Optional(Text),
})

/** An enrollment as returned by POST /api/enroll. For an incomplete one the response contains a rejection reason. */
export const PresentedEnrollment = Type.Partial(Enrollment)

const Hex = (digits: number, example: string) =>
  Type.String({ pattern: `^[0-9a-f]{${digits}}$`, examples: [example.repeat(digits)] })
const Confidence = Type.Number({ minimum: 0, maximum: 1 })
const Assertion = Type.Object({ value: Type.Boolean(), confidence: Confidence })
const EvidenceBlock = Type.Object({
  engineId: Text,
  engineVersion: Text,
  confidence: Confidence,
  payload: Type.Object({}, { additionalProperties: true, description: 'What the engine measured' }),
  payloadDigest: Hex(64, '0'),
})

/** A CPS-0001 receipt; packages/receipt/schema/cps-0001.schema.json has every bound. */
export const Receipt = Type.Object({
  protocolVersion: Type.String({ examples: ['1.0'] }),
  receiptId: Type.String({ examples: ['019b76da-a800-7000-8000-000000000000'] }),
  subject: Type.Object({ id: Type.String({ examples: [`sha256:${'0'.repeat(64)}`] }), type: Type.Optional(Text) }),
  interval: Type.Object({ start: DateTime, end: DateTime, coverageMs: Type.Integer({ minimum: 0 }) }),
  evidence: Type.Array(EvidenceBlock),
  assertions: Type.Object({
    observationOccurred: Assertion,
    continuityMaintained: Assertion,
    receiptIntegrity: Assertion,
  }),
  verdict: Type.Optional(Type.Enum(['PASS', 'FAIL', 'INSUFFICIENT_EVIDENCE'])),
  expiresAt: Type.Optional(DateTime),
  previousReceiptHash: Type.Union([Hex(64, '0'), Type.Null()]),
  references: Type.Array(Text),
  issuer: Type.Object({ id: Hex(16, 'a'), publicKey: Hex(64, 'a') }),
  audience: Type.Optional(Text),
  signature: Type.Object({
    algorithm: Type.String({ examples: ['Ed25519'] }),
    canonicalization: Type.String({ examples: ['JCS'] }),
    signedAt: DateTime,
    value: Hex(128, '0'),
  }),
})

/** A receipt in a request: any JSON is judged, and nothing of it is refused before. */
const PresentedReceipt = Type.Partial(Receipt, { description: 'A CPS-0001 receipt as JSON' })

/** The schema that the OpenAPI document shows in place of each open schema. */
export const DESCRIBED: ReadonlyMap<unknown, TSchema> = new Map<unknown, TSchema>([
  [OpenCapture, Capture],
  [OpenLandmarks, Landmarks],
  [OpenEnrollment, PresentedEnrollment],
  [OpenResponse, MotionResponse],
  [OpenSignature, MotionSignature],
  [OpenIssuedReceipt, Receipt],
  [OpenReceipt, PresentedReceipt],
  [
    OpenPredecessor,
    Type.Union([PresentedReceipt, Type.Null()], {
      description: 'The receipt before this one; null when it cannot be found',
    }),
  ],
])
