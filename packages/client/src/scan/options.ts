import type { Verification } from '@stillhere/contract'
import type { Continuity } from '@stillhere/engine'
import type { Receipt, Signer, Subject } from '@stillhere/receipt'
import type { MotionCapture, RecordingOptions } from '../capture/motion-source.ts'
import type { Pace, ScanMode } from '../capture/progress.ts'
import type { ChallengeSource } from '../continuity/challenge-source.ts'

export type CaptureOptions = RecordingOptions & {
  /** Who asks for the strokes: this page by default, or a service. */
  challenge?: ChallengeSource | undefined
}

export type ScanOptions = CaptureOptions & {
  /** Signs the receipt; the browser's own key, which cannot be exported, by default. */
  key?: Signer | undefined
  /** Whom the receipt is about; the hash of the key by default. */
  subject?: Subject | undefined
  /** Whom the receipt is for. */
  audience?: string | undefined
  /** What the person agrees to, in one line, and a nonce of your own: a service seals them into its challenge, and the receipt names both. */
  action?: string | undefined
  nonce?: string | undefined
  /** The clock of the receipt, in ms since 1970. */
  now?: (() => number) | undefined
}

export type ScanResult = {
  receipt: Receipt
  /** What the engine found, part by part; null in pointer mode, where no presence is judged. */
  continuity: Continuity | null
  capture: MotionCapture
  mode: ScanMode
  /** How the strokes were told, where they came from a service that says so. */
  pace?: Pace
  /** What the service answered, where the challenge came from one. */
  verification?: Verification
}
