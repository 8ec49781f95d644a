import { withinBounds, withOwners } from './keeping.ts'
import { emptyMaterial, gather, type Material } from './material.ts'
import { MODES } from './modes.ts'
import { type Settings, readSettings } from './options.ts'
import { emptyReport, buildReport } from './report.ts'
import type {
  Calibration,
  CalibrationOptions,
  CalibrationProgress,
  CalibrationSession,
  StrokeSession,
} from './types.ts'

/** A calibration that takes its sessions one by one and its time in steps. */
export type CalibrationRun = {
  /** A session of landmarks, or of strokes where these are calibrated. */
  add: (session: CalibrationSession | StrokeSession) => void
  finish: () => Generator<CalibrationProgress, Calibration>
  /** All that was gathered so far, a few megabytes that structuredClone can copy; a new run goes on from it. */
  state: () => CalibrationState
}

/** What a run has gathered. */
export type CalibrationState = Material

/** Returns a calibration that takes sessions one by one and finishes step by step. It goes on `from` the state of another run. */
export function createCalibration(options?: CalibrationOptions, from?: CalibrationState): CalibrationRun {
  const settings = readSettings(options)
  const material = from ?? emptyMaterial()
  return {
    add: (session) => gather(material, session, settings),
    finish: () => computeCalibration(material, settings),
    state: () => material,
  }
}

/**
 * Returns thresholds at which strangers pass no more often than the targets allow, learned from the sessions. Sessions
 * that cannot be read are counted as unusable; a threshold that so few people cannot show is null.
 *
 * @example
 * calibrate(sessions, { targetFars: [0.01, 0.05, 0.1] }).thresholds.high
 */
export function calibrate(
  sessions: Iterable<CalibrationSession | StrokeSession>,
  options?: CalibrationOptions,
): Calibration {
  const run = createCalibration(options)
  for (const session of isIterable(sessions) ? sessions : []) run.add(session)
  return outcome(run.finish())
}

/** Runs all steps at once. */
export function outcome(steps: Generator<CalibrationProgress, Calibration>): Calibration {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

function isIterable(value: unknown): value is Iterable<CalibrationSession | StrokeSession> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/** The calibration of what was gathered, step by step. */
export function* computeCalibration(
  material: Material,
  settings: Settings,
): Generator<CalibrationProgress, Calibration> {
  yield { stage: 'projection', fraction: 0 }
  const kept = withinBounds(withOwners(material.kept))
  const { grouped, evidence } = yield* MODES[settings.featureMode].compare(kept, { settings, linked: material.linked })
  grouped.dominated += material.kept.length - kept.length
  if (evidence === null || Object.values(evidence.trials).some(({ score }) => score.length === 0))
    return emptyReport(material, settings, grouped)
  yield { stage: 'thresholds', fraction: 0.95 }
  return buildReport({ material, settings, grouped, evidence })
}
