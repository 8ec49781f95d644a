import type { Random } from '../../../packages/engine/src/index.ts'
import { moveHand } from '../../simulator/hand.ts'
import { ROBOT_LOGS, toHand } from '../../simulator/numbers.ts'
import { climb } from '../harness/climb.ts'
import type { Grade, Make } from '../harness/generator.ts'

export const name = 'optimizer'
export const does =
  'separable CMA-ES over the 34 numbers, from a hand with a tenth of tremor, noise, sway and lever, up the scores of the open engine'

const makeWith =
  (logs: readonly number[]): Make =>
  (challenge, random) =>
    moveHand(toHand(logs), challenge, random)

export const make: Make = makeWith(ROBOT_LOGS)

export function search(grade: Grade, random: Random, start: number): Iterator<Make> {
  return climb(ROBOT_LOGS, makeWith, { grade, random, start })
}
