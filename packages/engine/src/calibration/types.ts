import type { ImuSample, LandmarkColumns, LandmarkFrame } from '../capture.ts'
import type { RiskLevel } from '../evidence.ts'
import type { Matcher } from '../signature/match.ts'

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

/** One stored session of strokes. */
export type StrokeSession = {
  id: string
  /** Keyed hash of the pseudonym under which somebody came; sessions of one are mated. */
  person: string | null
  source: string | null
  /** YYYY-MM-DD. */
  day: string
  /** What is known of the phone, such as its system and browser. */
  device: string
  /** The strokes of each round, as `cutStrokes` returns them. */
  rounds: readonly (readonly { gesture: string; imu: readonly ImuSample[] }[])[]
}

/** What is compared of landmarks: one window with another. */
export type WindowMode = 'posture' | 'posture_velocity' | 'signature_128'

export type FeatureMode = WindowMode | 'strokes'

export type CalibrationOptions = {
  pcaOutputDim?: number
  featureMode?: FeatureMode
  targetFars?: readonly number[]
  minVariance?: number
  useRustFeatures?: boolean
}

/** What a calibration of landmarks learned: how windows of one person differ, and how people do. */
export type WindowModel = {
  featureMode: WindowMode
  /** Version of the signatures that it compares; of posture features there are none. */
  version: string
  matcher: Matcher
  persistent: number
  scatterPrior: number
}

/** What a calibration of strokes learned: from the shipped model's log-likelihood ratio to log odds. */
export type StrokeLine = {
  featureMode: 'strokes'
  /** Version of the strokes that it judges. */
  version: string
  calibration: readonly [slope: number, offset: number]
}

export type CalibrationModel = WindowModel | StrokeLine

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

/** How often people were refused who were compared with themselves under one circumstance. */
export type MatedFigures = {
  /** Comparisons, and of how many people. */
  pairs: number
  people: number
  eer: number
  eerInterval: [number, number]
  /** One for each operating point; null where that has no threshold. */
  operatingPoints: { targetFar: number; fnmr: number | null; fnmrInterval: [number, number] | null }[]
}

/** Whether somebody was compared with themselves on the same day, on another one, or with another phone on any day. */
export type Circumstance = 'sameDay' | 'crossDay' | 'otherDevice'

export type Calibration = Record<Circumstance, MatedFigures | null> & {
  sessions: number
  people: number
  frames: number
  pairs: { mated: number; nonMated: number }
  featureMode: FeatureMode
  /** Enrollments hold signatures and strokes, so only a calibration of these can judge them. */
  applicable: boolean
  pcaInputDim: number
  pcaOutputDim: number
  varianceRetained: number
  eer: number | null
  auc: number | null
  dPrime: number | null
  thresholds: Record<RiskLevel, number | null>
  operatingPoints: OperatingPoint[]
  /** How often the same people pass for each other under the shipped model and thresholds; null for postures, which have none. */
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

/** When and with what strokes were recorded, and the gestures of each round. */
export type StrokeRecording = { day: string; device: string; rounds: string[][] }

/**
 * What is kept of a session: of landmarks the features of the whole where the person is known, of both halves where not; of
 * strokes the coordinates of each, one after the other.
 */
export type StoredSession = {
  person: string | null
  source: string | null
  features: Float32Array
  /** Of a session of strokes. */
  recorded?: StrokeRecording
  /** Other names under which the same motion came. */
  alsoOf?: string[]
}
