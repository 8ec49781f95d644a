import type { RiskLevel } from '../thresholds.ts'
import type { Line } from './line.ts'
import type { Settings } from './options.ts'
import type { Grouping } from './subjects.ts'
import type { Scored, Trials } from './trial-lists.ts'
import type { CalibrationModel, CalibrationProgress, Circumstance, Kept } from './types.ts'

/** A session as a calibration keeps it, with a number that the same motion always has, and its frames or samples. */
export type Measured = Kept & { mark: number; frames: number }

/** What a session is measured by, and how all that was kept is compared. */
export type Mode = {
  /** Numbers of one window or stroke before and, where the calibration does not choose them, after the projection. */
  inputs: number
  /** Whether enrollments hold what is compared here. */
  isApplicable: boolean
  /** Null where a session cannot be used; it may be anything. */
  measure: (session: unknown, settings: Settings) => Measured | null
  compare: (kept: readonly Kept[], context: Context) => Generator<CalibrationProgress, Compared>
}

export type Context = { settings: Settings; linked: ReadonlySet<string> }

/** Who was compared, and what came of it; no evidence where they say nothing about strangers. */
export type Compared = { grouped: Grouped; evidence: Evidence | null }

export type Grouped = Grouping & { subjects: readonly { weight: number }[]; outliers: number }

export type Evidence = {
  trials: Scored
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
