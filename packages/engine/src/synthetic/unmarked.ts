/**
 * Synthetic people without the mark that production rejects: for training, for attacks and for tests of the service
 * itself. Not published.
 */
export type { Activity } from './activities.ts'
export { answerSceneOf, captureOf, type Scene, sceneOf, strokesOf } from './capture.ts'
export { type SyntheticPerson, syntheticPerson } from './person.ts'
export { type Splice, type StolenScan, splicedStrokes } from './spliced.ts'
