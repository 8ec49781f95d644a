export function highWord(x: f64): i32 {
  return (reinterpret<i64>(x) >> 32) as i32
}

export function withHighWord(x: f64, high: i32): f64 {
  return reinterpret<f64>((reinterpret<i64>(x) & 0xffffffff) | ((high as i64) << 32))
}
