/** A source of numbers in [0, 1). */
export type Random = () => number

/**
 * Returns a generator of pseudorandom numbers in [0, 1) that gives the same sequence for the same seed on every machine
 * (sfc32; Doty-Humphrey, PractRand). It is not cryptographic.
 *
 * @example
 * const random = seededRandom(1)
 */
export function seededRandom(seed: number): Random {
  let a = seed >>> 0
  let b = 0x9e3779b9
  let c = 0x243f6a88
  let counter = 1
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4294967296
  }
  for (let round = 0; round < 15; round++) next()
  return next
}

/** Returns a random number with the standard normal distribution (Box and Muller 1958). */
export function normal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return radius * Math.cos(2 * Math.PI * random())
}

/** Returns a random integer in [0, below). */
export function integer(random: Random, below: number): number {
  return Math.floor(random() * below)
}
