const RATE_BYTES = 136
const ROUNDS = 24

/** Keccak-256 as Ethereum has it: the padding of before SHA-3 was standardised, which no browser offers. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const state = new BigUint64Array(25)
  const blocks = padded(bytes)
  for (let at = 0; at < blocks.byteLength; at += RATE_BYTES) {
    for (let i = 0; i < RATE_BYTES / 8; i++) state[i] = lane(state, i) ^ blocks.getBigUint64(at + 8 * i, true)
    permute(state)
  }
  const hash = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 4; i++) hash.setBigUint64(8 * i, lane(state, i), true)
  return new Uint8Array(hash.buffer)
}

function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(RATE_BYTES * (Math.floor(bytes.length / RATE_BYTES) + 1))
  whole.set(bytes)
  whole[bytes.length] = 0x01
  whole[whole.length - 1] = (whole.at(-1) ?? 0) | 0x80
  return new DataView(whole.buffer)
}

// The five steps of FIPS 202, section 3.2, on lanes numbered x + 5y.
function permute(a: BigUint64Array): void {
  let register = 1
  for (let round = 0; round < ROUNDS; round++) {
    mixColumns(a)
    turnAndMove(a)
    mixRows(a)
    const drawn = roundConstant(register)
    register = drawn.register
    a[0] = lane(a, 0) ^ drawn.constant
  }
}

function mixColumns(a: BigUint64Array): void {
  const parity = BigUint64Array.from({ length: 5 }, (_, x) =>
    [0, 5, 10, 15, 20].reduce((sum, row) => sum ^ lane(a, x + row), 0n),
  )
  for (let i = 0; i < 25; i++) {
    a[i] = lane(a, i) ^ lane(parity, (i + 4) % 5) ^ turned(lane(parity, (i + 1) % 5), 1)
  }
}

function turnAndMove(a: BigUint64Array): void {
  let [x, y, moving] = [1, 0, lane(a, 1)]
  for (let t = 0; t < 24; t++) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    const next = lane(a, x + 5 * y)
    a[x + 5 * y] = turned(moving, (((t + 1) * (t + 2)) / 2) % 64)
    moving = next
  }
}

function mixRows(a: BigUint64Array): void {
  for (let row = 0; row < 25; row += 5) {
    const before = a.slice(row, row + 5)
    for (let x = 0; x < 5; x++) {
      a[row + x] = lane(before, x) ^ (~lane(before, (x + 1) % 5) & lane(before, (x + 2) % 5))
    }
  }
}

function roundConstant(register: number): { constant: bigint; register: number } {
  let constant = 0n
  let r = register
  for (let j = 0; j < 7; j++) {
    if (r & 1) constant ^= 1n << BigInt(2 ** j - 1)
    r = (r << 1) ^ ((r >> 7) * 0x171)
  }
  return { constant, register: r }
}

// Lanes wrap at 64 bits when they are stored; here the bits that fell off come back in at the right.
function turned(value: bigint, by: number): bigint {
  return BigInt.asUintN(64, value << BigInt(by)) | (value >> BigInt(64 - by))
}

function lane(lanes: BigUint64Array, index: number): bigint {
  return lanes[index] ?? 0n
}
