import { center } from '../math/statistics.ts'
import { GRID_HZ } from '../timeline.ts'

/** Length of the vector at each time. */
export function norms(columns: readonly Float64Array[]): Float64Array {
  return columns[0].map((_, i) => {
    let total = 0
    for (const column of columns) total += column[i] * column[i]
    return Math.sqrt(total)
  })
}

/** Velocity from acceleration; what a wrong constant would add is a straight line, which the band-pass removes. */
export function integrate(acceleration: Float64Array): Float64Array {
  let total = 0
  let before = 0
  // The trapezoid rule; taking whole steps would make the sensor half a sample early.
  return center(acceleration).map((over) => {
    total += (before + over) / (2 * GRID_HZ)
    before = over
    return total
  })
}

/** Central differences a second, one-sided at the ends. */
export function derivative(x: Float64Array): Float64Array {
  const last = x.length - 1
  return x.map((_, i) => {
    const before = Math.max(0, i - 1)
    const after = Math.min(last, i + 1)
    return after > before ? ((x[after] - x[before]) * GRID_HZ) / (after - before) : 0
  })
}

/** Where so much of the total lies behind, for each of the rising shares; the last index where there is no total. */
export function quantileTimes(weights: Float64Array, shares: readonly number[]): number[] {
  let total = 0
  for (const weight of weights) total += weight
  const times: number[] = []
  let sum = 0
  for (let i = 0; i < weights.length && times.length < shares.length; i++) {
    sum += weights[i]
    while (times.length < shares.length && sum >= shares[times.length] * total) times.push(i)
  }
  while (times.length < shares.length) times.push(weights.length - 1)
  return times
}

/** Mean squared length. */
export function energy(columns: readonly Float64Array[]): number {
  let total = 0
  for (const column of columns) for (const value of column) total += value * value
  return total / columns[0].length
}
