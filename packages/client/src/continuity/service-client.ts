import type {
  advanceChallenge,
  AnswerOf,
  BodyOf,
  enrollPerson,
  ParamsOf,
  requestChallenge,
  Verification,
  verifyPresence,
} from '@stillhere/contract'
import type { ImuSample } from '@stillhere/engine'
import type { MotionCapture } from '../capture/motion-source.ts'
import { ScanError, type ScanErrorDetails, type ScanErrorKind } from '../capture/scan-error.ts'

type CallOptions = { signal?: AbortSignal; retries?: number; timeoutMs?: number; idempotencyKey?: string }
type Call<Input, Output> = (input: Input, options?: CallOptions) => Promise<Output>

/** The part of a client that scans and enrollments use. The result of `createClient` has this type. */
export type VerificationClient = {
  requestChallenge: Call<BodyOf<typeof requestChallenge>, AnswerOf<typeof requestChallenge>>
  advanceChallenge: Call<
    ParamsOf<typeof advanceChallenge> & BodyOf<typeof advanceChallenge>,
    AnswerOf<typeof advanceChallenge>
  >
  verifyPresence: Call<BodyOf<typeof verifyPresence>, AnswerOf<typeof verifyPresence>>
  enrollPerson: Call<BodyOf<typeof enrollPerson>, AnswerOf<typeof enrollPerson>>
}

/** Creates a random value for the header Idempotency-Key, so that a call can be repeated without taking effect twice. */
export function createRepeatKey(): string {
  // crypto.randomUUID is missing on insecure pages.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Awaits a call of the service. Converts its error to a ScanError: `service_unreachable` for network and server errors, otherwise `service_refused`. */
export async function runServiceCall<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw toServiceError(cause)
  }
}

/** The part of a failed call's error that is read. */
type FailedCall = { kind?: unknown; status?: unknown; code?: unknown; detail?: unknown; retryAfterMs?: unknown }

function toServiceError(cause: unknown): ScanError {
  const failed = (typeof cause === 'object' && cause !== null ? cause : {}) as FailedCall
  const message = cause instanceof Error ? cause.message : String(cause)
  const waitMs = typeof failed.retryAfterMs === 'number' ? { retryAfterMs: failed.retryAfterMs } : {}
  const status = typeof failed.status === 'number' ? failed.status : 0
  if (failed.kind !== 'problem' || status >= 500)
    return new ScanError('service_unreachable', 'the service could not be reached', { cause, ...waitMs })
  return new ScanError('service_refused', `the service refused: ${readDetail(failed) ?? message}`, {
    cause,
    ...waitMs,
    ...selectNextStep(failed),
  })
}

/** Returns the service's explanation for people, without the name of the call and the code. */
function readDetail({ detail }: FailedCall): string | undefined {
  return typeof detail === 'string' && detail !== '' ? detail.replace(/^[a-z]+(?:_[a-z]+)+: /, '') : undefined
}

function selectNextStep({ status, code }: FailedCall): ScanErrorDetails {
  if (status === 429) return { next: 'wait', advice: 'Wait a while, and start again.' }
  if (code === 'FRESH_SIGN_IN_REQUIRED') return { next: 'give_up', advice: 'Sign in again, and start again.' }
  if (code === 'RECOVERY_WAIT')
    return { next: 'give_up', advice: 'Sign in another way than by a recovery code, or wait a day, and start again.' }
  return code === 'CHALLENGE_REFUSED' ? { next: 'retry', advice: 'Start again, with new arrows.' } : {}
}

type Reason = NonNullable<Verification['rejection_reason']>

const STALE = { next: 'retry', advice: 'Start again, and stay on this page until the scan is over.' } as const
const EARLY = { next: 'retry', advice: 'Start again, and follow each arrow as it appears.' } as const
const SOMEBODY_ELSE = {
  next: 'retry',
  advice: 'Hold and move the phone as you did when you enrolled, and start again.',
} as const

const NOT_REACHED = {
  next: 'give_up',
  advice: 'Scan on a page of the service itself, and confirm with a passkey when asked.',
} as const

const OTHER_PASSKEY = {
  next: 'retry',
  advice: 'Start again, and confirm with a passkey that your node has now.',
} as const

/** Advice for a camera that sees a different motion than the sensors: more often a hand outside the picture than a forgery. */
export const UNCOUPLED = {
  next: 'retry',
  advice: 'Keep the hand with the phone in the picture, or scan without the camera.',
} as const

const KINDS: Readonly<Record<Reason, readonly [ScanErrorKind, ScanErrorDetails]>> = {
  challenge_invalid: ['service_refused', STALE],
  challenge_expired: ['service_refused', STALE],
  challenge_replayed: ['service_refused', STALE],
  challenge_too_early: ['service_refused', EARLY],
  challenge_mismatch: ['challenge_missed', {}],
  enrollment_invalid: [
    'service_refused',
    { next: 'give_up', advice: 'Enroll again; this enrollment is not accepted any more.' },
  ],
  test_motion: [
    'service_refused',
    { next: 'give_up', advice: 'Test against a sandbox: npx --no-install stillhere serve --sandbox.' },
  ],
  insufficient_signal: ['insufficient_signal', {}],
  signature_mismatch: ['service_refused', { next: 'give_up', advice: 'Reload the page to get its newest version.' }],
  liveness_failed: ['not_alive', {}],
  replay_detected: ['vetoed', { next: 'retry', advice: 'Start again; every scan has new arrows.' }],
  coupling_failed: ['vetoed', UNCOUPLED],
  motion_signature_mismatch: ['service_refused', SOMEBODY_ELSE],
  device_attestation_failed: ['service_refused', OTHER_PASSKEY],
  context_anomaly: ['service_refused', { next: 'wait', advice: 'Start again later.' }],
  below_threshold: ['service_refused', SOMEBODY_ELSE],
  assurance_not_reached: ['service_refused', NOT_REACHED],
}

/** Converts the service's rejection of an answer to a ScanError, with a kind and advice that match the rejection reason. */
export function toScanError(verification: Verification): ScanError {
  const reason = verification.rejection_reason ?? 'below_threshold'
  const [kind, details] = KINDS[reason] ?? ['service_refused', {}]
  const message = `the service did not verify the answer (${reason}): ${verification.explanation ?? 'no words were given'}`
  return new ScanError(kind, message, { ...details, verification })
}

/** A capture in the form of the API. */
export type WireCapture = {
  imu_sequence: { sample_rate_hz: number; samples: { t: number; accel: number[]; gyro?: number[] }[] }
  pose_sequence?: NonNullable<MotionCapture['frames']>
  camera_sequence?: NonNullable<MotionCapture['camera']>
}

/**
 * Converts the samples of a capture to the request body of the API. If there are camera points, leaves the landmark frames out: they are then the
 * joints of a hand, and the API expects a body's.
 */
export function toWireCapture({
  imu,
  camera = [],
  frames = [],
}: Pick<MotionCapture, 'imu' | 'camera' | 'frames'>): WireCapture {
  return {
    imu_sequence: { sample_rate_hz: computeRate(imu), samples: imu.map(toWireSample) },
    ...(camera.length > 0 ? { camera_sequence: camera } : frames.length > 0 ? { pose_sequence: frames } : {}),
  }
}

function toWireSample({ t, ax, ay, az, rx, ry, rz }: ImuSample): WireCapture['imu_sequence']['samples'][number] {
  const felt = { t, accel: [ax, ay, az] }
  return rx === undefined || ry === undefined || rz === undefined ? felt : { ...felt, gyro: [rx, ry, rz] }
}

function computeRate(imu: readonly ImuSample[]): number {
  const spanMs = (imu.at(-1)?.t ?? 0) - (imu[0]?.t ?? 0)
  return spanMs > 0 ? Math.round(((imu.length - 1) * 1000) / spanMs) : 0
}
