import type { Enrollment, Verification } from '@stillhere/contract'
import type { Capture, MotionSignature } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import { computeApproverChallenge, computeStatementDigest } from '@stillhere/receipt/approver'
import type { MotionCapture } from '../capture/motion-source.ts'
import type { Pace } from '../capture/progress.ts'
import { ScanError } from '../capture/scan-error.ts'
import type { OpeningMeans, ServiceChallenges, Settled, SettlingMeans } from './challenge-source.ts'
import {
  type Binding,
  computeLifeMs,
  createLiveAnswer,
  type LiveAnswer,
  requestChallengeFor,
  type RequestedChallenge,
} from './live-challenge.ts'
import { asServiceFailure, drawRepeatKey, toScanError, type VerificationClient, wireCapture } from './service-client.ts'

export type ServiceChallengeOptions = {
  client: Pick<VerificationClient, 'requestChallenge' | 'verifyPresence'> &
    Partial<Pick<VerificationClient, 'advanceChallenge'>>
  /** As `enroll` or POST /api/enroll answered it. Left out on a first visit: a check that takes `subject_kind: "once"` needs none. */
  enrollment?: Enrollment | undefined
  /** The node whose challenge it is. */
  email?: string | undefined
  riskLevel?: Verification['risk_level'] | undefined
  /** Whom the receipt is for; the scan's own audience by default. */
  audience?: string | undefined
  /** What the person agrees to, in one line, and a nonce of your own; the scan's own by default. The receipt names both. */
  action?: string | undefined
  nonce?: string | undefined
  /** The check of a site that the scan is for; it says audience, action and nonce, which are then left out here. */
  check?: string | undefined
  /** Of the page or phone that has the check open. */
  checkToken?: string | undefined
  /** The approval that the scan grants; it says audience, action and nonce, which are then left out here. */
  approval?: string | undefined
  /** SHA-256 of the RFC 8785 form of the action that the person was shown, as hex; the service refuses any other. */
  approvalDigest?: string | undefined
  /**
   * What the person was shown of the check or approval: no passkey signs another audience, action or digest. The digest of a check is of
   * `{ action, details }`, and null where it has no details.
   */
  shown?: ShownRequest | undefined
  /** `auto`, the default, is live where the service offers it and answers quickly, otherwise batch. */
  pace?: Pace | 'auto' | undefined
  /** The least level that the receipt must have; 2 and 3 are live, or fail. */
  assurance?: 1 | 2 | 3 | undefined
  /**
   * Has a passkey of the node sign the scan; an AuthenticationResponseJSON of WebAuthn. Called after the capture, where the node has passkeys.
   * Where it rejects, the scan goes on without, at level 1, unless a higher one was asked for.
   */
  passkey?: SignScan | undefined
}

/** For whom a request is, its action in one line, and the digest of all that was shown. */
export type ShownRequest = { audience: string; action: string; actionDigest: string | null }

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
    ...bindingOf(options),
    open: async (signal, audience = options.audience, { now = () => performance.now(), pace, ...purpose } = {}) => {
      const requested = await requestAtPace({ ...options, audience, ...purpose }, { now, pace }, signal)
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
          settleChallenge({ ...options, audience, ...purpose }, { requested, capture, live, untilMs }, settling),
      }
    },
  }
}

function isLiveRequired({ pace, assurance = 1 }: ServiceChallengeOptions): boolean {
  return pace === 'live' || assurance > 1
}

/** A challenge at the pace that is wanted and that the network allows. */
async function requestAtPace(
  options: ServiceChallengeOptions,
  { now, pace }: { now: () => number; pace: OpeningMeans['pace'] },
  signal: AbortSignal,
): Promise<RequestedChallenge> {
  const { client, email, assurance = 1 } = options
  const times = findCallTimes(client)
  const wanted = { purpose: 'verify', email, binding: bindingOf(options) } as const
  const requestLive = () => requestChallengeFor(client, { ...wanted, live: { assurance } }, signal)
  if (isLiveRequired(options)) {
    if (!client.advanceChallenge) throw new TypeError('a live scan needs a client with advanceChallenge')
    return requestLive()
  }
  if (mayBeLive(options) && pace !== 'batch' && times.areQuick()) {
    const first = await measure(now, requestLive)
    // The first call may have to open the connection, which no step does.
    const { answer, tookMs } = first.tookMs <= QUICK_MS ? first : await measure(now, requestLive)
    times.add(tookMs)
    if (tookMs <= QUICK_MS) return answer
  }
  const { answer, tookMs } = await measure(now, () => requestChallengeFor(client, wanted, signal))
  times.add(tookMs)
  return answer
}

function bindingOf(options: ServiceChallengeOptions): Binding {
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

function mayBeLive({ client, pace = 'auto' }: ServiceChallengeOptions): boolean {
  return client.advanceChallenge !== undefined && pace === 'auto'
}

type Answer = { requested: RequestedChallenge; capture: MotionCapture; live: LiveAnswer | null; untilMs: number }

async function settleChallenge(
  options: ServiceChallengeOptions,
  { requested, capture, live, untilMs }: Answer,
  { signatureOf, signal, deliver = (send) => send() }: SettlingMeans,
): Promise<Settled> {
  const { client, enrollment, riskLevel, audience } = options
  const { reference } = requested
  const signature = enrollment ? await comparableSignature(enrollment, capture, signatureOf) : {}
  const passkey = live && (await signScan(options, requested, live))
  const motion = live ? { ...live.wire(capture), committed: live.committed } : wireCapture(capture)
  const request = {
    ...(enrollment && { enrollment }),
    challenge: reference,
    response: { challenge_id: reference.challenge_id, ...motion },
    signature,
    ...(riskLevel !== undefined && { risk_level: riskLevel }),
    ...(audience !== undefined && { audience }),
    ...(passkey && { passkey }),
  }
  // The same key each time: what arrived, and whose answer was lost, is answered again and not judged twice.
  const once = { signal, idempotencyKey: drawRepeatKey() }
  const verification = await deliver(() => asServiceFailure(client.verifyPresence(request, once)), untilMs)
  if (!verification.verified || verification.receipt === undefined) throw toScanError(verification)
  return { receipt: verification.receipt as Receipt, verification }
}

/** What a passkey says to this very scan; null where there is none to ask, or it is not needed and was not given. */
async function signScan(
  options: ServiceChallengeOptions,
  { reference, credentialIds, statement }: RequestedChallenge,
  live: LiveAnswer,
): Promise<object | null> {
  const { passkey, assurance = 1 } = options
  if (passkey === undefined || credentialIds.length === 0 || statement === null) return null
  const wanted = { ...listWanted(options), challenge_id: reference.challenge_id, method: 'hand' }
  // The key is the person's: it signs nothing but what this page asked for, whatever the service says.
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

/** What a statement must say. A scan for nothing in particular states nothing; of a check or an approval only what was shown is known. */
function listWanted({ audience, action, nonce, check, approval, approvalDigest, shown }: ServiceChallengeOptions) {
  if (check === undefined && approval === undefined)
    return { audience: audience ?? null, action: action ?? null, nonce: nonce ?? null, action_digest: null }
  if (shown === undefined) return { action_digest: approvalDigest }
  return { audience: shown.audience, action: shown.action, action_digest: shown.actionDigest }
}

/** The signature of what the enrollment was made of: the sensors, or else the body. */
async function comparableSignature(
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

/** As long as a step may take at the live pace: beyond this an arrow would come too late now and then. */
const QUICK_MS = 400

/** How long the newest calls to a service took. */
type CallTimes = {
  add: (ms: number) => void
  /** Whether at most one of the newest ten was too slow for the live pace. */
  areQuick: () => boolean
}

const NEWEST = 10
const known = new WeakMap<object, CallTimes>()

/** The times of a client, which last as long as it does: whoever scans again need not be interrupted again. */
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
