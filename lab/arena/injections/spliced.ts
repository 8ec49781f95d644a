import {
  captureOf,
  splicedStrokes,
  strokesOf,
  syntheticPerson,
} from '../../../packages/engine/src/synthetic/unmarked.ts'
import type { Make } from '../harness/generator.ts'

export const name = 'spliced strokes'
export const does =
  'strokes cut from eight earlier scans of the enrolled person, at 0.8 to 1.2 of their speed, over rest'
export const trials = 24

export const victim: Make = ({ strokes }, random, { subject }) => strokesOf(syntheticPerson(subject), strokes, random)

export const make: Make = (challenge, random, { subject, stolen }) => {
  const seconds = challenge.durationMs / 1000
  const rest = captureOf(syntheticPerson(subject), random, { seconds, activity: 'hold' })
  const splice = { reused: challenge.strokes.length, speed: 0.8 + 0.4 * random(), noise: 0.03 }
  return splicedStrokes({ imu: rest, challenge }, stolen, { splice, random })
}
