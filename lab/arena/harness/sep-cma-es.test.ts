import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../packages/engine/src/random.ts'
import { startEvolution } from './sep-cma-es.ts'

/** A quadratic whose axes differ a thousandfold, with its least value at 3. */
function computeCost(x: readonly number[]): number {
  return x.reduce((sum, value, i) => sum + 1000 ** (i / (x.length - 1)) * (value - 3) ** 2, 0)
}

describe('startEvolution', () => {
  it('finds the least value of a quadratic whose axes differ a thousandfold', () => {
    const evolution = startEvolution(
      Array.from({ length: 10 }, () => 0),
      0.5,
      seededRandom(1),
    )
    for (let generation = 0; generation < 400; generation++) {
      const candidates = evolution.ask()
      evolution.tell(candidates, candidates.map(computeCost))
    }
    expect(computeCost(evolution.mean())).toBeLessThan(1e-6)
  })
})
