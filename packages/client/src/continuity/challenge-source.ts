import type { Verification } from '@stillhere/contract'
import { type Capture, type Challenge, generateChallenge, type MotionSignature, type Random } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-source.ts'
import type { Pace } from '../capture/progress.ts'
import type { StrokeTeller } from '../capture/stroke-exchange.ts'

/**
 * Challenges that this page draws by itself, from a cryptographic source. Nothing leaves the page.
 *
 * @returns what `scan` and `captureMotion` take as `challenge`; it is their default.
 */
export function localChallenge(random: Random = cryptoRandom): PageChallenges {
  return { signedBy: 'page', open: async () => generateChallenge(random) }
}

/** Who asks for the strokes, and so who signs the receipt. */
export type ChallengeSource = PageChallenges | ServiceChallenges

/** Challenges that the page draws, judges and signs by itself. */
export type PageChallenges = { signedBy: 'page'; open(signal: AbortSignal): Promise<Challenge> }

/** Challenges of a service, which judges the answer again and signs. */
export type ServiceChallenges = {
  signedBy: 'service'
  /** Whom and what the receipt will be for, where the source itself says so. */
  audience?: string
  action?: string
  nonce?: string
  /** `audience` is whom the scan wants the receipt for. */
  open(signal: AbortSignal, audience?: string, means?: OpeningMeans): Promise<ServiceChallenge>
}

/** `now` is a clock in ms that never goes back; `pace` is set where all strokes must be told at once; the rest is what the scan is for. */
export type OpeningMeans = { now?: () => number; pace?: 'batch'; action?: string; nonce?: string }

export type ServiceChallenge = {
  /** At the live pace only its first stroke is there; `teller` tells the others. */
  challenge: Challenge
  pace?: Pace
  teller?: StrokeTeller
  /** The level that was asked for cannot be reached at another pace. */
  isLiveRequired?: boolean
  /** Hands the answer in; rejects with a ScanError where it is not accepted. */
  settle(capture: MotionCapture, means: SettlingMeans): Promise<Settled>
}

export type SettlingMeans = {
  signatureOf: (capture: Capture) => Promise<MotionSignature>
  signal: AbortSignal
  /** Sends, and sends the same again while the service cannot be reached, until `untilMs` on the clock that the challenge was opened with. */
  deliver?: <T>(send: () => Promise<T>, untilMs: number) => Promise<T>
}

/** A receipt of the service, with the answer that it came in. */
export type Settled = { receipt: Receipt; verification: Verification }

function cryptoRandom(): number {
  const [word = 0] = crypto.getRandomValues(new Uint32Array(1))
  return word / 2 ** 32
}
