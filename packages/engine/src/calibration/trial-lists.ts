import { integer, type Random } from '../random.ts'

/** Comparisons of people whom the model has never seen. */
export type Trials = {
  score: Float64Array
  /** The people compared; the same one twice in a mated trial. */
  first: Int32Array
  second: Int32Array
  weight: Float64Array
}

export type Scored = { mated: Trials; nonMated: Trials }

/** Comparisons as they are made. */
export type Growing = { score: number[]; first: number[]; second: number[]; weight: number[] }

/** As many comparisons of different people say enough. */
export const NON_MATED = 20_000

/** Pairs of those among `n` that are certainly two people: all of them, or as many as are worth comparing. */
export function drawPairs(n: number, areTwo: (i: number, j: number) => boolean, random: Random): [number, number][] {
  const pairs: [number, number][] = []
  const addPair = (i: number, j: number) => {
    if (i !== j && areTwo(i, j)) pairs.push([i, j])
  }
  if ((n * (n - 1)) / 2 > NON_MATED) for (let k = 0; k < NON_MATED; k++) addPair(integer(random, n), integer(random, n))
  else for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) addPair(i, j)
  return pairs
}

export function emptyTrials(): Growing {
  return { score: [], first: [], second: [], weight: [] }
}

export function addTrial(to: Growing, score: number, [first, second, weight]: [number, number, number]): void {
  to.score.push(score)
  to.first.push(first)
  to.second.push(second)
  to.weight.push(weight)
}

export function packTrials({ score, first, second, weight }: Growing): Trials {
  return {
    score: Float64Array.from(score),
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    weight: Float64Array.from(weight),
  }
}

/** Three whole numbers well mixed into one of 32 bits (the end of Appleby's MurmurHash3). */
export function hashIntegers(a: number, b: number, c: number): number {
  let x = a ^ Math.imul(b, 0x9e3779b1) ^ Math.imul(c + 1, 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}
