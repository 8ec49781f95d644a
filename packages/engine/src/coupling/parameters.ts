import { coupling as learned } from '../model/index.ts'
import type { Tree } from './trees.ts'

/** How a window is judged; log odds are `slope`·(sum of the trees) + `offset`. */
export type WindowModel = {
  trees: readonly Tree[]
  slope: number
  offset: number
  /** Log odds of windows whose streams did not belong together, in rising order. */
  apart: readonly number[]
}

/** One model for each equipment: with or without a gyroscope, with or without depth in the camera's track. */
export type Equipment = 'gyroDepth' | 'gyroFlat' | 'accelerationDepth' | 'accelerationFlat'

export type CouplingParameters = Readonly<Record<Equipment, WindowModel>>

// The file is written by lab/training/coupling.ts alone, in this shape.
export const COUPLING = learned as unknown as CouplingParameters
