import type { f64, i32 } from './portable.ts'

// Half of the rest falls away each round, on average; nobody's capture shall make it take much longer.
const MOST_ROUNDS: i32 = 60

/**
 * The value that would stand at `place` if x[first..last] were sorted (Hoare 1961). Moves values about: what is smaller stands
 * before it then, what is larger behind.
 */
export function selectInPlace(x: Float64Array, first: i32, last: i32, place: i32): f64 {
  let low: i32 = first
  let high: i32 = last
  for (let round: i32 = 0; low < high; round++) {
    if (round === MOST_ROUNDS) {
      sortInPlace(x, low, high)
      break
    }
    const pivot: f64 = x[place]
    let i: i32 = low
    let j: i32 = high
    while (i <= j) {
      while (x[i] < pivot) i++
      while (pivot < x[j]) j--
      if (i > j) break
      const value: f64 = x[i]
      x[i++] = x[j]
      x[j--] = value
    }
    if (j < place) low = i
    if (place < i) high = j
  }
  return x[place]
}

/** Shell's method with the gaps of Gonnet and Baeza-Yates. */
export function sortInPlace(x: Float64Array, first: i32, last: i32): void {
  for (let gap: i32 = last - first; gap > 0; gap = narrow(gap)) {
    for (let i: i32 = first + gap; i <= last; i++) {
      const value: f64 = x[i]
      let j: i32 = i
      while (j >= first + gap && x[j - gap] > value) {
        x[j] = x[j - gap]
        j -= gap
      }
      x[j] = value
    }
  }
}

function narrow(gap: i32): i32 {
  return gap === 2 ? 1 : (Math.floor((5 * (gap as f64) - 1) / 11) as i32)
}
