import type { Verification } from '@stillhere/contract'
import type { Capture, Challenge, MotionSignature } from '@stillhere/engine'
import type { Receipt } from '@stillhere/receipt'
import type { MotionCapture } from '../capture/motion-capture.ts'

/** Who asks for the strokes, and so who signs the receipt. */
export type ChallengeSource = PageChallenges | ServiceChallenges

/** Challenges that the page draws, judges and signs by itself. */
export type PageChallenges = { signedBy: 'page'; open(signal: AbortSignal): Promise<Challenge> }

/** Challenges of a service, which judges the answer again and signs. */
export type ServiceChallenges = {
  signedBy: 'service'
  /** Whom the receipt will be for, where the source itself says so. */
  audience?: string
  /** `audience` is whom the scan wants the receipt for. */
  open(signal: AbortSignal, audience?: string): Promise<ServiceChallenge>
}

export type ServiceChallenge = {
  challenge: Challenge
  /** Hands the answer in; rejects with a ScanError where it is not accepted. */
  settle(capture: MotionCapture, means: SettlingMeans): Promise<Settled>
}

export type SettlingMeans = { signatureOf: (capture: Capture) => Promise<MotionSignature>; signal: AbortSignal }

/** A receipt of the service, with the answer that it came in. */
export type Settled = { receipt: Receipt; verification: Verification }
