import { captureAnswer } from '../capture/capture-strokes.ts'
import type { ScanContext } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession } from '../capture/session.ts'
import type { ServiceChallenges } from '../continuity/challenge-source.ts'
import { judgeCapture } from '../continuity/judgment.ts'
import type { ScanOptions, ScanResult } from './options.ts'

/** A scan whose strokes come from a service, which judges the answer again and signs the receipt. */
export async function scanWithService(
  context: ScanContext,
  source: ServiceChallenges,
  options: ScanOptions,
): Promise<ScanResult> {
  const { scope } = context
  const audience = agreeOnAudience(source.audience, options.audience)
  if (context.source.mode === 'pointer')
    throw new ScanError('unsupported', 'a service judges motion sensors, not a pointer')
  const session = await openSession(context, options)
  const opened = await scope.during(source.open(scope.signal, audience))
  const capture = await captureAnswer(session, opened.challenge, options.countdownSeconds)
  session.stopCapturing()
  // What this page would refuse, the service would; unsent, it costs no try and stays here.
  const continuity = await judgeCapture(session, capture)
  context.report('signing', { hint: 'The service looks at it and signs the receipt.' })
  const settled = await scope.during(
    opened.settle(capture, { signatureOf: session.worker.signature, signal: scope.signal }),
  )
  return { ...settled, continuity, capture, mode: capture.mode }
}

// Found out before anybody moves: the service would sign for one of the two, and the other would refuse the receipt.
function agreeOnAudience(ofSource: string | undefined, ofScan: string | undefined): string | undefined {
  if (ofSource === undefined || ofScan === undefined || ofSource === ofScan) return ofSource ?? ofScan
  throw new TypeError(`audience is ${ofScan} for the scan and ${ofSource} for its challenge; give one of them`)
}
