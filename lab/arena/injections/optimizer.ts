import type { Random } from '../../../packages/engine/src/index.ts'
import { integer } from '../../../packages/engine/src/random.ts'
import { moveHand } from '../../simulator/hand.ts'
import { ROBOT_LOGS, toHand } from '../../simulator/numbers.ts'
import type { Grade, Make } from '../harness/generator.ts'
import { startEvolution } from '../harness/sep-cma-es.ts'

export const name = 'optimizer'
export const does =
  'separable CMA-ES over the 34 numbers, from a hand with a tenth of tremor, noise, sway and lever, up the scores of the open engine'

const FIRST_STEP = 0.3
const GENERATIONS_EACH = 3

const makeWith =
  (logs: readonly number[]): Make =>
  (challenge, random) =>
    moveHand(toHand(logs), challenge, random)

export const make: Make = makeWith(ROBOT_LOGS)

/** All candidates of a generation answer the same challenge, so that luck does not choose among them. */
export function* search(grade: Grade, random: Random): Generator<Make> {
  const evolution = startEvolution(ROBOT_LOGS, FIRST_STEP, random)
  for (;;) {
    for (let generation = 0; generation < GENERATIONS_EACH; generation++) {
      const seed = integer(random, 2 ** 31)
      const candidates = evolution.ask()
      evolution.tell(
        candidates,
        candidates.map((logs) => -grade(makeWith(logs), seed)),
      )
    }
    yield makeWith(evolution.mean())
  }
}
