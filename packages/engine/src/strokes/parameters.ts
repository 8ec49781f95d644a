import { strokes as learned } from '../model/index.ts'

/** The learned part of the memory of strokes; written by lab/training/strokes.ts. */
export type StrokeParameters = {
  /** From this mean correlation on, two strokes are one and the same. */
  threshold: number
  /** Rows of the projection from a stretch of motion to the bits of a hash, and where each bit turns. */
  projection: number[][]
  turns: number[]
}

export const STROKES_LEARNED: StrokeParameters = learned
