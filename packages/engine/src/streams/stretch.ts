/** From which entry to before which one a stretch goes. */
export type Stretch = { from: number; to: number }

/** The longest stretch of rising times without a gap longer than this; the first of several. */
export function longestStretch(t: ArrayLike<number>, maxGapMs: number): Stretch {
  let best = { from: 0, to: 0 }
  let from = 0
  for (let i = 1; i <= t.length; i++) {
    if (i < t.length && t[i] - t[i - 1] <= maxGapMs) continue
    if (i - from > best.to - best.from) best = { from, to: i }
    from = i
  }
  return best
}

/** Of entries in their order, those that come later than the last one kept, by at least `minStepMs`. */
export function keepRising<T extends { t: number }>(entries: readonly T[], minStepMs = 0): T[] {
  let last = -Infinity
  return entries.filter(({ t }) => {
    if (!(t > last && t - last >= minStepMs)) return false
    last = t
    return true
  })
}

/** The times of entries. */
export function timesOf(entries: readonly { t: number }[]): Float64Array {
  return Float64Array.from(entries, ({ t }) => t)
}
