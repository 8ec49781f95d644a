import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, OptionalDateTime, Success } from './fields.ts'

const OptionalScore = Type.Union([Type.Number(), Type.Null()])
const Levels = Type.Object({ low: Type.Number(), medium: Type.Number(), high: Type.Number() })
const FoundLevels = Type.Object({ low: OptionalScore, medium: OptionalScore, high: OptionalScore })
const Interval = Type.Array(Type.Number(), { minItems: 2, maxItems: 2, examples: [[0.08, 0.12]] })
const Id = Type.String({ format: 'uuid', maxLength: 36, examples: ['0198f2b4-5c1e-7d3a-9b6f-2a4c8e0d1f35'] })
const IdParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

/** The thresholds that apply to one kind of responses, and the number of research sessions available for a calibration. */
const InForce = Type.Object({
  calibrated: Type.Boolean(),
  source: Type.Enum(['default', 'calibration']),
  thresholds: Levels,
  research_sessions_count: Count,
  meets_minimum_threshold: Type.Boolean(),
  sessions_needed: Count,
  artifact_id: Type.Union([Id, Type.Null()]),
})

/** The state for responses with landmarks and, under `strokes`, for responses with motion sensors. */
export const CalibrationStatus = Type.Object({ ...InForce.properties, strokes: InForce })
export type CalibrationStatus = Static<typeof CalibrationStatus>

export const CalibrationOptions = Type.Object({
  pca_output_dim: Type.Optional(Type.Integer({ minimum: 1, maximum: 128, default: 48 })),
  feature_mode: Type.Optional(Type.Enum(['posture', 'posture_velocity', 'signature_128', 'strokes'])),
  target_fars: Type.Optional(
    Type.Array(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }), { minItems: 1, maxItems: 10 }),
  ),
  min_variance: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1, default: 0.95 })),
  use_rust_features: Type.Optional(Type.Boolean()),
})
export type CalibrationOptions = Static<typeof CalibrationOptions>

export const OperatingPoint = Type.Object({
  target_far: Type.Number(),
  level: Type.Union([Type.Enum(['low', 'medium', 'high']), Type.Null()]),
  threshold: OptionalScore,
  threshold_interval: Type.Union([Interval, Type.Null()]),
  realised_far: OptionalScore,
  far_interval: Type.Union([Interval, Type.Null()]),
  fnmr: OptionalScore,
  fnmr_interval: Type.Union([Interval, Type.Null()]),
  trials: Count,
  trials_needed: Count,
})

/** Error rates of people compared with themselves under one circumstance (same day, another day, other phone). */
export const CalibrationMated = Type.Object({
  pairs: Count,
  people: Count,
  eer: Type.Number(),
  eer_interval: Interval,
  operating_points: Type.Array(
    Type.Object({
      target_far: Type.Number(),
      fnmr: OptionalScore,
      fnmr_interval: Type.Union([Interval, Type.Null()]),
    }),
  ),
})
export type CalibrationMated = Static<typeof CalibrationMated>

// An artifact from before strokes has none of these.
const OptionalMated = Type.Optional(Type.Union([CalibrationMated, Type.Null()]))

export const CalibrationReport = Type.Object({
  artifact_id: Id,
  created_at: DateTime,
  sessions: Count,
  people: Count,
  frames: Count,
  feature_mode: Type.String(),
  labels: Type.Enum(['people', 'halves']),
  pairs: Type.Object({ mated: Count, non_mated: Count }),
  excluded: Type.Object({ duplicates: Count, unusable: Count, dominated: Count, outliers: Count }),
  pca_input_dim: Count,
  pca_output_dim: Count,
  variance_retained: Type.Number(),
  eer: OptionalScore,
  auc: OptionalScore,
  d_prime: OptionalScore,
  thresholds: FoundLevels,
  operating_points: Type.Array(OperatingPoint),
  same_day: OptionalMated,
  cross_day: OptionalMated,
  other_device: OptionalMated,
  shipped_fars: Type.Union([Levels, Type.Null()]),
  attacks: Type.Object({
    worse: Type.Boolean(),
    families: Type.Array(Type.Object({ name: Type.String(), before: Type.Number(), after: Type.Number() })),
  }),
  warnings: Type.Array(Type.String()),
  elapsed_ms: Count,
  plots: Type.Object({
    det: Type.Array(Type.Object({ far: Type.Number(), fnmr: Type.Number() })),
    histogram: Type.Object({
      edges: Type.Array(Type.Number()),
      mated: Type.Array(Type.Number()),
      non_mated: Type.Array(Type.Number()),
    }),
  }),
})
export type CalibrationReport = Static<typeof CalibrationReport>

export const CalibrationRun = Type.Object({
  run_id: Id,
  state: Type.Enum(['running', 'done', 'failed', 'cancelled']),
  stage: Type.String(),
  percent: Type.Integer({ minimum: 0, maximum: 100 }),
  started_at: DateTime,
  finished_at: OptionalDateTime,
  artifact_id: Type.Union([Id, Type.Null()]),
  problem: Type.Union([Type.String(), Type.Null()]),
})
export type CalibrationRun = Static<typeof CalibrationRun>

export const CalibrationArtifact = Type.Object({
  artifact_id: Id,
  created_at: DateTime,
  sessions: Count,
  people: Count,
  feature_mode: Type.String(),
  thresholds: FoundLevels,
  applicable: Type.Boolean(),
  active: Type.Boolean(),
})
export type CalibrationArtifact = Static<typeof CalibrationArtifact>

export const getCalibrationStatus = endpoint({
  area: 'calibration',
  method: 'GET',
  path: '/api/admin/calibration/status',
  summary: 'Returns the active thresholds, their source, and the number of research sessions',
  access: 'public',
  responses: { 200: CalibrationStatus },
  problems: [],
})

export const runCalibration = endpoint({
  area: 'calibration',
  method: 'POST',
  path: '/api/admin/calibration/run',
  summary:
    'Learns thresholds from the research sessions; waits for the result unless the request has Prefer: respond-async',
  access: 'admin',
  body: CalibrationOptions,
  bodyIsOptional: true,
  example: { target_fars: [0.01, 0.05, 0.1] },
  responses: {
    201: Type.Object({ success: Type.Boolean(), activated: Type.Boolean(), ...CalibrationReport.properties }),
    202: CalibrationRun,
  },
  problems: ['UNAUTHORIZED', 'INSUFFICIENT_DATA', 'CALIBRATION_RUNNING', 'CALIBRATION_ENDED'],
})

export const listCalibrationRuns = endpoint({
  area: 'calibration',
  method: 'GET',
  path: '/api/admin/calibration/runs',
  summary: 'Lists the latest calibration runs, newest first',
  access: 'admin',
  responses: { 200: Type.Object({ runs: Type.Array(CalibrationRun) }) },
  problems: ['UNAUTHORIZED'],
})

export const getCalibrationRun = endpoint({
  area: 'calibration',
  method: 'GET',
  path: '/api/admin/calibration/runs/:id',
  summary: 'Returns the progress of a calibration run',
  access: 'admin',
  params: IdParams,
  responses: { 200: CalibrationRun },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const cancelCalibrationRun = endpoint({
  area: 'calibration',
  method: 'POST',
  path: '/api/admin/calibration/runs/:id/cancel',
  summary: 'Cancels a calibration run without a result; a finished run is unchanged',
  access: 'admin',
  params: IdParams,
  responses: { 200: CalibrationRun },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const listCalibrationArtifacts = endpoint({
  area: 'calibration',
  method: 'GET',
  path: '/api/admin/calibration/artifacts',
  summary: 'Lists the calibration artifacts, newest first, and says which one is active',
  access: 'admin',
  query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })) }),
  responses: { 200: Type.Object({ artifacts: Type.Array(CalibrationArtifact) }) },
  problems: ['UNAUTHORIZED'],
})

export const getCalibrationArtifact = endpoint({
  area: 'calibration',
  method: 'GET',
  path: '/api/admin/calibration/artifacts/:id',
  summary: 'Returns a calibration artifact with the data of its plots',
  access: 'admin',
  params: IdParams,
  responses: { 200: CalibrationReport },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const activateCalibration = endpoint({
  area: 'calibration',
  method: 'POST',
  path: '/api/admin/calibration/artifacts/:id/activate',
  summary: 'Activates an artifact in place of the current one; also restores an earlier one',
  access: 'admin',
  params: IdParams,
  responses: { 200: CalibrationStatus },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'CALIBRATION_NOT_APPLICABLE'],
})

export const deactivateCalibration = endpoint({
  area: 'calibration',
  method: 'POST',
  path: '/api/admin/calibration/deactivate',
  summary: 'Restores the shipped thresholds',
  access: 'admin',
  responses: { 200: Success },
  problems: ['UNAUTHORIZED'],
})
