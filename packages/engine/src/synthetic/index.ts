import * as unmarked from './capture.ts'
import { markTestMotion } from './watermark.ts'

export type { Activity } from './activities.ts'
export type { Scene } from './capture.ts'
export { type SyntheticPerson, syntheticPerson } from './person.ts'
export { isTestMotion, markReading } from './watermark.ts'

/**
 * Returns the motion samples that a phone would record of a synthetic person, marked as synthetic; by default 8 s of
 * gestures at 60 Hz.
 */
export function captureOf(...made: Parameters<typeof unmarked.captureOf>): ReturnType<typeof unmarked.captureOf> {
  return markTestMotion(unmarked.captureOf(...made))
}

/**
 * Returns the motion of a synthetic person as recorded by the phone's sensors, by a camera following the hand, and as
 * joints of the body. The sensor samples are marked as synthetic.
 */
export function sceneOf(...made: Parameters<typeof unmarked.sceneOf>): unmarked.Scene {
  return markScene(unmarked.sceneOf(...made))
}

/**
 * Returns the motion samples of a synthetic person who answers a challenge honestly: each stroke in the commanded
 * direction, after a reaction time, from where the hand is. The samples are marked as synthetic.
 */
export function strokesOf(...made: Parameters<typeof unmarked.strokesOf>): ReturnType<typeof unmarked.strokesOf> {
  return markTestMotion(unmarked.strokesOf(...made))
}

/**
 * Returns a function that gives the samples of a synthetic person's answer to a list of strokes, for strokes that
 * become known one after the other. All lists must have the same number of strokes and the same end. The samples are
 * marked as synthetic.
 */
export function unfoldStrokes(
  ...made: Parameters<typeof unmarked.unfoldStrokes>
): ReturnType<typeof unmarked.unfoldStrokes> {
  const answer = unmarked.unfoldStrokes(...made)
  return (strokes) => markTestMotion(answer(strokes))
}

/**
 * Returns a synthetic person's answer to a challenge as recorded by the phone's sensors, by a camera following the
 * hand, and as joints of the body. The sensor samples are marked as synthetic.
 */
export function answerSceneOf(...made: Parameters<typeof unmarked.answerSceneOf>): unmarked.Scene {
  return markScene(unmarked.answerSceneOf(...made))
}

function markScene(scene: unmarked.Scene): unmarked.Scene {
  return { ...scene, imu: markTestMotion(scene.imu) }
}
