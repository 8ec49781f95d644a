/**
 * SHA-256 and SHA-512 (FIPS 180-4) for runtimes that have no synchronous hash of their own. Both at once and without
 * tables of constants they take a third of the bytes of a library, and a verifier must travel light.
 */
const PRIMES = firstPrimes(80)

// Sections 4.2 and 5.3: the first bits of the cube and square roots of primes, each word as two halves, upper half first.
// SHA-256 uses the upper halves of the same constants.
const K = halves(PRIMES, 3n)
const START = halves(PRIMES.slice(0, 8), 2n)

export function sha256(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = START.filter((_, index) => index % 2 === 0)
  const words = new Int32Array(64)
  const view = pad(message, 64)
  for (let block = 0; block < view.byteLength; block += 64) {
    for (let t = 0; t < 16; t++) words[t] = view.getInt32(block + 4 * t)
    for (let t = 16; t < 64; t++) words[t] = nextWord256(words, t)
    compress256(state, words)
  }
  return toBytes(state)
}

export function sha512(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = START.slice()
  const words = new Int32Array(160)
  const view = pad(message, 128)
  for (let block = 0; block < view.byteLength; block += 128) {
    for (let t = 0; t < 32; t++) words[t] = view.getInt32(block + 4 * t)
    for (let t = 32; t < 160; t += 2) nextWord512(words, t)
    compress512(state, words)
  }
  return toBytes(state)
}

function nextWord256(w: Int32Array, t: number): number {
  const x = get(w, t - 15)
  const y = get(w, t - 2)
  const s0 = rotate(x, x, 7) ^ rotate(x, x, 18) ^ (x >>> 3)
  const s1 = rotate(y, y, 17) ^ rotate(y, y, 19) ^ (y >>> 10)
  return s0 + get(w, t - 7) + s1 + get(w, t - 16)
}

function compress256(state: Int32Array, w: Int32Array): void {
  let a = get(state, 0)
  let b = get(state, 1)
  let c = get(state, 2)
  let d = get(state, 3)
  let e = get(state, 4)
  let f = get(state, 5)
  let g = get(state, 6)
  let h = get(state, 7)
  for (let t = 0; t < 64; t++) {
    const t1 =
      (h + (rotate(e, e, 6) ^ rotate(e, e, 11) ^ rotate(e, e, 25)) + choose(e, f, g) + get(K, 2 * t) + get(w, t)) | 0
    const t2 = ((rotate(a, a, 2) ^ rotate(a, a, 13) ^ rotate(a, a, 22)) + majority(a, b, c)) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  addWords(state, [a, b, c, d, e, f, g, h])
}

function addWords(state: Int32Array, words: number[]): void {
  for (let index = 0; index < 8; index++) state[index] = get(state, index) + (words[index] as number)
}

function nextWord512(w: Int32Array, t: number): void {
  const xh = get(w, t - 30)
  const xl = get(w, t - 29)
  const yh = get(w, t - 4)
  const yl = get(w, t - 3)
  w[t] = get(w, t - 14)
  w[t + 1] = get(w, t - 13)
  add(
    w,
    t,
    rotate(xh, xl, 1) ^ rotate(xh, xl, 8) ^ (xh >>> 7),
    rotate(xl, xh, 1) ^ rotate(xl, xh, 8) ^ rotate(xl, xh, 7),
  )
  add(
    w,
    t,
    rotate(yh, yl, 19) ^ rotate(yl, yh, 29) ^ (yh >>> 6),
    rotate(yl, yh, 19) ^ rotate(yh, yl, 29) ^ rotate(yl, yh, 6),
  )
  add(w, t, get(w, t - 32), get(w, t - 31))
}

// The words a to h do not move: in each round they are looked for one place earlier.
function compress512(state: Int32Array, w: Int32Array): void {
  const v = state.slice()
  for (let t = 0; t < 160; t += 2) {
    const a = -t & 15
    const b = (2 - t) & 15
    const c = (4 - t) & 15
    const e = (8 - t) & 15
    const f = (10 - t) & 15
    const g = (12 - t) & 15
    const h = (14 - t) & 15
    const ah = get(v, a)
    const al = get(v, a + 1)
    const eh = get(v, e)
    const el = get(v, e + 1)
    add(v, h, sum1(eh, el), sum1(el, eh))
    add(v, h, choose(eh, get(v, f), get(v, g)), choose(el, get(v, f + 1), get(v, g + 1)))
    add(v, h, get(K, t), get(K, t + 1))
    add(v, h, get(w, t), get(w, t + 1))
    add(v, (6 - t) & 15, get(v, h), get(v, h + 1))
    add(v, h, sum0(ah, al), sum0(al, ah))
    add(v, h, majority(ah, get(v, b), get(v, c)), majority(al, get(v, b + 1), get(v, c + 1)))
  }
  for (let index = 0; index < 16; index += 2) add(state, index, get(v, index), get(v, index + 1))
}

/** Adds a 64-bit word, given in halves, to the one at `index`. */
function add(words: Int32Array, index: number, high: number, low: number): void {
  const sum = (get(words, index + 1) + low) | 0
  // The sum of two unsigned numbers is smaller than either just when it overflowed.
  const carry = sum >>> 0 < low >>> 0 ? 1 : 0
  words[index] = get(words, index) + high + carry
  words[index + 1] = sum
}

function sum0(high: number, low: number): number {
  return rotate(high, low, 28) ^ rotate(low, high, 2) ^ rotate(low, high, 7)
}

function sum1(high: number, low: number): number {
  return rotate(high, low, 14) ^ rotate(high, low, 18) ^ rotate(low, high, 9)
}

function choose(x: number, y: number, z: number): number {
  return (x & y) ^ (~x & z)
}

function majority(x: number, y: number, z: number): number {
  return (x & y) ^ (x & z) ^ (y & z)
}

/**
 * The upper half of a 64-bit word rotated to the right by less than 32; with equal halves, a rotated 32-bit word. Rotating
 * by 32 more exchanges the halves.
 */
function rotate(high: number, low: number, by: number): number {
  return (high >>> by) | (low << (32 - by))
}

function get(words: Int32Array, index: number): number {
  return words[index] as number
}

/** Section 5.1: a one bit, zeros, and the length in bits. */
function pad(message: Uint8Array, blockLength: number): DataView {
  const blocks = Math.ceil((message.length + 1 + blockLength / 8) / blockLength)
  const bytes = new Uint8Array(blocks * blockLength)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setBigUint64(bytes.length - 8, BigInt(message.length) * 8n)
  return view
}

function toBytes(words: Int32Array): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(4 * words.length))
  words.forEach((word, index) => view.setInt32(4 * index, word))
  return new Uint8Array(view.buffer)
}

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

/** The first 64 bits behind the point of each root. */
function halves(numbers: number[], degree: bigint): Int32Array {
  return Int32Array.from(
    numbers.flatMap((number) => {
      const root = integerRoot(BigInt(number) << (64n * degree), degree)
      return [Number(BigInt.asIntN(32, root >> 32n)), Number(BigInt.asIntN(32, root))]
    }),
  )
}

// Newton's method from above: the first step that does not go down has found the root.
function integerRoot(target: bigint, degree: bigint): bigint {
  let root = 1n << 70n
  for (;;) {
    const next = ((degree - 1n) * root + target / root ** (degree - 1n)) / degree
    if (next >= root) return root
    root = next
  }
}
