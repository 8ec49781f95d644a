// The defaults of every option `now` and `random`. Nothing else in this package reads the clock or draws random bytes.

/** Returns the time of the system's clock, in milliseconds since 1970. */
export function readSystemTime(): number {
  return Date.now()
}

/** Returns random bytes from the system. */
export function createRandomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}
