import { ReceiptError, type Signer } from '@stillhere/receipt'
import { captureAnswer } from '../capture/capture-strokes.ts'
import type { ScanContext } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession } from '../capture/session.ts'
import type { PageChallenges } from '../continuity/challenge-source.ts'
import { judgeCapture } from '../continuity/judgment.ts'
import { type Signing, signContinuity, signPractice } from '../continuity/own-receipt.ts'
import type { ScanOptions, ScanResult } from './options.ts'

/** A scan that never leaves the page: drawn, judged and signed here. */
export async function scanWithPage(
  context: ScanContext,
  source: PageChallenges,
  options: ScanOptions,
): Promise<ScanResult> {
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
