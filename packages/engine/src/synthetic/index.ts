import * as unmarked from './capture.ts'
import { markTestMotion } from './watermark.ts'

export type { Activity } from './activities.ts'
export type { Scene } from './capture.ts'
export { type SyntheticPerson, syntheticPerson } from './person.ts'
export { isTestMotion, markReading } from './watermark.ts'

/** Motion of a synthetic person as a phone would record it, marked as made up. */
export function captureOf(...made: Parameters<typeof unmarked.captureOf>): ReturnType<typeof unmarked.captureOf> {
  return markTestMotion(unmarked.captureOf(...made))
}

/** Motion of a synthetic person as sensors and camera see it, marked as made up. */
export function sceneOf(...made: Parameters<typeof unmarked.sceneOf>): unmarked.Scene {
  return markScene(unmarked.sceneOf(...made))
}

/** The answer of a willing person: after a reaction time in the direction of each cue, from where the hand is; marked as made up. */
export function strokesOf(...made: Parameters<typeof unmarked.strokesOf>): ReturnType<typeof unmarked.strokesOf> {
  return markTestMotion(unmarked.strokesOf(...made))
}

/** The same for strokes that become known one after the other, marked as made up: returns what answers a list of strokes. */
export function unfoldStrokes(
  ...made: Parameters<typeof unmarked.unfoldStrokes>
): ReturnType<typeof unmarked.unfoldStrokes> {
  const answer = unmarked.unfoldStrokes(...made)
  return (strokes) => markTestMotion(answer(strokes))
}

/** The same answer as sensors and camera see it, marked as made up. */
export function answerSceneOf(...made: Parameters<typeof unmarked.answerSceneOf>): unmarked.Scene {
  return markScene(unmarked.answerSceneOf(...made))
}

function markScene(scene: unmarked.Scene): unmarked.Scene {
  return { ...scene, imu: markTestMotion(scene.imu) }
}
