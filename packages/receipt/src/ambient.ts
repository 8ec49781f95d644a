/** The system's clock and randomness: the defaults of every `now` and `random` option, and the only ambient input. */
export function readSystemTime(): number {
  return Date.now()
}

export function createRandomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
