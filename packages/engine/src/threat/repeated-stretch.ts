import type { ImuSample } from '../types.ts'

/** A stretch that occurs twice, bit for bit, in one capture. */
export type RepeatedStretch = { samples: number; firstMs: number; againMs: number }

/** So many samples in a row must repeat; a sensor's own noise makes even a few in a row practically impossible. */
const BLOCK = 12
/** A resting phone under a browser's rounding repeats itself: a stretch counts only if it changes this often. */
const MIN_CHANGES = 8

/** The longest stretch of varied samples that comes again later, or null. */
export function longestRepeat(samples: readonly ImuSample[]): RepeatedStretch | null {
  const keys = samples.map(({ ax, ay, az, rx, ry, rz }) => `${ax} ${ay} ${az} ${rx} ${ry} ${rz}`)
  const seen = new Map<string, number>()
  let longest: RepeatedStretch | null = null
  for (let i = 0; i + BLOCK <= keys.length; i++) {
    const block = keys.slice(i, i + BLOCK)
    if (changes(block) < MIN_CHANGES) continue
    const key = block.join('|')
    const first = seen.get(key)
    if (first === undefined) seen.set(key, i)
    else {
      const length = runLength(keys, first, i)
      if (length > (longest?.samples ?? 0))
        longest = { samples: length, firstMs: samples[first].t, againMs: samples[i].t }
      i += length - 1
    }
  }
  return longest
}

function changes(block: readonly string[]): number {
  return block.filter((key, i) => i > 0 && key !== block[i - 1]).length
}

function runLength(keys: readonly string[], first: number, again: number): number {
  let length = 0
  while (again + length < keys.length && keys[first + length] === keys[again + length]) length++
  return length
}
