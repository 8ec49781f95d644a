/** misfit(step, lag) for `steps` steps and `width` lags from `minLag` on, row by row. */
export type Misfits = { values: Float64Array; steps: number; width: number; minLag: number }

/** The cheapest lag of each step, what its changes add up to, and the mean misfit that remains. */
export type LagPath = { lags: Int32Array; travel: number; misfit: number }

/**
 * The path of lags with the least misfit plus `price` for each lag of change (dynamic programming as in Sakoe and Chiba 1978): one
 * movement seen twice needs little warping, another movement much.
 */
export function cheapestPath(misfits: Misfits, price: number): LagPath {
  const { values, steps, width } = misfits
  const cost = values.slice(0, width)
  const from = new Int32Array(steps * width)
  for (let s = 1; s < steps; s++) {
    const origin = from.subarray(s * width, (s + 1) * width)
    for (let l = 0; l < width; l++) origin[l] = l
    // The lower envelope of |Δlag| takes two passes (Felzenszwalb and Huttenlocher 2012).
    for (let l = 1; l < width; l++) relax(cost, origin, { to: l, from: l - 1 }, price)
    for (let l = width - 2; l >= 0; l--) relax(cost, origin, { to: l, from: l + 1 }, price)
    for (let l = 0; l < width; l++) cost[l] += values[s * width + l]
  }
  return tracePath(misfits, from, lowest(cost))
}

function relax(cost: Float64Array, origin: Int32Array, move: { to: number; from: number }, price: number): void {
  if (cost[move.from] + price >= cost[move.to]) return
  cost[move.to] = cost[move.from] + price
  origin[move.to] = origin[move.from]
}

/** Index of the least value, the first of equal ones. */
export function lowest(cost: Float64Array): number {
  let at = 0
  for (let l = 1; l < cost.length; l++) if (cost[l] < cost[at]) at = l
  return at
}

function tracePath({ values, steps, width, minLag }: Misfits, from: Int32Array, end: number): LagPath {
  const lags = new Int32Array(steps)
  let at = end
  let travel = 0
  let misfit = 0
  for (let s = steps - 1; s >= 0; s--) {
    lags[s] = at + minLag
    misfit += values[s * width + at]
    if (s === 0) break
    const before = from[s * width + at]
    travel += Math.abs(before - at)
    at = before
  }
  return { lags, travel, misfit: misfit / steps }
}
