import type { Enrollment, Verification } from '@stillhere/contract'
import type { Capture, MotionSignature } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-capture.ts'
import type { ServiceChallenges, Settled, SettlingMeans } from './challenge-source.ts'
import { toScanError } from './refusal.ts'
import { type ChallengeReference, requestChallengeFor } from './requested-challenge.ts'
import { asServiceFailure, type VerificationClient } from './service-client.ts'
import { wireCapture } from './wire-capture.ts'

export type ServiceChallengeOptions = {
  client: Pick<VerificationClient, 'requestChallenge' | 'verifyPresence'>
  /** As `enroll` or POST /api/enroll answered it. */
  enrollment: Enrollment
  /** The node whose challenge it is. */
  email?: string | undefined
  riskLevel?: Verification['risk_level'] | undefined
  /** Whom the receipt is for; the scan's own audience by default. */
  audience?: string | undefined
}

/**
 * Challenges of a service, which verifies that the enrolled person answered, and signs the receipt. The samples are sent.
 *
 * @returns what `scan` and `captureMotion` take as `challenge`.
 * @example
 * await scan({ challenge: serviceChallenge({ client, enrollment }) })
 */
export function serviceChallenge(options: ServiceChallengeOptions): ServiceChallenges {
  const { client, email } = options
  return {
    signedBy: 'service',
    ...(options.audience !== undefined && { audience: options.audience }),
    open: async (signal, audience = options.audience) => {
      const { reference, challenge } = await requestChallengeFor(client, { purpose: 'verify', email }, signal)
      return {
        challenge,
        settle: (capture, means) => settleChallenge({ ...options, audience }, { reference, capture }, means),
      }
    },
  }
}

type Answer = { reference: ChallengeReference; capture: MotionCapture }

async function settleChallenge(
  { client, enrollment, riskLevel, audience }: ServiceChallengeOptions,
  { reference, capture }: Answer,
  { signatureOf, signal }: SettlingMeans,
): Promise<Settled> {
  const { vector, version } = await comparableSignature(enrollment, capture, signatureOf)
  const request = {
    enrollment,
    challenge: reference,
    response: { challenge_id: reference.challenge_id, ...wireCapture(capture) },
    signature: { vector, version },
    ...(riskLevel !== undefined && { risk_level: riskLevel }),
    ...(audience !== undefined && { audience }),
  }
  const verification = await asServiceFailure(client.verifyPresence(request, { signal }))
  if (!verification.verified || verification.receipt === undefined) throw toScanError(verification)
  return { receipt: verification.receipt as Receipt, verification }
}

/** The signature of what the enrollment was made of: the sensors, or else the body. */
async function comparableSignature(
  enrollment: Enrollment,
  { imu, frames }: MotionCapture,
  signatureOf: (capture: Capture) => Promise<MotionSignature>,
): Promise<MotionSignature> {
  const ofSensors = await signatureOf({ imu })
  if (frames === undefined || ofSensors.version === enrollment.signature.version) return ofSensors
  const ofBody = await signatureOf({ frames })
  return ofBody.version === enrollment.signature.version ? ofBody : ofSensors
}
