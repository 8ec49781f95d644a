import type {
  Capture,
  CommandedStroke,
  Continuity,
  ContinuityOptions,
  ImuSample,
  MotionSignature,
  StrokeOutcome,
} from '@stillhere/engine'

/** The presence score of the latest motion; null while there is too little. */
export type LiveScore = { score: number | null; parts: LiveParts | null }

/** Runs the engine in a worker, or in the page if there is none. */
export type EngineWorker = {
  /** Adds samples to the latest seconds and scores them. */
  score: (samples: readonly ImuSample[]) => Promise<LiveScore>
  /** Detects the strokes so far. The challenge began at `startMs` on the samples' clock. */
  glance: (given: Glance) => Promise<StrokeOutcome[]>
  judge: (options: ContinuityOptions) => Promise<Continuity>
  signature: (capture: Capture) => Promise<MotionSignature>
  /** Stops the worker and drops unfinished tasks. */
  close: () => void
}

export type Glance = { strokes: readonly CommandedStroke[]; imu: readonly ImuSample[]; startMs: number }

/** A task for the engine, as it is sent to the worker. */
export type EngineTask =
  | { kind: 'score'; given: readonly ImuSample[] }
  | { kind: 'glance'; given: Glance }
  | { kind: 'judge'; given: ContinuityOptions }
  | { kind: 'signature'; given: Capture }

/** The four parts of the presence score of the latest seconds, each 0..1. */
export type LiveParts = { microTiming: number; noiseResidual: number; freqEntropy: number; bioPerturb: number }
