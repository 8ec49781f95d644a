/** Values of x at start, start + step, … by cubic convolution (Keys 1981, a = -1/2); 0 outside. */
export function resample(x: Float64Array, start: number, step: number, count: number): Float64Array {
  const out = new Float64Array(count)
  for (let j = 0; j < count; j++) out[j] = valueAt(x, start + step * j)
  return out
}

function valueAt(x: Float64Array, position: number): number {
  const last = x.length - 1
  if (!(position >= 0 && position <= last)) return 0
  const i = Math.floor(position)
  const f = position - i
  const b = x[i]
  const c = x[Math.min(last, i + 1)]
  const a = i > 0 ? x[i - 1] : b
  const d = i + 2 <= last ? x[i + 2] : c
  return b + 0.5 * f * (c - a + f * (2 * a - 5 * b + 4 * c - d + f * (3 * (b - c) + d - a)))
}
