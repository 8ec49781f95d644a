import type { Verification } from '@stillhere/contract'
import type { Continuity } from '@stillhere/engine'
import type { Receipt, Signer, Subject } from '@stillhere/receipt'
import type { MotionCapture, RecordingOptions } from '../capture/motion-source.ts'
import type { Pace, ScanMode } from '../capture/progress.ts'
import type { ChallengeSource } from '../continuity/challenge-source.ts'

/** The options of `captureMotion`: source of motion, progress, signal, and the source of the challenge. */
export type CaptureOptions = RecordingOptions & {
  /** The source of strokes: this page by default, or a service. */
  challenge?: ChallengeSource | undefined
}

/** The options of `scan`: the options of its capture, and the content of the receipt. */
export type ScanOptions = CaptureOptions & {
  /** Signs the receipt; by default the browser's own key, which can't be exported. */
  key?: Signer | undefined
  /** The subject of the receipt; the hash of the key by default. */
  subject?: Subject | undefined
  /** The audience of the receipt. */
  audience?: string | undefined
  /** The action that the person agrees to, in one line, and your own nonce. Both need a challenge of a service, and both are in the receipt. */
  action?: string | undefined
  nonce?: string | undefined
  /** The clock of the receipt, in ms since 1970. */
  now?: (() => number) | undefined
}

/** The result of `scan`: the signed receipt, the evidence of the engine, and the capture. */
export type ScanResult = {
  receipt: Receipt
  /** The engine's result; null in pointer mode, which doesn't judge presence. */
  continuity: Continuity | null
  capture: MotionCapture
  mode: ScanMode
  /** The pace at which the strokes were revealed, if a service drew the strokes. */
  pace?: Pace
  /** The service's response, if the challenge came from a service. */
  verification?: Verification
}
