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

/** A session as a calibration keeps it, with a number that the same motion always has, and its frames or samples. */
export type MeasuredSession = StoredSession & { mark: number; frames: number }

/** What a session is measured by, and how all that was kept is compared. */
export type Mode = {
  /** Numbers of one window or stroke before and, where the calibration does not choose them, after the projection. */
  inputs: number
  /** Whether enrollments hold what is compared here. */
  isApplicable: boolean
  /** Null where a session cannot be used; it may be anything. */
  measure: (session: unknown, settings: Settings) => MeasuredSession | null
  compare: (kept: readonly StoredSession[], context: Context) => Generator<CalibrationProgress, ComparisonResult>
}

export type Context = { settings: Settings; linked: ReadonlySet<string> }

/** Who was compared, and what came of it; no evidence where they say nothing about strangers. */
export type ComparisonResult = { grouped: GroupedSubjects; evidence: Evidence | null }

export type GroupedSubjects = Grouping & { subjects: readonly { weight: number }[]; outliers: number }

export type Evidence = {
  trials: ScoredTrials
  /** The mated trials of each circumstance that is known, apart. */
  apart: Partial<Record<Circumstance, Trials>>
  /** Numbers that were compared, the share of the variance that they keep, and how many would keep enough of it. */
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

/** Options of a run with nothing left open; a bad one is taken as not given. */
export type Settings = {
  /** Null: 48, or as many as the variance needs. */
  outputDim: number | null
  featureMode: FeatureMode
  /** Rising. */
  targetFars: number[]
  minVariance: number
  /** Undefined: the kernel that runs. */
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

/** The options with their defaults. */
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
