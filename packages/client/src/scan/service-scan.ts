import { captureAnswer } from '../capture/capture-strokes.ts'
import type { MotionCapture } from '../capture/motion-capture.ts'
import type { ScanContext } from '../capture/scan-context.ts'
import { ScanError } from '../capture/scan-error.ts'
import { openSession, type Session } from '../capture/session.ts'
import { LiveInterrupted } from '../capture/stroke-exchange.ts'
import { deliver } from '../capture/waiting.ts'
import type { OpeningMeans, ServiceChallenge, ServiceChallenges } from '../continuity/challenge-source.ts'
import { judgeCapture } from '../continuity/judgment.ts'
import type { ScanOptions, ScanResult } from './options.ts'

/** A scan whose strokes come from a service, which judges the answer again and signs the receipt. */
export async function scanWithService(
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
