import type { Matcher } from '../signature/parameters.ts'
import type { RiskLevel } from '../thresholds.ts'
import type { LandmarkColumns, LandmarkFrame } from '../types.ts'

/** One stored research session. */
export type CalibrationSession = {
  id: string
  /** Keyed pseudonym of a confirmed node; sessions of one are mated. */
  person: string | null
  /** Anonymous label of an uploader; null if unknown. */
  source: string | null
  frames: readonly LandmarkFrame[] | LandmarkColumns
  /** The presence score of the frames where it is known already; it is the dearest part of a calibration. */
  presence?: number
}

export type FeatureMode = 'posture' | 'posture_velocity' | 'signature_128'

export type CalibrationOptions = {
  pcaOutputDim?: number
  featureMode?: FeatureMode
  targetFars?: readonly number[]
  minVariance?: number
  useRustFeatures?: boolean
}

/** What a calibration learned: how windows of one person differ, and how people do. */
export type CalibrationModel = {
  featureMode: FeatureMode
  /** Version of the signatures that it compares; of posture features there are none. */
  version: string
  matcher: Matcher
  persistent: number
  scatterPrior: number
}

export type OperatingPoint = {
  targetFar: number
  /** The risk level that takes its threshold from here, or null where another target serves it. */
  level: RiskLevel | null
  /** On the scale of presence_score; null where the sessions cannot support the target. */
  threshold: number | null
  /** The threshold at either end of `farInterval`. */
  thresholdInterval: [number, number] | null
  realisedFar: number | null
  fnmr: number | null
  farInterval: [number, number] | null
  fnmrInterval: [number, number] | null
  supported: boolean
  /** Independent comparisons that the people are worth at this rate, and how many it needs. */
  trials: number
  trialsNeeded: number
}

export type Calibration = {
  sessions: number
  people: number
  frames: number
  pairs: { mated: number; nonMated: number }
  featureMode: FeatureMode
  /** Enrollments hold signatures, so only a calibration of signatures can judge them. */
  applicable: boolean
  pcaInputDim: number
  pcaOutputDim: number
  varianceRetained: number
  eer: number | null
  auc: number | null
  dPrime: number | null
  thresholds: Record<RiskLevel, number | null>
  operatingPoints: OperatingPoint[]
  /** How often the same people pass for each other under the shipped model and thresholds; null for postures. */
  shippedFars: Record<RiskLevel, number> | null
  labels: 'people' | 'halves'
  warnings: string[]
  plots: {
    det: { far: number; fnmr: number }[]
    histogram: { edges: number[]; mated: number[]; nonMated: number[] }
  }
  model: CalibrationModel | null
  excluded: { duplicates: number; unusable: number; dominated: number; outliers: number }
}

export type CalibrationProgress = { stage: string; fraction: number }

/** What is kept of a session: features of the whole where the person is known, of both halves where not. */
export type Kept = {
  person: string | null
  source: string | null
  features: Float32Array
  /** Other names under which the same motion came. */
  alsoOf?: string[]
}
