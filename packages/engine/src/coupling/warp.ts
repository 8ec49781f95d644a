/** The cheapest lag of each step, in grid samples, and what its changes add up to. */
export type Path = { lags: Int32Array; travel: number; misfit: number }

/** misfit(step, lag) for `steps` steps and lags from `minLag` on, `width` of them, row by row. */
export type Misfits = { values: Float64Array; steps: number; width: number; minLag: number }

/**
 * The path of lags with the least misfit plus `price` per sample of lag change (dynamic programming as in Sakoe and Chiba 1978):
 * a camera that lost a few frames is late from there on, and two streams of one movement need no other warping.
 */
export function cheapestPath({ values, steps, width, minLag }: Misfits, price: number): Path {
  const cost = values.slice(0, width)
  const from = new Int32Array(steps * width)
  for (let s = 1; s < steps; s++) {
    const origin = from.subarray(s * width, (s + 1) * width)
    for (let l = 0; l < width; l++) origin[l] = l
    // |Δlag| has a two-pass lower envelope (Felzenszwalb and Huttenlocher 2012).
    for (let l = 1; l < width; l++) if (cost[l - 1] + price < cost[l]) take(cost, origin, l, l - 1, price)
    for (let l = width - 2; l >= 0; l--) if (cost[l + 1] + price < cost[l]) take(cost, origin, l, l + 1, price)
    for (let l = 0; l < width; l++) cost[l] += values[s * width + l]
  }
  let at = 0
  for (let l = 1; l < width; l++) if (cost[l] < cost[at]) at = l
  return traced({ values, steps, width, minLag }, from, at)
}

function take(cost: Float64Array, origin: Int32Array, to: number, from: number, price: number): void {
  cost[to] = cost[from] + price
  origin[to] = origin[from]
}

function traced({ values, steps, width, minLag }: Misfits, from: Int32Array, end: number): Path {
  const lags = new Int32Array(steps)
  let at = end
  let travel = 0
  let misfit = 0
  for (let s = steps - 1; s >= 0; s--) {
    lags[s] = at + minLag
    misfit += values[s * width + at]
    const before = from[s * width + at]
    if (s > 0) travel += Math.abs(before - at)
    at = s > 0 ? before : at
  }
  return { lags, travel, misfit }
}
