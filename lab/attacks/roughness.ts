import type { Random } from '../../packages/engine/src/random.ts'
import { gaussian, happens, logBetween } from './draw.ts'
import { plus, rescale } from './series.ts'

/** A shape of spread 1 with noise of this level. */
export function roughen(shape: Float64Array, random: Random, level: number): Float64Array {
  return plus(rescale(shape, { mean: 0, sd: 1 }), gaussian(random, shape.length), level)
}

/** Half of all waves are clean, the others carry noise of up to a tenth of their size. */
export function roughness(random: Random): number {
  return happens(random, 0.5) ? 0 : logBetween(random, 0.003, 0.15)
}
