import { strokeSignature as learned } from '../model/index.ts'

/**
 * How strokes are compared, learned by lab/training/stroke-signature.ts. The rows of `projection` (whole numbers, times `unit` of
 * the row) carry scaled features to coordinates in which one person's takes of one gesture scatter with variance 1.
 */
export type StrokeModel = {
  version: string
  /** Names `projection` and `unit`: coordinates that were stored under another name are computed anew. */
  coordinates: string
  /** Middle of all gestures and spread of the population, by feature. */
  center: readonly number[]
  spread: readonly number[]
  /** Where the middle of a gesture lies, in hundredths of the spread from `center`. */
  gestures: Readonly<Record<string, readonly number[]>>
  projection: readonly (readonly number[])[]
  unit: readonly number[]
  /** Variance between people who make the same gesture, in units of their own scatter. */
  between: readonly number[]
  /** Variance of the middles of gestures: what everybody who makes a gesture that is not in `gestures` has in common. */
  shared: readonly number[]
  /** From the mean over six gestures, each compared with several takes, to log odds: slope and offset, learned on people left out. */
  calibration: readonly number[]
  /** The same for gestures that are not in `gestures`. */
  calibrationOfOthers: readonly number[]
}

export const STROKE_MODEL: StrokeModel = learned
