import type { Enrollment, Verification } from '@stillhere/contract'
import type { Capture, MotionSignature } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/receipt/approver'
import type { MotionCapture } from '../capture/motion-source.ts'
import type { Pace } from '../capture/progress.ts'
import { ScanError } from '../capture/scan-error.ts'
import type { OpenOptions, ServiceChallenges, VerifiedScan, SettleOptions } from './challenge-source.ts'
import {
  type Binding,
  computeLifeMs,
  createLiveAnswer,
  type LiveAnswer,
  createServiceChallenge,
  type RequestedChallenge,
} from './live-challenge.ts'
import {
  runServiceCall,
  createRepeatKey,
  toScanError,
  type VerificationClient,
  toWireCapture,
} from './service-client.ts'

/** The options of `serviceChallenge`: the client of the service, the enrollment, and the purpose of the scan. */
export type ServiceChallengeOptions = {
  client: Pick<VerificationClient, 'requestChallenge' | 'verifyPresence'> &
    Partial<Pick<VerificationClient, 'advanceChallenge'>>
  /** The enrollment that `enroll` or POST /api/enroll returned. A check with `subject_kind: "once"` needs no enrollment. */
  enrollment?: Enrollment | undefined
  /** The node that is challenged. */
  email?: string | undefined
  riskLevel?: Verification['risk_level'] | undefined
  /** Audience of the receipt; the scan's own audience by default. */
  audience?: string | undefined
  /** The action that the person agrees to, in one line, and your own nonce; by default the `action` and `nonce` of the scan. The receipt contains both. */
  action?: string | undefined
  nonce?: string | undefined
  /** The site's check that the scan answers. It sets audience, action and nonce, so leave them out here. */
  check?: string | undefined
  /** The token of the page or phone that has the check open. */
  checkToken?: string | undefined
  /** The approval that the scan grants. It sets audience, action and nonce, so leave them out here. */
  approval?: string | undefined
  /** SHA-256 of the RFC 8785 form of the action shown to the person, as hex. The service refuses any other. */
  approvalDigest?: string | undefined
  /**
   * What the page showed of the check or approval. No passkey signs a different audience, action or digest. The digest of a check covers
   * `{ action, details }`, and is null if the check has no details.
   */
  shown?: ShownRequest | undefined
  /** `auto`, the default, is `live` if the service offers it and responds quickly, and `batch` otherwise. */
  pace?: Pace | 'auto' | undefined
  /** The lowest acceptable level of the receipt. Levels 2 and 3 need the live pace and fail without it. */
  assurance?: 1 | 2 | 3 | undefined
  /**
   * Signs the scan with a passkey of the node and returns WebAuthn's AuthenticationResponseJSON. It is called after the capture if the node has
   * passkeys. If it rejects, the scan continues at level 1, unless a higher level is required.
   */
  passkey?: SignScan | undefined
}

/** Audience and action of a request, and the digest of everything the page showed of it. */
export type ShownRequest = { audience: string; action: string; actionDigest: string | null }

type SignScan = (challenge: Uint8Array<ArrayBuffer>, credentialIds: string[]) => Promise<object>

/**
 * Creates a source of challenges that a service draws. The samples are sent to the service, which verifies that the enrolled person moved and signs
 * the receipt.
 *
 * @returns the source, for the option `challenge` of `scan` and `captureMotion`.
 * @example
 * button.onclick = () => scan({ challenge: serviceChallenge({ client, enrollment }) })
 */
export function serviceChallenge(options: ServiceChallengeOptions): ServiceChallenges {
  const { client } = options
  return {
    signedBy: 'service',
    ...toBinding(options),
    open: async (signal, audience = options.audience, { now = () => performance.now(), pace, ...purpose } = {}) => {
      const requested = await createChallengeAtPace({ ...options, audience, ...purpose }, { now, pace }, signal)
      const { reference, challenge, liveStrokes } = requested
      const untilMs = now() + computeLifeMs(requested, Date.now())
      const live =
        liveStrokes !== null && client.advanceChallenge
          ? createLiveAnswer({
              id: reference.challenge_id,
              strokeCount: liveStrokes,
              client: { advanceChallenge: client.advanceChallenge },
              times: { now, add: findCallTimes(client).add },
              signal,
            })
          : null
      return {
        challenge,
        pace: live ? 'live' : 'batch',
        isLiveRequired: isLiveRequired(options),
        ...(live && { teller: live }),
        settle: (capture, settling) =>
          sendAnswer({ ...options, audience, ...purpose }, { requested, capture, live, untilMs }, settling),
      }
    },
  }
}

function isLiveRequired({ pace, assurance = 1 }: ServiceChallengeOptions): boolean {
  return pace === 'live' || assurance > 1
}

/** Requests a challenge at the wanted pace, or at the batch pace if the network is too slow for live strokes. */
async function createChallengeAtPace(
  options: ServiceChallengeOptions,
  { now, pace }: { now: () => number; pace: OpenOptions['pace'] },
  signal: AbortSignal,
): Promise<RequestedChallenge> {
  const { client, email, assurance = 1 } = options
  const times = findCallTimes(client)
  const wanted = { purpose: 'verify', email, binding: toBinding(options) } as const
  const requestLive = () => createServiceChallenge(client, { ...wanted, live: { assurance } }, signal)
  if (isLiveRequired(options)) {
    if (!client.advanceChallenge) throw new TypeError('a live scan needs a client with advanceChallenge')
    return requestLive()
  }
  if (canBeLive(options) && pace !== 'batch' && times.areQuick()) {
    const first = await measure(now, requestLive)
    // The first call may have to open the connection, which no later step does.
    const { answer, tookMs } = first.tookMs <= QUICK_MS ? first : await measure(now, requestLive)
    times.add(tookMs)
    if (tookMs <= QUICK_MS) return answer
  }
  const { answer, tookMs } = await measure(now, () => createServiceChallenge(client, wanted, signal))
  times.add(tookMs)
  return answer
}

function toBinding(options: ServiceChallengeOptions): Binding {
  const { audience, action, nonce, check, checkToken, approval, approvalDigest } = options
  return {
    ...(audience !== undefined && { audience }),
    ...(action !== undefined && { action }),
    ...(nonce !== undefined && { nonce }),
    ...(check !== undefined && { check }),
    ...(checkToken !== undefined && { check_token: checkToken }),
    ...(approval !== undefined && { approval }),
    ...(approvalDigest !== undefined && { approval_digest: approvalDigest }),
  }
}

async function measure<T>(now: () => number, call: () => Promise<T>): Promise<{ answer: T; tookMs: number }> {
  const beganMs = now()
  const answer = await call()
  return { answer, tookMs: now() - beganMs }
}

function canBeLive({ client, pace = 'auto' }: ServiceChallengeOptions): boolean {
  return client.advanceChallenge !== undefined && pace === 'auto'
}

type Answer = { requested: RequestedChallenge; capture: MotionCapture; live: LiveAnswer | null; untilMs: number }

async function sendAnswer(
  options: ServiceChallengeOptions,
  { requested, capture, live, untilMs }: Answer,
  { signatureOf, signal, deliver = (send) => send() }: SettleOptions,
): Promise<VerifiedScan> {
  const { client, enrollment, riskLevel, audience } = options
  const { reference } = requested
  const signature = enrollment ? await computeComparableSignature(enrollment, capture, signatureOf) : {}
  const passkey = live && (await signScan(options, requested, live))
  const motion = live ? { ...live.wire(capture), committed: live.committed } : toWireCapture(capture)
  const request = {
    ...(enrollment && { enrollment }),
    challenge: reference,
    response: { challenge_id: reference.challenge_id, ...motion },
    signature,
    ...(riskLevel !== undefined && { risk_level: riskLevel }),
    ...(audience !== undefined && { audience }),
    ...(passkey && { passkey }),
  }
  // One key for all tries: if a response was lost, the service repeats it and doesn't judge twice.
  const once = { signal, idempotencyKey: createRepeatKey() }
  const verification = await deliver(() => runServiceCall(client.verifyPresence(request, once)), untilMs)
  if (!verification.verified || verification.receipt === undefined) throw toScanError(verification)
  return { receipt: verification.receipt as Receipt, verification }
}

/** Returns a passkey's signature of this scan; null if there is no passkey, or if the signature isn't needed and the person declined. */
async function signScan(
  options: ServiceChallengeOptions,
  { reference, credentialIds, statement }: RequestedChallenge,
  live: LiveAnswer,
): Promise<object | null> {
  const { passkey, assurance = 1 } = options
  if (passkey === undefined || credentialIds.length === 0 || statement === null) return null
  const wanted = { ...listRequiredStatements(options), challenge_id: reference.challenge_id, method: 'hand' }
  // The key belongs to the person. It signs only what this page requested, even if the service sends something else.
  const isOther = Object.entries(wanted).some(
    ([name, value]) => value !== undefined && statement[name as keyof typeof wanted] !== value,
  )
  if (isOther || statement.level < assurance)
    throw new ScanError('service_refused', 'the service wants something else signed than was asked for', {
      next: 'give_up',
      advice: 'Nothing was signed. Reload the page, and read again what it asks for.',
    })
  const challenge = computeApproverChallenge([computeStatementDigest({ ...statement, chain: live.chain() })])
  try {
    return await passkey(challenge, credentialIds)
  } catch (cause) {
    if (assurance === 1) return null
    const advice = 'Start again, and confirm with your passkey when asked.'
    throw new ScanError('service_refused', 'no passkey signed this scan', { next: 'retry', advice, cause })
  }
}

/** Returns what a statement must say. A scan without a purpose states nothing; of a check or an approval only what was shown is known. */
function listRequiredStatements({
  audience,
  action,
  nonce,
  check,
  approval,
  approvalDigest,
  shown,
}: ServiceChallengeOptions) {
  if (check === undefined && approval === undefined)
    return { audience: audience ?? null, action: action ?? null, nonce: nonce ?? null, action_digest: null }
  if (shown === undefined) return { action_digest: approvalDigest }
  return { audience: shown.audience, action: shown.action, action_digest: shown.actionDigest }
}

/** Computes the motion signature of the enrolled kind: of the sensors, or of the body. */
async function computeComparableSignature(
  enrollment: Enrollment,
  { imu, frames }: MotionCapture,
  signatureOf: (capture: Capture) => Promise<MotionSignature>,
): Promise<Pick<MotionSignature, 'vector' | 'version'>> {
  const ofSensors = await signatureOf({ imu })
  const isOther = frames !== undefined && ofSensors.version !== enrollment.signature.version
  const ofBody = isOther ? await signatureOf({ frames }) : null
  const { vector, version } = ofBody?.version === enrollment.signature.version ? ofBody : ofSensors
  return { vector, version }
}

/** How long a step may take at the live pace. Beyond this, some arrows would be too late. */
const QUICK_MS = 400

/** How long the latest calls to a service took. */
type CallTimes = {
  add: (ms: number) => void
  /** Returns true if at most one of the last ten calls was too slow for the live pace. */
  areQuick: () => boolean
}

const NEWEST = 10
const known = new WeakMap<object, CallTimes>()

/** Returns the call times of a client. They are kept as long as the client, so that a second scan isn't interrupted again. */
function findCallTimes(client: object): CallTimes {
  const times = known.get(client) ?? createCallTimes()
  known.set(client, times)
  return times
}

function createCallTimes(): CallTimes {
  let newest: number[] = []
  return {
    add: (ms) => {
      newest = [...newest, ms].slice(-NEWEST)
    },
    areQuick: () => newest.filter((ms) => ms > QUICK_MS).length <= NEWEST / 10,
  }
}
