import { highWord, withHighWord } from './bits.ts'
import type { f64, i32 } from './portable.ts'

// Calling Math.log from the compiled kernel would cost several times the logarithm itself.

const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10

/**
 * Returns the natural logarithm to within one unit in the last place, by the method of Sun's fdlibm (e_log.c): with x =
 * 2^k·(1 + f) and s = f/(2 + f), log(1 + f) = f - f²/2 + s·(f²/2 + R(s²)).
 */
export function log(x: f64): f64 {
  if (!(x >= 2.2250738585072014e-308) || x === Infinity) return Math.log(x)
  const high: i32 = highWord(x) + (0x3ff00000 - 0x3fe6a09e)
  const k: f64 = ((high >> 20) - 0x3ff) as f64
  const f: f64 = withHighWord(x, (high & 0x000fffff) + 0x3fe6a09e) - 1
  const s: f64 = f / (2 + f)
  const z: f64 = s * s
  const w: f64 = z * z
  const even: f64 = w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373))
  const odd: f64 =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586)))
  const half: f64 = 0.5 * f * f
  return s * (half + (odd + even)) + k * LN2_LOW - half + f + k * LN2_HIGH
}
