/** Which captures are stored under a hash: chains in plain arrays, so that millions of entries cost no objects. */
export type Postings = {
  add: (hash: number, capture: number) => void
  /** Calls with each capture under the hash, newest first. */
  each: (hash: number, visit: (capture: number) => void) => void
  count: (hash: number) => number
}

const FIRST_BITS = 10
/** Spreads neighboring hashes over the buckets (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e3779b1

export function createPostings(): Postings {
  let bits = FIRST_BITS
  let heads = new Int32Array(1 << bits).fill(-1)
  let hashes = new Int32Array(1 << bits)
  let captures = new Int32Array(1 << bits)
  let next = new Int32Array(1 << bits)
  let used = 0

  function add(hash: number, capture: number): void {
    if (used === hashes.length) grow()
    hashes[used] = hash
    captures[used] = capture
    link(used++)
  }

  function link(entry: number): void {
    const bucket = computeBucket(hashes[entry], bits)
    next[entry] = heads[bucket]
    heads[bucket] = entry
  }

  /** As many buckets as there is room for entries: every step along a chain is a walk to far memory. */
  function grow(): void {
    bits++
    hashes = growArray(hashes)
    captures = growArray(captures)
    next = growArray(next)
    heads = new Int32Array(1 << bits).fill(-1)
    for (let entry = 0; entry < used; entry++) link(entry)
  }

  function each(hash: number, visit: (capture: number) => void): void {
    for (let i = heads[computeBucket(hash, bits)]; i >= 0; i = next[i]) if (hashes[i] === hash) visit(captures[i])
  }

  function count(hash: number): number {
    let found = 0
    for (let i = heads[computeBucket(hash, bits)]; i >= 0; i = next[i]) if (hashes[i] === hash) found++
    return found
  }

  return { add, each, count }
}

function computeBucket(hash: number, bits: number): number {
  return Math.imul(hash, SPREAD) >>> (32 - bits)
}

function growArray(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const out = new Int32Array(2 * array.length)
  out.set(array)
  return out
}
