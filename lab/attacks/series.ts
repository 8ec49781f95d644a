/** Mean and standard deviation; 0 and 0 for an empty series. */
export function moments(x: Float64Array): { mean: number; sd: number } {
  if (x.length === 0) return { mean: 0, sd: 0 }
  let mean = 0
  for (const value of x) mean += value / x.length
  let power = 0
  for (const value of x) power += (value - mean) ** 2
  return { mean, sd: Math.sqrt(power / x.length) }
}

/** The series with another mean and standard deviation; a constant series only moves. */
export function rescale(x: Float64Array, to: { mean: number; sd: number }): Float64Array {
  const { mean, sd } = moments(x)
  const gain = sd > 1e-12 ? to.sd / sd : 0
  return x.map((value) => to.mean + gain * (value - mean))
}

export function plus(x: Float64Array, y: Float64Array, gain = 1): Float64Array {
  return x.map((value, i) => value + gain * y[i])
}

/** Running total, brought back to mean 0. */
export function accumulate(x: Float64Array): Float64Array {
  let total = 0
  const out = x.map((value) => (total += value))
  const { mean } = moments(out)
  return out.map((value) => value - mean)
}

/** Central differences, per sample. */
export function slope(x: Float64Array): Float64Array {
  const n = x.length
  return x.map((_, i) => {
    const [a, b] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)]
    return b > a ? (x[b] - x[a]) / (b - a) : 0
  })
}

/** A window of one raised cosine, mirrored at both ends; `reach` samples to each side. */
export function smoothByCosine(x: Float64Array, reach: number): Float64Array {
  const n = x.length
  const half = Math.max(0, Math.floor(reach))
  if (half === 0 || n < 2) return x.slice()
  const weights = Array.from({ length: half + 1 }, (_, k) => 0.5 + 0.5 * Math.cos((Math.PI * k) / (half + 1)))
  const total = weights.reduce((sum, weight, k) => sum + (k === 0 ? weight : 2 * weight), 0)
  return x.map((_, i) => {
    let value = weights[0] * x[i]
    for (let k = 1; k <= half; k++) value += weights[k] * (x[mirrorIndex(i - k, n)] + x[mirrorIndex(i + k, n)])
    return value / total
  })
}

/** An index outside 0 … n-1 reflected at the ends until it lies inside. */
export function mirrorIndex(i: number, n: number): number {
  const period = 2 * (n - 1)
  if (period === 0) return 0
  const at = ((i % period) + period) % period
  return at < n ? at : period - at
}

/** The series between its samples, by straight line; before the start and after the end it holds its value. */
export function valueAt(x: Float64Array, at: number): number {
  const last = x.length - 1
  const inside = Math.min(last, Math.max(0, at))
  const i = Math.min(Math.max(0, last - 1), Math.floor(inside))
  return x[i] + (inside - i) * ((x[i + 1] ?? x[i]) - x[i])
}

/** Positions of the values in rising order. */
export function order(x: Float64Array): Uint32Array {
  return Uint32Array.from(x, (_, i) => i).toSorted((a, b) => x[a] - x[b])
}

/** The values of `from` put into the order of `like`: the same values exactly, in another sequence. */
export function rankMatched(from: Float64Array, like: Float64Array): Float64Array {
  const sorted = from.toSorted()
  const out = new Float64Array(from.length)
  order(like).forEach((at, rank) => {
    out[at] = sorted[rank]
  })
  return out
}
