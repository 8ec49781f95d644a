import { projectOnto } from './comparison.ts'
import { featureLength } from './features.ts'
import { withinBounds, withOwners } from './keeping.ts'
import { emptyMaterial, gather, type Material } from './material.ts'
import { type Settings, readSettings } from './options.ts'
import { project, fitProjection } from './projection.ts'
import { emptyReport, buildReport } from './report.ts'
import { type Seen, screenSubjects } from './screening.ts'
import { projectByShippedModel } from './shipped.ts'
import { type Subject, chooseSubjects } from './subjects.ts'
import { crossFitted, assignFolds } from './trials.ts'
import { fitTwoCovariances, computeSums } from './two-covariances.ts'
import type { Calibration, CalibrationOptions, CalibrationProgress, CalibrationSession } from './types.ts'

/** A calibration that takes its sessions one by one and its time in steps. */
export type CalibrationRun = {
  add: (session: CalibrationSession) => void
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
export function calibrate(sessions: Iterable<CalibrationSession>, options?: CalibrationOptions): Calibration {
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

function isIterable(value: unknown): value is Iterable<CalibrationSession> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

/** Fewer subjects say nothing about strangers. */
const MIN_SUBJECTS = 8

/** The calibration of what was gathered, step by step. */
export function* computeCalibration(
  material: Material,
  settings: Settings,
): Generator<CalibrationProgress, Calibration> {
  const d = featureLength(settings.featureMode)
  yield { stage: 'projection', fraction: 0 }
  const kept = withinBounds(withOwners(material.kept))
  const all = chooseSubjects(kept, d)
  all.dominated += material.kept.length - kept.length
  if (all.subjects.length < MIN_SUBJECTS) return emptyReport(material, settings, { ...all, outliers: 0 })
  const projection = fitProjection(all.subjects, d, settings)
  const everybody = all.subjects.map((subject) => subject.windows.map((window) => project(projection, window)))
  yield { stage: 'screening', fraction: 0.2 }
  const { isGood, outliers } = screenSubjects(all.subjects, [
    ...(settings.featureMode === 'signature_128' ? [() => projectByShippedModel(all.subjects)] : []),
    () => ownView(all.subjects, everybody, projection.k),
  ])
  const grouped = { ...all, subjects: all.subjects.filter((_, i) => isGood[i]), outliers }
  const windows = everybody.filter((_, i) => isGood[i])
  const folds = assignFolds(grouped.subjects, windows, projection.k)
  const steps = crossFitted(grouped.subjects, windows, { ...folds, linked: material.linked })
  let step = steps.next()
  while (!step.done) {
    yield { stage: 'cross-fit', fraction: 0.3 + 0.6 * step.value }
    step = steps.next()
  }
  const trials = step.value
  if (trials.mated.score.length === 0 || trials.nonMated.score.length === 0)
    return emptyReport(material, settings, grouped)
  yield { stage: 'thresholds', fraction: 0.95 }
  return buildReport({ material, settings, grouped, projection, trials, model: fitTwoCovariances(folds.all) })
}

/** What the first model of these sessions sees. */
function ownView(subjects: readonly Subject[], windows: readonly Float64Array[][], k: number): Seen {
  const model = fitTwoCovariances(computeSums(subjects, windows, k))
  return { places: windows.map((own) => projectOnto(model, own)), between: model.between }
}
