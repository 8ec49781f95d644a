import type { Enrollment, Verification } from '@stillhere/contract'
import type { Capture, MotionSignature } from '@stillhere/engine'
import { computeScanDigest, type Receipt } from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-capture.ts'
import type { Pace } from '../capture/progress.ts'
import { ScanError } from '../capture/scan-error.ts'
import type { OpeningMeans, ServiceChallenges, Settled, SettlingMeans } from './challenge-source.ts'
import { createLiveAnswer, type LiveAnswer } from './live-challenge.ts'
import { toScanError } from './refusal.ts'
import { type RequestedChallenge, requestChallengeFor } from './requested-challenge.ts'
import { asServiceFailure, type VerificationClient } from './service-client.ts'
import { wireCapture } from './wire-capture.ts'

export type ServiceChallengeOptions = {
  client: Pick<VerificationClient, 'requestChallenge' | 'verifyPresence'> &
    Partial<Pick<VerificationClient, 'advanceChallenge'>>
  /** As `enroll` or POST /api/enroll answered it. */
  enrollment: Enrollment
  /** The node whose challenge it is. */
  email?: string | undefined
  riskLevel?: Verification['risk_level'] | undefined
  /** Whom the receipt is for; the scan's own audience by default. */
  audience?: string | undefined
  /** `auto` is live where the service offers it and answers quickly, otherwise batch; batch by default. */
  pace?: Pace | 'auto' | undefined
  /** The least level that the receipt must have; 2 and 3 are live, or fail. */
  assurance?: 1 | 2 | 3 | undefined
  /**
   * Has a passkey of the node sign the scan; an AuthenticationResponseJSON of WebAuthn. Called after the capture, where the node has passkeys.
   * Where it rejects, the scan goes on without, at level 1, unless a higher one was asked for.
   */
  passkey?: SignScan | undefined
}

type SignScan = (challenge: Uint8Array<ArrayBuffer>, credentialIds: string[]) => Promise<object>

/**
 * Challenges of a service, which verifies that the enrolled person answered, and signs the receipt. The samples are sent.
 *
 * @returns what `scan` and `captureMotion` take as `challenge`.
 * @example
 * await scan({ challenge: serviceChallenge({ client, enrollment }) })
 */
export function serviceChallenge(options: ServiceChallengeOptions): ServiceChallenges {
  const { client } = options
  return {
    signedBy: 'service',
    ...(options.audience !== undefined && { audience: options.audience }),
    open: async (signal, audience = options.audience, means = {}) => {
      const requested = await requestAtPace(options, means, signal)
      const { reference, challenge, liveStrokes } = requested
      const live =
        liveStrokes !== null && client.advanceChallenge
          ? createLiveAnswer({
              id: reference.challenge_id,
              strokeCount: liveStrokes,
              client: { advanceChallenge: client.advanceChallenge },
              signal,
            })
          : null
      return {
        challenge,
        pace: live ? 'live' : 'batch',
        isLiveRequired: isLiveRequired(options),
        ...(live && { teller: live }),
        settle: (capture, settling) =>
          settleChallenge({ ...options, audience }, { requested, capture, live }, settling),
      }
    },
  }
}

// Beyond this an arrow would come too late now and then.
const QUICK_MS = 400

function isLiveRequired({ pace, assurance = 1 }: ServiceChallengeOptions): boolean {
  return pace === 'live' || assurance > 1
}

/** A challenge at the pace that is wanted and that the network allows. */
async function requestAtPace(
  options: ServiceChallengeOptions,
  { now = () => performance.now(), pace }: OpeningMeans,
  signal: AbortSignal,
): Promise<RequestedChallenge> {
  const { client, email, assurance = 1 } = options
  const batch = { purpose: 'verify', email } as const
  const mayBeLive = client.advanceChallenge && (options.pace === 'auto' || isLiveRequired(options))
  if (!mayBeLive || pace === 'batch') return requestChallengeFor(client, batch, signal)
  const askedMs = now()
  const requested = await requestChallengeFor(client, { ...batch, live: { assurance } }, signal)
  const isQuick = now() - askedMs <= QUICK_MS
  return isQuick || isLiveRequired(options) ? requested : requestChallengeFor(client, batch, signal)
}

type Answer = { requested: RequestedChallenge; capture: MotionCapture; live: LiveAnswer | null }

async function settleChallenge(
  options: ServiceChallengeOptions,
  { requested, capture, live }: Answer,
  { signatureOf, signal }: SettlingMeans,
): Promise<Settled> {
  const { client, enrollment, riskLevel, audience } = options
  const { reference } = requested
  const { vector, version } = await comparableSignature(enrollment, capture, signatureOf)
  const passkey = live && (await signScan(options, requested, live))
  const motion = live ? { ...live.wire(capture), committed: live.committed } : wireCapture(capture)
  const request = {
    enrollment,
    challenge: reference,
    response: { challenge_id: reference.challenge_id, ...motion },
    signature: { vector, version },
    ...(riskLevel !== undefined && { risk_level: riskLevel }),
    ...(audience !== undefined && { audience }),
    ...(passkey && { passkey }),
  }
  const verification = await asServiceFailure(client.verifyPresence(request, { signal }))
  if (!verification.verified || verification.receipt === undefined) throw toScanError(verification)
  return { receipt: verification.receipt as Receipt, verification }
}

/** What a passkey says to this very scan; null where there is none to ask, or it is not needed and was not given. */
async function signScan(
  { passkey, assurance = 1 }: ServiceChallengeOptions,
  { reference, credentialIds }: RequestedChallenge,
  live: LiveAnswer,
): Promise<object | null> {
  if (passkey === undefined || credentialIds.length === 0) return null
  const digest = computeScanDigest(reference.challenge_id, live.chain())
  try {
    return await passkey(hexBytes(digest), credentialIds)
  } catch (cause) {
    if (assurance === 1) return null
    const advice = 'Start again, and confirm with your passkey when asked.'
    throw new ScanError('service_refused', 'no passkey signed this scan', { next: 'retry', advice, cause })
  }
}

function hexBytes(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
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
