import type { Challenge } from '@stillhere/engine'
import { ReceiptError, type Signer } from '@stillhere/receipt'
import { captureAnswer } from '../capture/capture-strokes.ts'
import type { MotionCapture } from '../capture/motion-source.ts'
import { pagePlatform } from '../capture/page.ts'
import { deliver } from '../capture/phases.ts'
import { createScanContext, type Platform, type ScanContext, withTaskScope } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession, type Session } from '../capture/session.ts'
import { LiveInterrupted } from '../capture/stroke-exchange.ts'
import {
  type ChallengeSource,
  localChallenge,
  type OpeningMeans,
  type PageChallenges,
  type ServiceChallenge,
  type ServiceChallenges,
} from '../continuity/challenge-source.ts'
import { judgeCapture } from '../continuity/judgment.ts'
import { signContinuity, type Signing, signPractice } from '../continuity/own-receipt.ts'
import type { CaptureOptions, ScanOptions, ScanResult } from './options.ts'

/**
 * Asks for the sensors, counts down, asks for six strokes (8 to 10 s) and judges the motion. Call it in the handler of a tap:
 * phones give sensors to a gesture only. It draws nothing: the page shows what `onProgress` tells, or calls `verifyContinuity`.
 *
 * @returns the signed receipt, with what the engine found and what was captured.
 * @throws {ScanError} (as a rejection) when the scan ends without a receipt; `advice` says what to do next.
 * @example
 * button.onclick = async () => send((await scan({ onProgress: show })).receipt)
 */
export function scan(options: ScanOptions = {}): Promise<ScanResult> {
  return scanIn(pagePlatform(), options)
}

/**
 * Captures the answer to a challenge, and judges and sends nothing. Call it in the handler of a tap.
 *
 * @returns the samples, with the challenge whose start is time 0.
 * @throws {ScanError} (as a rejection) when nothing could be captured.
 * @example
 * const { imu, challenge } = await captureMotion({ onProgress: show })
 */
export function captureMotion(options: CaptureOptions = {}): Promise<MotionCapture> {
  return captureIn(pagePlatform(), options)
}

/** As scan, on a platform that the caller brings. */
export function scanIn(platform: Platform, options: ScanOptions): Promise<ScanResult> {
  return withTaskScope(options.signal, async (scope) => {
    const { now: wallClock = platform.wallClock } = options
    const context = createScanContext({ ...platform, wallClock }, scope, options)
    const source = options.challenge ?? localChallenge()
    const result =
      source.signedBy === 'page'
        ? await scanWithPage(context, source, options)
        : await scanWithService(context, source, options)
    context.report('done')
    return result
  })
}

/** A scan that never leaves the page: drawn, judged and signed here. */
async function scanWithPage(context: ScanContext, source: PageChallenges, options: ScanOptions): Promise<ScanResult> {
  const { scope } = context
  demandSubject(options)
  demandUnbound(options)
  const session = await openSession(context, options)
  // Before the person moves: without a key the effort would be for nothing.
  const signer = options.key ?? (await scope.during(openSigningKey(context)))
  const challenge = await scope.during(source.open(scope.signal))
  const capture = await captureAnswer(session, challenge, options)
  session.stopCapturing()
  const continuity = context.source.mode === 'sensors' ? await judgeCapture(session, capture) : null
  context.report('signing', { hint: 'Signing the receipt.' })
  const signing = toSigning(context, options, signer)
  const receipt = continuity === null ? signPractice(capture, signing) : signContinuity(capture, continuity, signing)
  return { receipt: await scope.during(asKeyFailure(receipt)), continuity, capture, mode: capture.mode }
}

function toSigning({ platform }: ScanContext, options: ScanOptions, signer: Signer): Signing {
  const { subject, audience } = options
  return { signer, subject, audience, now: platform.wallClock() }
}

function openSigningKey({ platform }: ScanContext): Promise<Signer> {
  return asKeyFailure(platform.openKey())
}

// Told before anybody moves a phone for a receipt that nobody could sign.
function demandSubject({ subject }: ScanOptions): void {
  if (subject === undefined || /^sha256:[0-9a-f]{64}$/.test(subject.id)) return
  throw new TypeError('subject.id must be "sha256:" and 64 lower-case hex digits')
}

// A page could claim any action after the motion; such a receipt would bind nothing.
function demandUnbound({ action, nonce }: ScanOptions): void {
  if (action === undefined && nonce === undefined) return
  throw new TypeError('action and nonce need a challenge of a service, which seals them before anybody moves')
}

async function asKeyFailure<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (cause) {
    // What the caller put into the receipt is no fault of the key.
    if (cause instanceof ReceiptError && cause.code !== 'INVALID_SIGNATURE') throw cause
    const { advice } = cause as { advice?: unknown }
    const details = { cause, ...(typeof advice === 'string' && { advice }) }
    throw new ScanError('key_unavailable', `the receipt cannot be signed: ${messageOf(cause)}`, details)
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** A scan whose strokes come from a service, which judges the answer again and signs the receipt. */
async function scanWithService(
  context: ScanContext,
  source: ServiceChallenges,
  options: ScanOptions,
): Promise<ScanResult> {
  const { scope } = context
  const { audience, ...purpose } = agreeOnPurpose(source, options)
  if (context.source.mode === 'pointer')
    throw new ScanError('unsupported', 'a service judges motion sensors, not a pointer')
  const session = await openSession(context, options)
  const open = (how: OpeningMeans) => scope.during(source.open(scope.signal, audience, { ...how, ...purpose }))
  const { opened, capture } = await captureAtAnyPace(session, open, options)
  session.stopCapturing()
  // What this page would refuse, the service would; unsent, it costs no try and stays here.
  const continuity = await judgeCapture(session, capture)
  context.report('signing', { hint: SIGNING })
  const settled = await scope.during(
    opened.settle(capture, {
      signatureOf: session.worker.signature,
      signal: scope.signal,
      deliver: (send, untilMs) => deliver(context, { send, untilMs, hint: SIGNING }),
    }),
  )
  return { ...settled, continuity, capture, mode: capture.mode, ...(opened.pace && { pace: opened.pace }) }
}

const SIGNING = 'The service looks at it and signs the receipt.'

type Opened = { opened: ServiceChallenge; capture: MotionCapture }

/** Live where the source and the network allow it; otherwise once more with all strokes at once, and the person is told. */
async function captureAtAnyPace(
  session: Session,
  open: (how: OpeningMeans) => Promise<ServiceChallenge>,
  { countdownSeconds }: ScanOptions,
): Promise<Opened> {
  const { context } = session
  const now = context.platform.now
  const opened = await openChallenge(context, open, { now })
  const { teller } = opened
  try {
    return { opened, capture: await captureAnswer(session, opened.challenge, { countdownSeconds, teller }) }
  } catch (error) {
    if (!(error instanceof LiveInterrupted)) throw error
    if (opened.isLiveRequired) throw tooSlow(error)
  }
  const again = await openChallenge(context, open, { now, pace: 'batch' })
  const notice = 'The connection is too slow for live arrows. Once more, with all arrows at once.'
  return { opened: again, capture: await captureAnswer(session, again.challenge, { notice }) }
}

async function openChallenge(
  { report }: ScanContext,
  open: (how: OpeningMeans) => Promise<ServiceChallenge>,
  how: OpeningMeans,
): Promise<ServiceChallenge> {
  const opened = await open(how)
  if (opened.pace)
    report('preparing', { hint: 'Hold the phone in your hand and look at the screen.', pace: opened.pace })
  return opened
}

function tooSlow(cause: LiveInterrupted): ScanError {
  const advice = 'This scan needs a quick connection. Move to a better network, and start again.'
  return new ScanError('service_unreachable', 'the connection is too slow for a live scan', {
    next: 'retry',
    advice,
    cause,
  })
}

type Purpose = { audience?: string; action?: string; nonce?: string }

// Found out before anybody moves: the service would sign for one of the two, and the other would refuse the receipt.
function agreeOnPurpose(source: ServiceChallenges, options: ScanOptions): Purpose {
  const purpose: Purpose = {}
  for (const name of ['audience', 'action', 'nonce'] as const) {
    const [ofSource, ofScan] = [source[name], options[name]]
    if (ofSource !== undefined && ofScan !== undefined && ofSource !== ofScan)
      throw new TypeError(`${name} is ${ofScan} for the scan and ${ofSource} for its challenge; give one of them`)
    const agreed = ofSource ?? ofScan
    if (agreed !== undefined) purpose[name] = agreed
  }
  return purpose
}

/** As captureMotion, on a platform that the caller brings. */
export function captureIn(platform: Platform, options: CaptureOptions): Promise<MotionCapture> {
  return withTaskScope(options.signal, async (scope) => {
    const context = createScanContext(platform, scope, options)
    const session = await openSession(context, options)
    const challenge = await scope.during(drawChallenge(options.challenge ?? localChallenge(), scope.signal))
    const capture = await captureAnswer(session, challenge, options)
    context.report('done')
    return capture
  })
}

async function drawChallenge(source: ChallengeSource, signal: AbortSignal): Promise<Challenge> {
  return source.signedBy === 'page'
    ? source.open(signal)
    : (await source.open(signal, undefined, { pace: 'batch' })).challenge
}
