/** Which captures are stored under a hash: chains in plain arrays, so that millions of entries cost no objects. */
export type Postings = {
  add: (hash: number, capture: number) => void
  /** Calls with each capture under the hash, newest first. */
  each: (hash: number, visit: (capture: number) => void) => void
  count: (hash: number) => number
}

const BUCKET_BITS = 18
const FIRST_ROOM = 1024
/** Spreads neighbouring hashes over the buckets (Knuth, The Art of Computer Programming 3, 6.4). */
const SPREAD = 0x9e3779b1

export function createPostings(): Postings {
  const heads = new Int32Array(1 << BUCKET_BITS).fill(-1)
  let hashes = new Int32Array(FIRST_ROOM)
  let captures = new Int32Array(FIRST_ROOM)
  let next = new Int32Array(FIRST_ROOM)
  let used = 0

  function add(hash: number, capture: number): void {
    if (used === hashes.length) {
      hashes = grown(hashes)
      captures = grown(captures)
      next = grown(next)
    }
    const bucket = bucketOf(hash)
    hashes[used] = hash
    captures[used] = capture
    next[used] = heads[bucket]
    heads[bucket] = used++
  }

  function each(hash: number, visit: (capture: number) => void): void {
    for (let i = heads[bucketOf(hash)]; i >= 0; i = next[i]) if (hashes[i] === hash) visit(captures[i])
  }

  function count(hash: number): number {
    let found = 0
    for (let i = heads[bucketOf(hash)]; i >= 0; i = next[i]) if (hashes[i] === hash) found++
    return found
  }

  return { add, each, count }
}

function bucketOf(hash: number): number {
  return Math.imul(hash, SPREAD) >>> (32 - BUCKET_BITS)
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const out = new Int32Array(2 * array.length)
  out.set(array)
  return out
}
