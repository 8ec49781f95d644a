// The loops of src/kernel/vector.ts with two numbers in a register, in the same order.

import { Float64s } from './arrays'

const TINY: f64 = 1e-12

export function dot(x: Float64s, from: i32, y: Float64s, start: i32, n: i32): f64 {
  const px: usize = addressOf(x, from)
  const py: usize = addressOf(y, start)
  let s01 = f64x2.splat(0)
  let s23 = f64x2.splat(0)
  const whole: i32 = n & ~3
  const end: usize = (whole as usize) << 3
  for (let i: usize = 0; i < end; i += 32) {
    s01 = f64x2.add(s01, f64x2.mul(v128.load(px + i), v128.load(py + i)))
    s23 = f64x2.add(s23, f64x2.mul(v128.load(px + i, 16), v128.load(py + i, 16)))
  }
  let total: f64 = lanesOf(f64x2.add(s01, s23))
  for (let i: i32 = whole; i < n; i++) total += x[from + i] * y[start + i]
  return total
}

export function sum(x: Float64s, from: i32, n: i32): f64 {
  const px: usize = addressOf(x, from)
  let s01 = f64x2.splat(0)
  let s23 = f64x2.splat(0)
  const whole: i32 = n & ~3
  const end: usize = (whole as usize) << 3
  for (let i: usize = 0; i < end; i += 32) {
    s01 = f64x2.add(s01, v128.load(px + i))
    s23 = f64x2.add(s23, v128.load(px + i, 16))
  }
  let total: f64 = lanesOf(f64x2.add(s01, s23))
  for (let i: i32 = whole; i < n; i++) total += x[from + i]
  return total
}

export function addScaled(x: Float64s, from: i32, scale: f64, y: Float64s, start: i32, n: i32): void {
  const px: usize = addressOf(x, from)
  const py: usize = addressOf(y, start)
  const scales = f64x2.splat(scale)
  const whole: i32 = n & ~1
  const end: usize = (whole as usize) << 3
  for (let i: usize = 0; i < end; i += 16) {
    v128.store(py + i, f64x2.add(v128.load(py + i), f64x2.mul(scales, v128.load(px + i))))
  }
  if (n > whole) y[start + whole] += scale * x[from + whole]
}

export function correlation(x: Float64s, from: i32, y: Float64s, start: i32, n: i32): f64 {
  const px: usize = addressOf(x, from)
  const py: usize = addressOf(y, start)
  const mx: f64 = sum(x, from, n) / (n as f64)
  const my: f64 = sum(y, start, n) / (n as f64)
  const mxs = f64x2.splat(mx)
  const mys = f64x2.splat(my)
  let xxs = f64x2.splat(0)
  let yys = f64x2.splat(0)
  let xys = f64x2.splat(0)
  const whole: i32 = n & ~1
  const end: usize = (whole as usize) << 3
  for (let i: usize = 0; i < end; i += 16) {
    const a = f64x2.sub(v128.load(px + i), mxs)
    const b = f64x2.sub(v128.load(py + i), mys)
    xxs = f64x2.add(xxs, f64x2.mul(a, a))
    yys = f64x2.add(yys, f64x2.mul(b, b))
    xys = f64x2.add(xys, f64x2.mul(a, b))
  }
  if (n > whole) {
    // An odd last term goes into the first lane; the other gets 0, which changes nothing.
    const a = f64x2.replace_lane(f64x2.splat(0), 0, x[from + whole] - mx)
    const b = f64x2.replace_lane(f64x2.splat(0), 0, y[start + whole] - my)
    xxs = f64x2.add(xxs, f64x2.mul(a, a))
    yys = f64x2.add(yys, f64x2.mul(b, b))
    xys = f64x2.add(xys, f64x2.mul(a, b))
  }
  const xx: f64 = lanesOf(xxs)
  const yy: f64 = lanesOf(yys)
  return xx > TINY && yy > TINY ? lanesOf(xys) / Math.sqrt(xx * yy) : 0
}

export function centralSums(x: Float64s, from: i32, n: i32, sums: Float64s): void {
  const px: usize = addressOf(x, from)
  const mean: f64 = sum(x, from, n) / (n as f64)
  const means = f64x2.splat(mean)
  let second = f64x2.splat(0)
  let third = f64x2.splat(0)
  let fourth = f64x2.splat(0)
  const whole: i32 = n & ~1
  const end: usize = (whole as usize) << 3
  for (let i: usize = 0; i < end; i += 16) {
    const d = f64x2.sub(v128.load(px + i), means)
    const q = f64x2.mul(d, d)
    second = f64x2.add(second, q)
    third = f64x2.add(third, f64x2.mul(q, d))
    fourth = f64x2.add(fourth, f64x2.mul(q, q))
  }
  if (n > whole) {
    const d = f64x2.replace_lane(f64x2.splat(0), 0, x[from + whole] - mean)
    const q = f64x2.mul(d, d)
    second = f64x2.add(second, q)
    third = f64x2.add(third, f64x2.mul(q, d))
    fourth = f64x2.add(fourth, f64x2.mul(q, q))
  }
  sums[0] = lanesOf(second)
  sums[1] = lanesOf(third)
  sums[2] = lanesOf(fourth)
}

/** `reach` is at least 2, and a power of two. */
export function butterflies(re: Float64s, im: Float64s, start: i32, reach: i32, table: Float64s): void {
  const pc: usize = addressOf(table, 2 * (reach - 1))
  const ps: usize = addressOf(table, 2 * (reach - 1) + reach)
  const ra: usize = addressOf(re, start)
  const rb: usize = addressOf(re, start + reach)
  const ia: usize = addressOf(im, start)
  const ib: usize = addressOf(im, start + reach)
  const end: usize = (reach as usize) << 3
  for (let k: usize = 0; k < end; k += 16) {
    const c = v128.load(pc + k)
    const s = v128.load(ps + k)
    const realA = v128.load(ra + k)
    const realB = v128.load(rb + k)
    const imagA = v128.load(ia + k)
    const imagB = v128.load(ib + k)
    const tr = f64x2.add(f64x2.mul(realB, c), f64x2.mul(imagB, s))
    const ti = f64x2.sub(f64x2.mul(imagB, c), f64x2.mul(realB, s))
    v128.store(rb + k, f64x2.sub(realA, tr))
    v128.store(ib + k, f64x2.sub(imagA, ti))
    v128.store(ra + k, f64x2.add(realA, tr))
    v128.store(ia + k, f64x2.add(imagA, ti))
  }
}

function addressOf(x: Float64s, i: i32): usize {
  return changetype<usize>(x) + ((i as usize) << 3)
}

function lanesOf(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1)
}
