import type { Capture, Continuity, ContinuityOptions, ImuSample, MotionSignature } from '@stillhere/engine'

/** The presence score of the newest motion; null while too little is there. */
export type LiveScore = { score: number | null; parts: LiveParts | null }

/** Where the engine works: a thread of its own, or the page's where there is none. */
export type EngineWorker = {
  /** Adds samples to the newest seconds and scores them. */
  score: (samples: readonly ImuSample[]) => Promise<LiveScore>
  judge: (options: ContinuityOptions) => Promise<Continuity>
  signature: (capture: Capture) => Promise<MotionSignature>
  /** Ends the thread; what was asked and not answered is dropped. */
  close: () => void
}

/** What can be asked of the engine, as it crosses to its thread. */
export type EngineTask =
  | { kind: 'score'; given: readonly ImuSample[] }
  | { kind: 'judge'; given: ContinuityOptions }
  | { kind: 'signature'; given: Capture }

/** The four named parts of the presence score on the newest seconds, each 0..1. */
export type LiveParts = { microTiming: number; noiseResidual: number; freqEntropy: number; bioPerturb: number }
