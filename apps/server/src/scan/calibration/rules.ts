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

/** What a run with these options learns to judge. */
export function selectJudge({ feature_mode }: RunOptions): JudgedSessions {
  return feature_mode === 'strokes' ? 'strokes' : 'landmarks'
}

/** The options of a run in the engine's words. */
export function toEngineOptions(options: RunOptions): CalibrationOptions {
  return {
    ...(options.pca_output_dim === undefined ? {} : { pcaOutputDim: options.pca_output_dim }),
    ...(options.feature_mode === undefined ? {} : { featureMode: options.feature_mode }),
    ...(options.target_fars === undefined ? {} : { targetFars: options.target_fars }),
    ...(options.min_variance === undefined ? {} : { minVariance: options.min_variance }),
    ...(options.use_rust_features === undefined ? {} : { useRustFeatures: options.use_rust_features }),
  }
}

/** A level whose target the data could not support keeps the shipped threshold; no level is below the one before it. */
export function computeThresholds(found: FoundThresholds | null): Thresholds {
  const own = (level: RiskLevel) => found?.[level] ?? DEFAULT_THRESHOLDS[level]
  const low = own('low')
  const medium = Math.max(low, own('medium'))
  return { low, medium, high: Math.max(medium, own('high')) }
}

/** What judges answers: a level that keeps the shipped threshold keeps the shipped model with it, and is null here. */
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

/** What is in force for some answers, and the sessions that a calibration of them can learn from. */
type InForce = {
  active: { id: string; thresholds: FoundThresholds } | null
  sessions: { accepted: number; usable: number }
}

/** The answer of GET /api/admin/calibration/status: for landmarks, and for strokes apart. */
export function toStatus({ landmarks, strokes }: Record<JudgedSessions, InForce>): CalibrationStatus {
  return { ...describeInForce(landmarks), strokes: describeInForce(strokes) }
}

/** Sessions that no calibration can use do not count toward the threshold. */
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

/** Whether a calibration may judge people: it can be applied, supports at least one level, and stops no fewer attacks. */
export function canActivate({ calibration, attacks }: CalibrationResult): boolean {
  const supportsSome = LEVELS.some((level) => calibration.thresholds[level] !== null)
  return calibration.applicable && calibration.model !== null && supportsSome && !attacks.worse
}

type NewCalibration = { id: string; createdAt: Date; elapsedMs: number }

/** What operators see of a calibration. */
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

/** A run as the contract writes it. */
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
