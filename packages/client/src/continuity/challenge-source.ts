import type { Verification } from '@stillhere/contract'
import { type Capture, type Challenge, generateChallenge, type MotionSignature, type Random } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-source.ts'
import type { Pace } from '../capture/progress.ts'
import type { StrokeSupply } from '../capture/stroke-exchange.ts'

/**
 * Creates a source of challenges that the page draws itself, from a cryptographic random source. It contacts no service.
 *
 * @returns the source, for the option `challenge` of `scan` and `captureMotion`, which use it by default.
 * @example
 * button.onclick = () => scan({ challenge: localChallenge() })
 */
export function localChallenge(random: Random = drawRandom): PageChallenges {
  return { signedBy: 'page', open: async () => generateChallenge(random) }
}

/** A source of challenges: the page or a service. It draws the strokes, and determines who signs the receipt. */
export type ChallengeSource = PageChallenges | ServiceChallenges

/** A source of challenges that the page draws; the page also judges the answer and signs the receipt. */
export type PageChallenges = { signedBy: 'page'; open(signal: AbortSignal): Promise<Challenge> }

/** A source of challenges that a service draws; the service also judges the answer and signs the receipt. */
export type ServiceChallenges = {
  signedBy: 'service'
  /** Audience, action and nonce of the receipt, if the source sets them. */
  audience?: string
  action?: string
  nonce?: string
  /** Requests a challenge; `audience` is the scan's own audience. */
  open(signal: AbortSignal, audience?: string, means?: OpenOptions): Promise<ServiceChallenge>
}

/** `now` is a monotonic clock in ms. `pace` is set if all strokes are needed at once. The rest is the purpose of the scan. */
export type OpenOptions = { now?: () => number; pace?: 'batch'; action?: string; nonce?: string }

/** A challenge of a service while it is answered. */
export type ServiceChallenge = {
  /** At the live pace it contains only the first stroke; `teller` supplies the others. */
  challenge: Challenge
  pace?: Pace
  teller?: StrokeSupply
  /** The requested level can't be reached at another pace. */
  isLiveRequired?: boolean
  /** Sends the answer and resolves to the receipt; rejects with a ScanError if it isn't accepted. */
  settle(capture: MotionCapture, means: SettleOptions): Promise<VerifiedScan>
}

export type SettleOptions = {
  signatureOf: (capture: Capture) => Promise<MotionSignature>
  signal: AbortSignal
  /** Sends a request, and repeats it while the service can't be reached, until `untilMs` on the clock of the challenge. */
  deliver?: <T>(send: () => Promise<T>, untilMs: number) => Promise<T>
}

/** The service's receipt, with the response that contained it. */
export type VerifiedScan = { receipt: Receipt; verification: Verification }

function drawRandom(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1))
  return word / 2 ** 32
}
