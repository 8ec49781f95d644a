export {
  type Calibration,
  type CalibrationAttackCheck,
  type CalibrationModel,
  type CalibrationOptions,
  type CalibrationProgress,
  type CalibrationRun,
  type CalibrationSession,
  type CalibrationState,
  calibrate,
  calibrationAttackCheck,
  createCalibration,
  type FeatureMode,
  type MatedFigures,
  type OperatingPoint,
  type StrokeSession,
} from './calibration/index.ts'
export {
  type Challenge,
  type CommandedStroke,
  challengeProblem,
  DIRECTIONS,
  type Direction,
  strokeWords,
} from './challenge/challenge.ts'
export type { GestureChallenge } from './challenge/answer.ts'
export { generateChallenge, generateEnrollment } from './challenge/challenge.ts'
export type { JudgedStroke, StrokeOutcome } from './challenge/judge.ts'
export { enrollReactions, type ReactionTimes } from './challenge/reaction.ts'
export { type ChallengeScore, scoreChallenge } from './challenge/score.ts'
export type { ChallengeResult } from './continuity.ts'
export type { ContinuityOptions } from './continuity.ts'
export { type Continuity, verifyContinuity } from './continuity.ts'
export { cameraTrackOf } from './coupling/streams.ts'
export { type CouplingScore, couplingScore } from './coupling/score.ts'
export { ENGINE_VERSION, type EngineEvidence, type EvidenceComponent } from './evidence.ts'
export { type EngineStatus, engineStatus, whenKernelReady } from './kernel/load.ts'
export { getEntropyScore } from './presence/score.ts'
export { type PresenceFinding, presenceFindings } from './presence/findings.ts'
export { type PresenceScore, presenceScore } from './presence/score.ts'
export { type Random, seededRandom } from './random.ts'
export { type ReplayDigest, replayDigest } from './replay/digest.ts'
export { createReplayIndex } from './replay/memory.ts'
export { type NearestReplay, nearestReplay, replayProbes } from './replay/similarity.ts'
export { isReplay, type ReplaySimilarity, replaySimilarity } from './replay/similarity.ts'
export { type FactorName, type Factors, NO_FACTORS } from './scorer/evidence.ts'
export { explainRejection, REJECTION_WORDS, type RejectionReason } from './scorer/score.ts'
export { responseCapture } from './scorer/response.ts'
export { type ActiveCalibration, type ScoredPresence, type ScoringOptions, scorePresence } from './scorer/score.ts'
export { type EnrolledWindow, type Enrollment, enroll } from './signature/enrollment.ts'
export { matchLogLikelihoodRatio, matchScore } from './signature/match.ts'
export { type MotionSignature, motionSignature } from './signature/signature.ts'
export { cutStrokes } from './stroke-signature/signature.ts'
export { growStrokes } from './stroke-signature/match.ts'
export { matchStrokes, matchStrokesLogLikelihoodRatio } from './stroke-signature/match.ts'
export { type Stroke, type StrokeSignature, strokeSignature } from './stroke-signature/signature.ts'
export { enrollStrokes, type StrokeTemplate } from './stroke-signature/template.ts'
export type { Finding, FindingKind, Severity } from './threat/structure.ts'
export { type ThreatReport, threatReport } from './threat/report.ts'
export { DEFAULT_THRESHOLDS, type RiskLevel, type Thresholds } from './evidence.ts'
export type {
  CameraSample,
  Capture,
  ImuSample,
  Insufficient,
  LandmarkColumns,
  LandmarkFrame,
  Point,
} from './capture.ts'
