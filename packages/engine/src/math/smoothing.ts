/** Gaussian smoothing; towards the ends only what is there counts. What is not finite spoils its neighbors within 3 sigma. */
export function smoothGaussian(x: Float64Array, sigma: number): Float64Array {
  const n = x.length
  const reach = Math.ceil(3 * sigma)
  const weights = Float64Array.from({ length: reach + 1 }, (_, i) => Math.exp((-i * i) / (2 * sigma * sigma)))
  const out = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let total = 0
    let weight = 0
    for (let j = Math.max(0, i - reach); j <= Math.min(n - 1, i + reach); j++) {
      const w = weights[Math.abs(i - j)]
      total += w * x[j]
      weight += w
    }
    out[i] = total / weight
  }
  return out
}

/** Each value with two neighbors on either side, in place; the ends are held. */
export function averageFive(x: Float64Array): Float64Array {
  const last = x[x.length - 1]
  let [a, b, c, d] = [x[0], x[0], x[0], x[1] ?? x[0]]
  for (let i = 0; i < x.length; i++) {
    const e = i + 2 < x.length ? x[i + 2] : last
    x[i] = (a + b + c + d + e) / 5
    a = b
    b = c
    c = d
    d = e
  }
  return x
}
