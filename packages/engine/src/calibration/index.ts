export { type CalibrationAttackCheck, calibrationAttackCheck } from './attack-check.ts'
export { type CalibrationRun, type CalibrationState, calibrate, createCalibration } from './calibrate.ts'
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
} from './types.ts'
