import { readMembers } from '../capture.ts'
import type { RiskLevel } from '../evidence.ts'
import type { Line, ScoredTrials, Trials } from './figures.ts'
import type { Grouping } from './subjects.ts'
import type {
  CalibrationModel,
  CalibrationOptions,
  CalibrationProgress,
  Circumstance,
  FeatureMode,
  StoredSession,
} from './types.ts'

/** A session after measuring, with a fingerprint of its motion and the number of frames or samples. */
export type MeasuredSession = StoredSession & { mark: number; frames: number }

/** The functions of a feature mode: how it measures one session and compares all sessions. */
export type Mode = {
  /** Features per window or stroke before the projection and, if the calibration doesn't choose it, after. */
  inputs: number
  /** True if enrollments contain these features, so that the calibration can be applied. */
  isApplicable: boolean
  /** Measures a session, which may be any value; null if it cannot be used. */
  measure: (session: unknown, settings: Settings) => MeasuredSession | null
  compare: (kept: readonly StoredSession[], context: Context) => Generator<CalibrationProgress, ComparisonResult>
}

export type Context = { settings: Settings; linked: ReadonlySet<string> }

/** The subjects that were compared and the evidence, or null if there is none about strangers. */
export type ComparisonResult = { grouped: GroupedSubjects; evidence: Evidence | null }

export type GroupedSubjects = Grouping & { subjects: readonly { weight: number }[]; outliers: number }

export type Evidence = {
  trials: ScoredTrials
  /** The mated trials of each known circumstance. */
  apart: Partial<Record<Circumstance, Trials>>
  /** Number of components compared, the share of the variance they keep, and how many would keep enough. */
  projection: { k: number; retained: number; needed: number }
  buildModel: (line: Line) => CalibrationModel
  shippedFars: Record<RiskLevel, number> | null
  warnings: string[]
}

/** Fewer subjects say nothing about strangers. */
export const MIN_SUBJECTS = 8

const FEATURE_MODES: readonly FeatureMode[] = ['posture', 'posture_velocity', 'signature_128', 'strokes']
const MAX_OUTPUT_DIM = 128
const MAX_TARGETS = 20

/** Options of a run with defaults filled in. An invalid option counts as missing. */
export type Settings = {
  /** Null means 48, or as many as the variance needs. */
  outputDim: number | null
  featureMode: FeatureMode
  /** Rising. */
  targetFars: number[]
  minVariance: number
  /** Undefined means the active kernel. */
  useRustFeatures: boolean | undefined
}

type Option = 'pcaOutputDim' | 'featureMode' | 'targetFars' | 'minVariance' | 'useRustFeatures'

const FITS: Readonly<Record<Option, (value: unknown) => boolean>> = {
  pcaOutputDim: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_OUTPUT_DIM,
  featureMode: (value) => FEATURE_MODES.includes(value as FeatureMode),
  targetFars: (value) =>
    Array.isArray(value) && value.length >= 1 && value.length <= MAX_TARGETS && value.every(isRate),
  minVariance: (value) => typeof value === 'number' && value > 0 && value <= 1,
  useRustFeatures: (value) => typeof value === 'boolean',
}

function isRate(value: unknown): boolean {
  return typeof value === 'number' && value > 0 && value < 1
}

/**
 * Returns the calibration options with defaults for all that are missing or invalid. Target rates are sorted in
 * ascending order, without duplicates.
 */
export function readSettings(options: CalibrationOptions | undefined): Settings {
  const given = readMembers(options)
  const usable = <Value>(option: Option, fallback: Value) =>
    FITS[option](given[option]) ? (given[option] as Value) : fallback
  const fars = usable('targetFars', [0.01, 0.05, 0.1])
  return {
    outputDim: usable<number | null>('pcaOutputDim', null),
    featureMode: usable<FeatureMode>('featureMode', 'signature_128'),
    targetFars: [...new Set(fars)].toSorted((a, b) => a - b),
    minVariance: usable('minVariance', 0.95),
    useRustFeatures: usable<boolean | undefined>('useRustFeatures', undefined),
  }
}
