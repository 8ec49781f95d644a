import type { f64, i32 } from './portable.ts'

// assembly/bits.ts does the same with machine instructions. The high word comes second on every machine that runs JavaScript.
const NUMBER = new Float64Array(1)
const WORDS = new Int32Array(NUMBER.buffer)

/** Returns sign, exponent and the first 20 bits of the fraction. */
export function highWord(x: f64): i32 {
  NUMBER[0] = x
  return WORDS[1]
}

/** Returns x with another sign, exponent and first 20 bits of the fraction. */
export function withHighWord(x: f64, high: i32): f64 {
  NUMBER[0] = x
  WORDS[1] = high
  return NUMBER[0]
}
