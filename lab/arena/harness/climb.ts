import type { Random } from '../../../packages/engine/src/index.ts'
import { integer, normal } from '../../../packages/engine/src/random.ts'
import type { Grade, Make } from './generator.ts'
import { startEvolution } from './sep-cma-es.ts'

const FIRST_STEP = 0.3
/** The spread of the starts after the first around the origin, in logarithms of each size. */
const START_SPREAD = 0.3
const GENERATIONS_EACH = 3

/** Climbs the scores of the open engine over the logarithms of a simulator's sizes, from `origin` or, at a later start, from near it. */
export function* climb(
  origin: readonly number[],
  makeWith: (logs: readonly number[]) => Make,
  { grade, random, start }: { grade: Grade; random: Random; start: number },
): Generator<Make> {
  const spread = start === 0 ? 0 : START_SPREAD
  const begun = origin.map((log) => log + spread * normal(random))
  const evolution = startEvolution(begun, FIRST_STEP, random)
  for (;;) {
    for (let generation = 0; generation < GENERATIONS_EACH; generation++) {
      // All candidates of a generation answer the same challenge, so that luck does not choose among them.
      const seed = integer(random, 2 ** 31)
      const candidates = evolution.ask()
      const costs = candidates.map((logs) => -grade(makeWith(logs), seed))
      evolution.tell(candidates, costs)
    }
    yield makeWith(evolution.mean())
  }
}

/** Sizes as they are written. */
export function sizesAsWritten(count: number): number[] {
  return Array.from({ length: count }, () => 0)
}

/** Gives out sizes as they are written, each changed by its logarithm and by what is the person's own. */
export function varySizes(logs: readonly number[], random: Random): (size: number, spread?: number) => number {
  let next = 0
  return (size, spread = 0.15) => {
    const log = Math.min(3, Math.max(-4, logs[next++] ?? 0))
    return size * Math.exp(log + spread * normal(random))
  }
}
