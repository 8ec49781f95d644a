/** Values of x at start, start + step, … by cubic convolution (Keys 1981, a = -1/2); 0 outside. */
export function resample(x: Float64Array, start: number, step: number, count: number): Float64Array {
  const out = new Float64Array(count)
  const last = x.length - 1
  for (let j = 0; j < count; j++) {
    const position = start + step * j
    if (!(position >= 0 && position <= last)) continue
    const i = Math.floor(position)
    const b = x[i]
    const c = i < last ? x[i + 1] : b
    const a = i > 0 ? x[i - 1] : b
    const d = i + 1 < last ? x[i + 2] : c
    const f = position - i
    out[j] = b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)))
  }
  return out
}
