import type { ImuSample, LandmarkColumns, LandmarkFrame } from '../capture.ts'
import type { RiskLevel } from '../evidence.ts'
import type { Matcher } from '../signature/match.ts'

/** One stored research session. */
export type CalibrationSession = {
  id: string
  /** Keyed pseudonym of a confirmed node; sessions with the same one are mated. */
  person: string | null
  /** Anonymous label of the uploader; null if unknown. */
  source: string | null
  frames: readonly LandmarkFrame[] | LandmarkColumns
  /** Presence score of the frames, if known; computing it is the most expensive part of a calibration. */
  presence?: number
}

/** One stored session of strokes. */
export type StrokeSession = {
  id: string
  /** Keyed hash of the contributor's pseudonym; sessions with the same one are mated. */
  person: string | null
  source: string | null
  /** YYYY-MM-DD. */
  day: string
  /** The kind of phone as far as known, such as its system and browser. */
  device: string
  /** The strokes of each round, as `cutStrokes` returns them. */
  rounds: readonly (readonly { gesture: string; imu: readonly ImuSample[] }[])[]
}

/** Features of landmarks that are compared window by window. */
export type WindowMode = 'posture' | 'posture_velocity' | 'signature_128'

export type FeatureMode = WindowMode | 'strokes'

export type CalibrationOptions = {
  pcaOutputDim?: number
  featureMode?: FeatureMode
  targetFars?: readonly number[]
  minVariance?: number
  useRustFeatures?: boolean
}

/** Result of a calibration with landmarks: how windows of one person differ, and how people do. */
export type WindowModel = {
  featureMode: WindowMode
  /** Version of the signatures that the model compares; for posture features their name. */
  version: string
  matcher: Matcher
  persistent: number
  scatterPrior: number
}

/** Result of a calibration with strokes: from the shipped model's log-likelihood ratio to log odds. */
export type StrokeLine = {
  featureMode: 'strokes'
  /** Version of the strokes that it judges. */
  version: string
  calibration: readonly [slope: number, offset: number]
}

export type CalibrationModel = WindowModel | StrokeLine

export type OperatingPoint = {
  targetFar: number
  /** The risk level that uses this threshold, or null. */
  level: RiskLevel | null
  /** On the scale of presence_score; null if the sessions cannot support the target. */
  threshold: number | null
  /** The threshold at either end of `farInterval`. */
  thresholdInterval: [number, number] | null
  realisedFar: number | null
  fnmr: number | null
  farInterval: [number, number] | null
  fnmrInterval: [number, number] | null
  supported: boolean
  /** Independent comparisons available at this rate, and needed. */
  trials: number
  trialsNeeded: number
}

/** Error rates of people compared with themselves under one circumstance. */
export type MatedFigures = {
  /** Comparisons, and of how many people. */
  pairs: number
  people: number
  eer: number
  eerInterval: [number, number]
  /** One for each operating point; null if that has no threshold. */
  operatingPoints: { targetFar: number; fnmr: number | null; fnmrInterval: [number, number] | null }[]
}

/**
 * The circumstance of a comparison of a person with themselves: on the same day, on another day, or with another phone
 * on any day.
 */
export type Circumstance = 'sameDay' | 'crossDay' | 'otherDevice'

export type Calibration = Record<Circumstance, MatedFigures | null> & {
  sessions: number
  people: number
  frames: number
  pairs: { mated: number; nonMated: number }
  featureMode: FeatureMode
  /** True if the calibration can judge enrollments, which contain signatures and strokes only. */
  applicable: boolean
  pcaInputDim: number
  pcaOutputDim: number
  varianceRetained: number
  eer: number | null
  auc: number | null
  dPrime: number | null
  thresholds: Record<RiskLevel, number | null>
  operatingPoints: OperatingPoint[]
  /**
   * False-accept rates of the same people under the shipped model and thresholds, by risk level; null for postures,
   * which have no shipped model.
   */
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

/** Day and device of a session of strokes, and the gestures of each round. */
export type StrokeRecording = { day: string; device: string; rounds: string[][] }

/**
 * The stored features of a session. For landmarks they cover the whole session if the person is known, otherwise both
 * halves; for strokes they are the coordinates of each stroke in a row.
 */
export type StoredSession = {
  person: string | null
  source: string | null
  features: Float32Array
  /** Day, device and gestures; present for a session of strokes only. */
  recorded?: StrokeRecording
  /** Other names that uploaded the same motion. */
  alsoOf?: string[]
}
