import type {
  CalibrationArtifact,
  CalibrationMated,
  CalibrationReport,
  CalibrationRun,
  CalibrationStatus,
  CalibrationOptions as RunOptions,
} from '@stillhere/contract'
import {
  type Calibration,
  type CalibrationOptions,
  DEFAULT_THRESHOLDS,
  type MatedFigures,
  type RiskLevel,
  type Thresholds,
} from '@stillhere/engine'
import { countMissing } from '../research/rules.ts'
import type { CalibrationResult } from './computation.ts'
import type { Artifact, FoundThresholds, JudgedSessions, Run } from './store.ts'

const LEVELS = ['low', 'medium', 'high'] as const

/** Returns the kind of enrollment that a calibration with these options is for: enrollments of strokes or of landmarks. */
export function selectJudge({ feature_mode }: RunOptions): JudgedSessions {
  return feature_mode === 'strokes' ? 'strokes' : 'landmarks'
}

/** Converts the options of a calibration request to the engine's option names. Absent options stay absent. */
export function toEngineOptions(options: RunOptions): CalibrationOptions {
  return {
    ...(options.pca_output_dim === undefined ? {} : { pcaOutputDim: options.pca_output_dim }),
    ...(options.feature_mode === undefined ? {} : { featureMode: options.feature_mode }),
    ...(options.target_fars === undefined ? {} : { targetFars: options.target_fars }),
    ...(options.min_variance === undefined ? {} : { minVariance: options.min_variance }),
    ...(options.use_rust_features === undefined ? {} : { useRustFeatures: options.use_rust_features }),
  }
}

/**
 * Returns the threshold of each risk level: the one that a calibration found or, where it found none (null), the shipped one. A threshold that is
 * below that of the next lower level is raised to it. `found` is null if no calibration is active.
 */
export function computeThresholds(found: FoundThresholds | null): Thresholds {
  const own = (level: RiskLevel) => found?.[level] ?? DEFAULT_THRESHOLDS[level]
  const low = own('low')
  const medium = Math.max(low, own('medium'))
  return { low, medium, high: Math.max(medium, own('high')) }
}

/**
 * Returns the thresholds that an active calibration applies, raised as in computeThresholds. A level is null if its shipped threshold stays; the
 * shipped model then judges that level, too.
 */
export function toActiveThresholds(found: FoundThresholds): FoundThresholds {
  const inForce = computeThresholds(found)
  const applied = (level: RiskLevel) =>
    found[level] === null && inForce[level] === DEFAULT_THRESHOLDS[level] ? null : inForce[level]
  return {
    low: applied('low'),
    medium: applied('medium'),
    high: applied('high'),
  }
}

/** The active artifact of one kind of enrollment (null if none is active), and the research sessions that a calibration of it can use. */
type InForce = {
  active: { id: string; thresholds: FoundThresholds } | null
  sessions: { accepted: number; usable: number }
}

/**
 * Creates the response of GET /api/admin/calibration/status: thresholds, active artifact and session counts, for landmarks at the top level and for
 * strokes under `strokes`.
 */
export function toStatus({ landmarks, strokes }: Record<JudgedSessions, InForce>): CalibrationStatus {
  return { ...describeInForce(landmarks), strokes: describeInForce(strokes) }
}

/** Describes the calibration of one kind of enrollment. Only usable sessions count toward the minimum that a calibration needs. */
function describeInForce({ active, sessions: { accepted, usable } }: InForce): CalibrationStatus['strokes'] {
  return {
    calibrated: active !== null,
    source: active ? 'calibration' : 'default',
    thresholds: computeThresholds(active?.thresholds ?? null),
    research_sessions_count: accepted,
    meets_minimum_threshold: countMissing(usable) === 0,
    sessions_needed: countMissing(usable),
    artifact_id: active?.id ?? null,
  }
}

/**
 * Returns whether a finished calibration may become active: the engine found it applicable and learned a model, at least one risk level has a
 * threshold, and the attacks that would pass have not increased by more than chance.
 */
export function canActivate({ calibration, attacks }: CalibrationResult): boolean {
  const supportsSome = LEVELS.some((level) => calibration.thresholds[level] !== null)
  return calibration.applicable && calibration.model !== null && supportsSome && !attacks.worse
}

type NewCalibration = { id: string; createdAt: Date; elapsedMs: number }

/**
 * Converts a finished calibration to its report for operators. If the calibration is not applicable or lets more attacks pass, the report's
 * warnings say so.
 */
export function toReport(
  { calibration, attacks }: CalibrationResult,
  { id, createdAt, elapsedMs }: NewCalibration,
): CalibrationReport {
  const { pairs, plots } = calibration
  return {
    artifact_id: id,
    created_at: createdAt.toISOString(),
    sessions: calibration.sessions,
    people: calibration.people,
    frames: calibration.frames,
    feature_mode: calibration.featureMode,
    labels: calibration.labels,
    pairs: { mated: pairs.mated, non_mated: pairs.nonMated },
    excluded: calibration.excluded,
    pca_input_dim: calibration.pcaInputDim,
    pca_output_dim: calibration.pcaOutputDim,
    variance_retained: calibration.varianceRetained,
    eer: calibration.eer,
    auc: calibration.auc,
    d_prime: calibration.dPrime,
    thresholds: calibration.thresholds,
    operating_points: calibration.operatingPoints.map(describeOperatingPoint),
    same_day: calibration.sameDay && describeMated(calibration.sameDay),
    cross_day: calibration.crossDay && describeMated(calibration.crossDay),
    other_device: calibration.otherDevice && describeMated(calibration.otherDevice),
    shipped_fars: calibration.shippedFars,
    attacks,
    warnings: [...calibration.warnings, ...listReasonsAgainst({ calibration, attacks })],
    elapsed_ms: elapsedMs,
    plots: {
      det: plots.det,
      histogram: { ...plots.histogram, non_mated: plots.histogram.nonMated },
    },
  }
}

function describeMated({ pairs, people, eer, eerInterval, operatingPoints }: MatedFigures): CalibrationMated {
  return {
    pairs,
    people,
    eer,
    eer_interval: eerInterval,
    operating_points: operatingPoints.map(({ targetFar, fnmr, fnmrInterval }) => {
      return { target_far: targetFar, fnmr, fnmr_interval: fnmrInterval }
    }),
  }
}

function describeOperatingPoint(
  point: Calibration['operatingPoints'][number],
): CalibrationReport['operating_points'][number] {
  return {
    target_far: point.targetFar,
    level: point.level,
    threshold: point.threshold,
    threshold_interval: point.thresholdInterval,
    realised_far: point.realisedFar,
    far_interval: point.farInterval,
    fnmr: point.fnmr,
    fnmr_interval: point.fnmrInterval,
    trials: point.trials,
    trials_needed: point.trialsNeeded,
  }
}

function listReasonsAgainst({ calibration, attacks }: CalibrationResult): string[] {
  const worse = attacks.families.filter(({ before, after }) => after > before).map(({ name }) => name)
  return [
    ...(calibration.applicable
      ? []
      : [`not activated: enrollments hold signatures and strokes, and ${calibration.featureMode} cannot judge them`]),
    ...(attacks.worse ? [`not activated: more attacks would pass (${worse.join(', ')})`] : []),
  ]
}

/** Describes a calibration run as the API returns it. */
export function describeRun(run: Run): CalibrationRun {
  return {
    run_id: run.id,
    state: run.state,
    stage: run.stage,
    percent: run.percent,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    artifact_id: run.artifactId,
    problem: run.problem,
  }
}

/** Describes a calibration artifact (the stored result of a run) as the API lists it: without its report and its model. */
export function describeArtifact(artifact: Artifact): CalibrationArtifact {
  const { id, createdAt, sessions, people, featureMode, thresholds, applicable, active } = artifact
  const created_at = createdAt.toISOString()
  return {
    artifact_id: id,
    created_at,
    sessions,
    people,
    feature_mode: featureMode,
    thresholds,
    applicable,
    active,
  }
}
