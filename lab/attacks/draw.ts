import { integer, normal, type Random } from '../../packages/engine/src/random.ts'

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** Evenly distributed on a logarithmic scale; both ends positive. */
export function logBetween(random: Random, low: number, high: number): number {
  return low * (high / low) ** random()
}

export function happens(random: Random, probability: number): boolean {
  return random() < probability
}

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[integer(random, list.length)]
}

/** A permutation of 0 … n-1 (Fisher and Yates). */
export function permutation(random: Random, n: number): number[] {
  const order = Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = integer(random, i + 1)
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

/** Independent standard normal numbers. */
export function gaussian(random: Random, n: number): Float64Array {
  return Float64Array.from({ length: n }, () => normal(random))
}

/** A direction, evenly distributed over the sphere. */
export function direction(random: Random): [number, number, number] {
  const v = gaussian(random, 3)
  const length = Math.hypot(v[0], v[1], v[2]) || 1
  return [v[0] / length, v[1] / length, v[2] / length]
}
