export { type CalibrationAttackCheck, calibrationAttackCheck } from './calibration/attack-check.ts'
export { calibrate, type CalibrationRun, type CalibrationState, createCalibration } from './calibration/calibrate.ts'
export type {
  Calibration,
  CalibrationModel,
  CalibrationOptions,
  CalibrationProgress,
  CalibrationSession,
  FeatureMode,
  MatedFigures,
  OperatingPoint,
  StrokeSession,
} from './calibration/types.ts'
export type {
  CameraSample,
  Capture,
  ImuSample,
  Insufficient,
  LandmarkColumns,
  LandmarkFrame,
  Point,
} from './capture.ts'
export type { GestureChallenge } from './challenge/answer.ts'
export {
  type Challenge,
  challengeProblem,
  type CommandedStroke,
  type Direction,
  DIRECTIONS,
  generateChallenge,
  generateEnrollment,
  strokeWords,
} from './challenge/challenge.ts'
export type { JudgedStroke, StrokeOutcome } from './challenge/judge.ts'
export { enrollReactions, type ReactionTimes } from './challenge/reaction.ts'
export { type ChallengeScore, scoreChallenge } from './challenge/score.ts'
export { type ChallengeResult, type Continuity, type ContinuityOptions, verifyContinuity } from './continuity.ts'
export { couplingScore, type CouplingScore } from './coupling/score.ts'
export { cameraTrackOf } from './coupling/streams.ts'
export {
  DEFAULT_THRESHOLDS,
  ENGINE_VERSION,
  type EngineEvidence,
  type EvidenceComponent,
  type RiskLevel,
  type Thresholds,
} from './evidence.ts'
export { engineStatus, type EngineStatus, whenKernelReady } from './kernel/load.ts'
export { type PresenceFinding, presenceFindings } from './presence/findings.ts'
export { getEntropyScore, type PresenceScore, presenceScore } from './presence/score.ts'
export { type Random, seededRandom } from './random.ts'
export { replayDigest, type ReplayDigest } from './replay/digest.ts'
export { createReplayIndex } from './replay/index-of-digests.ts'
export {
  isReplay,
  nearestReplay,
  type NearestReplay,
  replayProbes,
  replaySimilarity,
  type ReplaySimilarity,
} from './replay/similarity.ts'
export { type FactorName, type Factors, NO_FACTORS } from './scorer/evidence.ts'
export { responseCapture } from './scorer/response.ts'
export {
  type ActiveCalibration,
  explainRejection,
  REJECTION_WORDS,
  type RejectionReason,
  type ScoredPresence,
  scorePresence,
  type ScoringOptions,
} from './scorer/score.ts'
export { enroll, type EnrolledWindow, type Enrollment } from './signature/enrollment.ts'
export { matchLogLikelihoodRatio, matchScore } from './signature/match.ts'
export { motionSignature, type MotionSignature } from './signature/signature.ts'
export { growStrokes, matchStrokes, matchStrokesLogLikelihoodRatio } from './stroke-signature/match.ts'
export { cutStrokes, type Stroke, strokeSignature, type StrokeSignature } from './stroke-signature/signature.ts'
export { enrollStrokes, type StrokeTemplate } from './stroke-signature/template.ts'
export { type ThreatReport, threatReport } from './threat/report.ts'
export type { Finding, FindingKind, Severity } from './threat/structure.ts'
