export type { Activity } from './activities.ts'
export { captureOf, sceneOf, strokesOf } from './capture.ts'
export { type SyntheticPerson, syntheticPerson } from './person.ts'
