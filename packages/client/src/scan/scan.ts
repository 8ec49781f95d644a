import type { Challenge } from '@stillhere/engine'
import { ReceiptError, type Signer } from '@stillhere/receipt'
import { captureAnswer } from '../capture/capture-strokes.ts'
import type { MotionCapture } from '../capture/motion-source.ts'
import { createPagePlatform } from '../capture/page.ts'
import { sendUntilReceived } from '../capture/phases.ts'
import { createScanContext, type Platform, type ScanContext, runInTaskScope } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession, type Session } from '../capture/session.ts'
import { LiveInterrupted } from '../capture/stroke-exchange.ts'
import {
  type ChallengeSource,
  localChallenge,
  type OpenOptions,
  type PageChallenges,
  type ServiceChallenge,
  type ServiceChallenges,
} from '../continuity/challenge-source.ts'
import { judgeCapture } from '../continuity/judgment.ts'
import { signContinuity, type ReceiptInput, signPractice } from '../continuity/own-receipt.ts'
import type { CaptureOptions, ScanOptions, ScanResult } from './options.ts'

/**
 * Runs a complete scan: requests the motion sensors, counts down, shows six strokes (8 to 10 s), judges the motion, and signs a receipt or has the
 * service sign it. Call it in the handler of a tap or click, because phones allow sensors only there. It has no user interface: show the progress of
 * `onProgress`, or call `verifyContinuity` instead.
 *
 * @returns the signed receipt, the engine's result and the capture.
 * @throws {ScanError} (as a rejection) if the scan ends without a receipt; `advice` says what to do next.
 * @example
 * button.onclick = async () => send((await scan({ onProgress: show })).receipt)
 */
export function scan(options: ScanOptions = {}): Promise<ScanResult> {
  return runScan(createPagePlatform(), options)
}

/**
 * Shows a challenge and captures the person's answer, without judging or sending it. Call it in the handler of a tap or click.
 *
 * @returns the samples and the challenge. Time 0 of the samples is the start of the challenge.
 * @throws {ScanError} (as a rejection) if nothing could be captured.
 * @example
 * button.onclick = async () => send(await captureMotion({ onProgress: show }))
 */
export function captureMotion(options: CaptureOptions = {}): Promise<MotionCapture> {
  return captureOnPlatform(createPagePlatform(), options)
}

/** Does the same as `scan`, with the clock, sensors and page functions of the given platform, so that tests can replace them. */
export function runScan(platform: Platform, options: ScanOptions): Promise<ScanResult> {
  return runInTaskScope(options.signal, async (scope) => {
    const { now: wallClock = platform.wallClock } = options
    const context = createScanContext({ ...platform, wallClock }, scope, options)
    const source = options.challenge ?? localChallenge()
    const result =
      source.signedBy === 'page'
        ? await runPageScan(context, source, options)
        : await runServiceScan(context, source, options)
    context.report('done')
    return result
  })
}

/** Runs a scan that stays in the page: strokes, judgment and signature are all made here. */
async function runPageScan(context: ScanContext, source: PageChallenges, options: ScanOptions): Promise<ScanResult> {
  const { scope } = context
  requireSubject(options)
  requireUnbound(options)
  const session = await openSession(context, options)
  // Opened before the person moves, because a scan without a key would be wasted.
  const signer = options.key ?? (await scope.during(openSigningKey(context)))
  const challenge = await scope.during(source.open(scope.signal))
  const capture = await captureAnswer(session, challenge, options)
  session.stopCapturing()
  const continuity = context.source.mode === 'sensors' ? await judgeCapture(session, capture) : null
  context.report('signing', { hint: 'Signing the receipt.' })
  const signing = createReceiptInput(context, options, signer)
  const receipt = continuity === null ? signPractice(capture, signing) : signContinuity(capture, continuity, signing)
  return { receipt: await scope.during(runWithKey(receipt)), continuity, capture, mode: capture.mode }
}

function createReceiptInput({ platform }: ScanContext, options: ScanOptions, signer: Signer): ReceiptInput {
  const { subject, audience } = options
  return { signer, subject, audience, now: platform.wallClock() }
}

function openSigningKey({ platform }: ScanContext): Promise<Signer> {
  return runWithKey(platform.openKey())
}

// Checked before the person moves, because such a receipt couldn't be signed.
function requireSubject({ subject }: ScanOptions): void {
  if (subject === undefined || /^sha256:[0-9a-f]{64}$/.test(subject.id)) return
  throw new TypeError('subject.id must be "sha256:" and 64 lower-case hex digits')
}

// A page could claim any action after the motion; such a receipt would bind nothing.
function requireUnbound({ action, nonce }: ScanOptions): void {
  if (action === undefined && nonce === undefined) return
  throw new TypeError('action and nonce need a challenge of a service, which seals them before the person moves')
}

async function runWithKey<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise
  } catch (cause) {
    // Invalid content of the receipt is the caller's mistake and not the key's.
    if (cause instanceof ReceiptError && cause.code !== 'INVALID_SIGNATURE') throw cause
    const { advice } = cause as { advice?: unknown }
    const details = { cause, ...(typeof advice === 'string' && { advice }) }
    throw new ScanError('key_unavailable', `the receipt cannot be signed: ${readMessage(cause)}`, details)
  }
}

function readMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/** Runs a scan with a service, which draws the strokes, judges the answer again and signs the receipt. */
async function runServiceScan(
  context: ScanContext,
  source: ServiceChallenges,
  options: ScanOptions,
): Promise<ScanResult> {
  const { scope } = context
  const { audience, ...purpose } = mergePurpose(source, options)
  if (context.source.mode === 'pointer')
    throw new ScanError('unsupported', 'a service judges motion sensors, not a pointer')
  const session = await openSession(context, options)
  const open = (how: OpenOptions) => scope.during(source.open(scope.signal, audience, { ...how, ...purpose }))
  const { opened, capture } = await captureAtAnyPace(session, open, options)
  session.stopCapturing()
  // The service would refuse what this page refuses. Judging here first saves a try and keeps the samples on the device.
  const continuity = await judgeCapture(session, capture)
  context.report('signing', { hint: SIGNING })
  const settled = await scope.during(
    opened.settle(capture, {
      signatureOf: session.worker.signature,
      signal: scope.signal,
      deliver: (send, untilMs) => sendUntilReceived(context, { send, untilMs, hint: SIGNING }),
    }),
  )
  return { ...settled, continuity, capture, mode: capture.mode, ...(opened.pace && { pace: opened.pace }) }
}

const SIGNING = 'The service looks at it and signs the receipt.'

type OpenedCapture = { opened: ServiceChallenge; capture: MotionCapture }

/** Captures an answer to live strokes. If the network is too slow, tells the person and captures again with all strokes at once. */
async function captureAtAnyPace(
  session: Session,
  open: (how: OpenOptions) => Promise<ServiceChallenge>,
  { countdownSeconds }: ScanOptions,
): Promise<OpenedCapture> {
  const { context } = session
  const now = context.platform.now
  const opened = await openChallenge(context, open, { now })
  const { teller } = opened
  try {
    return { opened, capture: await captureAnswer(session, opened.challenge, { countdownSeconds, teller }) }
  } catch (error) {
    if (!(error instanceof LiveInterrupted)) throw error
    if (opened.isLiveRequired) throw createTooSlowError(error)
  }
  const again = await openChallenge(context, open, { now, pace: 'batch' })
  const notice = 'The connection is too slow for live arrows. Once more, with all arrows at once.'
  return { opened: again, capture: await captureAnswer(session, again.challenge, { notice }) }
}

async function openChallenge(
  { report }: ScanContext,
  open: (how: OpenOptions) => Promise<ServiceChallenge>,
  how: OpenOptions,
): Promise<ServiceChallenge> {
  const opened = await open(how)
  if (opened.pace)
    report('preparing', { hint: 'Hold the phone in your hand and look at the screen.', pace: opened.pace })
  return opened
}

function createTooSlowError(cause: LiveInterrupted): ScanError {
  const advice = 'This scan needs a quick connection. Move to a better network, and start again.'
  return new ScanError('service_unreachable', 'the connection is too slow for a live scan', {
    next: 'retry',
    advice,
    cause,
  })
}

type Purpose = { audience?: string; action?: string; nonce?: string }

// Checked before the person moves: the receipt could satisfy only one of two different values.
function mergePurpose(source: ServiceChallenges, options: ScanOptions): Purpose {
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

/** Does the same as `captureMotion`, with the clock, sensors and page functions of the given platform, so that tests can replace them. */
export function captureOnPlatform(platform: Platform, options: CaptureOptions): Promise<MotionCapture> {
  return runInTaskScope(options.signal, async (scope) => {
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
