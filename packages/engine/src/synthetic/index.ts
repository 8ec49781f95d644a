export type { Activity } from './activities.ts'
export { type CaptureOptions, captureOf, type StrokeCue, sceneOf, strokesOf } from './capture.ts'
export { type SyntheticPerson, syntheticPerson } from './person.ts'
