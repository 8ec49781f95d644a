import { seededRandom } from '../../../packages/engine/src/index.ts'
import { normal } from '../../../packages/engine/src/random.ts'
import { moveHand } from '../../simulator/hand.ts'
import { ROBOT_LOGS, toHand } from '../../simulator/numbers.ts'
import type { Make } from '../harness/generator.ts'

export const name = 'simulated hand'
export const does =
  'a simulator of 34 numbers for hand, wrist, tremor and effort noise, each a guess as written, each subject a little other'

/** The spread of subjects in each number. */
const SPREAD = 0.15

export const make: Make = (challenge, random, { subject }) => {
  const habits = seededRandom(subject)
  return moveHand(toHand(ROBOT_LOGS.map(() => SPREAD * normal(habits))), challenge, random)
}
