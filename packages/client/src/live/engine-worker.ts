import type {
  Capture,
  CommandedStroke,
  Continuity,
  ContinuityOptions,
  ImuSample,
  MotionSignature,
  StrokeOutcome,
} from '@stillhere/engine'

/** The presence score of the newest motion; null while too little is there. */
export type LiveScore = { score: number | null; parts: LiveParts | null }

/** Where the engine works: a thread of its own, or the page's where there is none. */
export type EngineWorker = {
  /** Adds samples to the newest seconds and scores them. */
  score: (samples: readonly ImuSample[]) => Promise<LiveScore>
  /** A first look at the strokes so far, whose challenge began at `startMs` on the samples' clock. */
  glance: (given: Glance) => Promise<StrokeOutcome[]>
  judge: (options: ContinuityOptions) => Promise<Continuity>
  signature: (capture: Capture) => Promise<MotionSignature>
  /** Ends the thread; what was asked and not answered is dropped. */
  close: () => void
}

export type Glance = { strokes: readonly CommandedStroke[]; imu: readonly ImuSample[]; startMs: number }

/** What can be asked of the engine, as it crosses to its thread. */
export type EngineTask =
  | { kind: 'score'; given: readonly ImuSample[] }
  | { kind: 'glance'; given: Glance }
  | { kind: 'judge'; given: ContinuityOptions }
  | { kind: 'signature'; given: Capture }

/** The four named parts of the presence score on the newest seconds, each 0..1. */
export type LiveParts = { microTiming: number; noiseResidual: number; freqEntropy: number; bioPerturb: number }
