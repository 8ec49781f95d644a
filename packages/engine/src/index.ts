export type { CameraSample, Capture, ImuSample, Insufficient, LandmarkFrame, Point } from './types.ts'
