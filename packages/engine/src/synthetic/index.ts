import * as unmarked from './capture.ts'
import { markTestMotion } from './watermark.ts'

export type { Activity } from './activities.ts'
export type { Scene } from './capture.ts'
export { type SyntheticPerson, syntheticPerson } from './person.ts'
export { isTestMotion, markReading } from './watermark.ts'

/** Returns motion of a synthetic person as a phone would record it, marked as synthetic. */
export function captureOf(...made: Parameters<typeof unmarked.captureOf>): ReturnType<typeof unmarked.captureOf> {
  return markTestMotion(unmarked.captureOf(...made))
}

/** Returns motion of a synthetic person as sensors and camera record it, marked as synthetic. */
export function sceneOf(...made: Parameters<typeof unmarked.sceneOf>): unmarked.Scene {
  return markScene(unmarked.sceneOf(...made))
}

/**
 * Returns the samples of a willing person's answer, marked as synthetic: after a reaction time, in the direction of
 * each cue, from where the hand is.
 */
export function strokesOf(...made: Parameters<typeof unmarked.strokesOf>): ReturnType<typeof unmarked.strokesOf> {
  return markTestMotion(unmarked.strokesOf(...made))
}

/**
 * Returns a function that answers a list of strokes, for strokes that become known one after the other; marked as
 * synthetic.
 */
export function unfoldStrokes(
  ...made: Parameters<typeof unmarked.unfoldStrokes>
): ReturnType<typeof unmarked.unfoldStrokes> {
  const answer = unmarked.unfoldStrokes(...made)
  return (strokes) => markTestMotion(answer(strokes))
}

/** Returns the answer as sensors and camera record it, marked as synthetic. */
export function answerSceneOf(...made: Parameters<typeof unmarked.answerSceneOf>): unmarked.Scene {
  return markScene(unmarked.answerSceneOf(...made))
}

function markScene(scene: unmarked.Scene): unmarked.Scene {
  return { ...scene, imu: markTestMotion(scene.imu) }
}
