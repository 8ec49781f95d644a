import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, Day, OptionalDateTime, Score, Success } from './fields.ts'
import { ChallengeReference, EXAMPLE_CHALLENGE, OpenCapture } from './verification.ts'

const Uuid = Type.String({
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
  description: 'a UUID',
  examples: ['0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40'],
})

const Device = Type.Object({
  os: Type.Enum(['Windows', 'macOS', 'Linux', 'Android', 'iOS', 'Unknown']),
  browser: Type.Enum(['Firefox', 'Chrome', 'Safari', 'Edge', 'Unknown']),
  viewportWidth: Type.Integer({ minimum: 320, maximum: 7680 }),
  viewportHeight: Type.Integer({ minimum: 240, maximum: 4320 }),
  imuAvailable: Type.Optional(Type.Boolean()),
})

const Phase = Type.Object({
  phase: Type.Integer({ minimum: 1, maximum: 5 }),
  frameCount: Type.Integer({ minimum: 0, maximum: 1200 }),
})

/** Any JSON is accepted; docs/research.md lists the forms that are understood, and described.ts the usual one. */
export const OpenLandmarks = Type.Unknown()

/** One session of motion before a camera. */
export const ResearchUpload = Type.Object({
  session_id: Uuid,
  device: Device,
  lighting: Type.Enum(['indoor_day', 'indoor_night', 'outdoor_day', 'outdoor_night']),
  duration_ms: Type.Integer({ minimum: 1000, maximum: 60_000 }),
  landmarks: OpenLandmarks,
  node_handle: Type.Optional(Type.String()),
  pes_score: Score,
  pes_micro_timing: Type.Optional(Score),
  pes_noise_residual: Type.Optional(Score),
  pes_freq_entropy: Type.Optional(Score),
  pes_bio_perturb: Type.Optional(Score),
  total_frames: Type.Integer({ minimum: 1, maximum: 1200 }),
  valid_frames: Type.Integer({ minimum: 0 }),
  phases: Type.Array(Phase, { minItems: 1, maxItems: 5 }),
})
export type ResearchUpload = Static<typeof ResearchUpload>

export const uploadResearch = endpoint({
  area: 'research',
  method: 'POST',
  path: '/api/research/upload',
  summary: 'Contributes a session of motion to research, anonymously; at most five in 24 hours from one address',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  scope: 'scan',
  maxBodyBytes: 4 * 1024 * 1024,
  countsCpu: true,
  body: ResearchUpload,
  example: {
    session_id: '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40',
    device: { os: 'Android', browser: 'Chrome', viewportWidth: 412, viewportHeight: 915, imuAvailable: true },
    lighting: 'indoor_day',
    duration_ms: 8000,
    landmarks: [{ t: 0, joints: [{ x: 0.51, y: 0.2, z: -0.1 }] }],
    pes_score: 0.8,
    total_frames: 240,
    valid_frames: 236,
    phases: [{ phase: 1, frameCount: 240 }],
  },
  responses: {
    201: Type.Object({
      success: Type.Boolean(),
      session_id: Uuid,
      usable: Type.Boolean(),
      delete_token: Type.String(),
    }),
  },
  problems: ['DUPLICATE_SESSION'],
})

const Pseudonym = Type.String({
  pattern: '^sp_[A-Za-z0-9_-]{22}$',
  description: 'sp_ and 22 letters, digits, hyphens or underscores, from an earlier upload',
  examples: ['sp_3q2-7wAbCdEfGhIjKlMnOp'],
})

/** The version of the consent text for recordings. A new text gets a new number, and older pages are refused. */
export const RECORDING_CONSENT_VERSION = 1

const Placement = Type.Enum(['hand', 'table', 'pocket'])

/** A consent of its own: whole captures are kept, also those that are refused. */
const RecordingConsent = Type.Object({
  consent_version: Type.Literal(RECORDING_CONSENT_VERSION, {
    description: `${RECORDING_CONSENT_VERSION}: the person agreed to this version of the text about recordings`,
  }),
  /** Where the phone was, as the person says; in the hand if absent. */
  placement: Type.Optional(Placement),
  /** The browser's major version. */
  browser_version: Type.Optional(Type.Integer({ minimum: 1, maximum: 9999 })),
})

/** Strokes made with a phone in three rounds of a challenge, for research. */
export const StrokeUpload = Type.Object({
  session_id: Uuid,
  /** Required: nothing is accepted without consent. */
  consent: Type.Literal(true, { description: 'true: the person agreed that the strokes are stored for research' }),
  /** The pseudonym of an earlier contribution, to compare a person's strokes from another day or phone. */
  pseudonym: Type.Optional(Pseudonym),
  device: Device,
  challenge: ChallengeReference,
  /** Captures in the form of POST /api/enroll, at least one of each round; only the sensor samples are read. */
  captures: Type.Array(OpenCapture, { minItems: 3, maxItems: 10 }),
  /** Absent where the person did not agree that whole captures are kept. */
  recording: Type.Optional(RecordingConsent),
})
export type StrokeUpload = Static<typeof StrokeUpload>

export const uploadResearchStrokes = endpoint({
  area: 'research',
  method: 'POST',
  path: '/api/research/strokes',
  summary:
    'Contributes three rounds of strokes to research under a pseudonym; counts toward the five sessions of an address',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  scope: 'scan',
  maxBodyBytes: 2 * 1024 * 1024,
  countsCpu: true,
  body: StrokeUpload,
  example: {
    session_id: '0f8a3c52-7b1e-4d0c-9a55-2c6f1e8b7d40',
    consent: true,
    device: { os: 'Android', browser: 'Chrome', viewportWidth: 412, viewportHeight: 915, imuAvailable: true },
    challenge: EXAMPLE_CHALLENGE,
    captures: Array.from({ length: 3 }, () => ({ imu_sequence: { sample_rate_hz: 60, samples: [] } })),
  },
  responses: {
    201: Type.Object({
      success: Type.Boolean(),
      session_id: Uuid,
      /** True if a calibration can learn from the session; otherwise its strokes aren't stored. */
      usable: Type.Boolean(),
      /** Reason why the session isn't usable, for the person; null if it is usable. */
      explanation: Type.Union([Type.String(), Type.Null()]),
      stroke_count: Count,
      /** Number of recordings stored: 0 without consent to recording, or if no more recordings are accepted. */
      recorded_count: Count,
      pseudonym: Pseudonym,
      delete_token: Type.String(),
    }),
  },
  problems: ['CHALLENGE_REFUSED', 'DUPLICATE_SESSION'],
})

/** Number of strokes; people are distinguished by their pseudonyms. */
const StrokeStats = Type.Object({
  session_count: Count,
  sessions_needed: Count,
  /** Number of people with a usable session. */
  people: Count,
  /** Number of people with usable sessions on two days or more. */
  people_on_other_days: Count,
  /** Number of people with usable sessions from two phones or more. */
  people_on_other_devices: Count,
})

export const ResearchStats = Type.Object({
  session_count: Count,
  sessions_needed: Count,
  meets_threshold: Type.Boolean(),
  progress_pct: Type.Integer({ minimum: 0, maximum: 100 }),
  latest_session_at: OptionalDateTime,
  checked_at: DateTime,
  /** True if the operator accepts recordings (whole captures) from people who consent. */
  takes_recordings: Type.Boolean(),
  strokes: StrokeStats,
})
export type ResearchStats = Static<typeof ResearchStats>

export const getResearchStats = endpoint({
  area: 'research',
  method: 'GET',
  path: '/api/research/stats',
  summary: 'Returns how many research sessions there are and how many a calibration still needs',
  access: 'public',
  responses: { 200: ResearchStats },
  problems: [],
})

export const deleteResearchSession = endpoint({
  area: 'research',
  method: 'DELETE',
  path: '/api/research/sessions/:id',
  summary: 'Deletes a research session; needs its delete_token as Authorization: Bearer',
  access: 'public',
  accepts: ['deleteToken'],
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['NOT_FOUND'],
})

export const deleteResearchRecordings = endpoint({
  area: 'research',
  method: 'DELETE',
  path: '/api/research/sessions/:id/recordings',
  summary:
    'Withdraws the consent to recording: deletes the whole captures of a session of strokes; needs its delete_token',
  access: 'public',
  accepts: ['deleteToken'],
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['NOT_FOUND'],
})

const BrowserName = Device.properties.browser
/** Why the engine refuses a capture by itself, independent of the strokes that were asked for. */
const RecordingProblem = Type.Enum(['insufficient_signal', 'liveness_failed', 'replay_detected'])
export type RecordingProblem = Static<typeof RecordingProblem>

/** A recorded capture as its node gets it in an export. */
export const ExportedRecording = Type.Object({
  session_id: Uuid,
  day: Day,
  consent_version: Count,
  placement: Placement,
  os: Device.properties.os,
  browser: BrowserName,
  browser_version: Type.Union([Count, Type.Null()]),
  rate_hz: Type.Number({ minimum: 0 }),
  /** Reason why the engine refused the capture; null if it accepted it. */
  problem: Type.Union([RecordingProblem, Type.Null()]),
  /** True if the strokes were made as commanded. */
  followed: Type.Boolean(),
  /** The strokes that were asked for, and the streams of the sensors in the form of the lab's reader. */
  motion: Type.Record(Type.String(), Type.Unknown()),
})
export type ExportedRecording = Static<typeof ExportedRecording>

/** Shares of recordings that the engine refused, by browser and placement. */
export const RecordingReport = Type.Object({
  captures: Count,
  /** Maximum number of recordings, from the setting RESEARCH_RECORDINGS. */
  most_captures: Count,
  people: Count,
  /** Captures of groups that are too small to be shown. */
  withheld: Count,
  groups: Type.Array(
    Type.Object({
      browser: BrowserName,
      placement: Placement,
      captures: Count,
      people: Count,
      refused: Count,
      reasons: Type.Array(Type.Object({ problem: RecordingProblem, captures: Count })),
      /** Strokes that were not made as asked, whether the motion was refused or not. */
      not_followed: Count,
      share: Score,
      /** 95 %, as if each person counted once: captures of one person are alike. */
      interval: Type.Array(Type.Number(), { minItems: 2, maxItems: 2, examples: [[0.08, 0.12]] }),
    }),
  ),
})
export type RecordingReport = Static<typeof RecordingReport>

export const getRecordingReport = endpoint({
  area: 'research',
  method: 'GET',
  path: '/api/admin/research/recordings',
  summary: 'Returns how often recorded captures were refused, by browser and placement; small groups are withheld',
  access: 'admin',
  responses: { 200: RecordingReport },
  problems: ['UNAUTHORIZED'],
})
