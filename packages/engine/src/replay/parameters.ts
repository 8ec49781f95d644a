import { replay as learned } from '../model/index.ts'
import type { SharedSensors } from './comparison.ts'

/** The learned part of the replay memory; written by lab/training/replay.ts. */
export type ReplayParameters = {
  /** Logistic weights of the evidence, in the order of `evidenceFeatures`, and their bias. */
  weights: number[]
  bias: number
  /** What is taken off the evidence where sensors are missing, so that one threshold fits all. */
  allowances: Record<SharedSensors, number>
  /** A search of a person's own earlier captures alarms by mistake in at most 1 of 100 cases from here. */
  threshold: number
  /** Rows of the projection from a stretch of motion to the bits of a hash, and where each bit turns. */
  projection: number[][]
  turns: number[]
}

export const REPLAY: ReplayParameters = learned
