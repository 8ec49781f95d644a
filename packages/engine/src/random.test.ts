import { describe, expect, it } from 'vitest'
import { integer, normal, seededRandom } from './random.ts'

const many = <T>(n: number, next: () => T) => Array.from({ length: n }, next)
const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length

describe('seededRandom', () => {
  it('repeats itself for one seed and differs for another', () => {
    expect(many(5, seededRandom(7))).toEqual(many(5, seededRandom(7)))
    expect(many(5, seededRandom(7))).not.toEqual(many(5, seededRandom(8)))
  })

  it('follows the reference sfc32', () => {
    // The reference in 32-bit words: result = a + b + counter++; a = b ^ b>>>9; b = c + (c<<3); c = rotl(c, 21) + result.
    const word = (value: bigint) => BigInt.asUintN(32, value)
    let [a, b, c, counter] = [42n, 0x9e3779b9n, 0x243f6a88n, 1n]
    const reference = () => {
      const result = word(a + b + counter++)
      a = b ^ (b >> 9n)
      b = word(c + (c << 3n))
      c = word(word((c << 21n) | (c >> 11n)) + result)
      return Number(result) / 4294967296
    }
    many(15, reference)
    expect(many(50, seededRandom(42))).toEqual(many(50, reference))
  })

  it('spreads evenly over [0, 1)', () => {
    const values = many(20_000, seededRandom(1))
    for (let tenth = 0; tenth < 10; tenth++) {
      const share = values.filter((value) => Math.floor(value * 10) === tenth).length / values.length
      expect(share).toBeCloseTo(0.1, 1)
    }
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true)
  })
})

describe('normal', () => {
  it('has mean 0, variance 1 and the normal fourth moment', () => {
    const random = seededRandom(3)
    const values = many(50_000, () => normal(random))
    expect(mean(values)).toBeCloseTo(0, 1)
    expect(mean(values.map((value) => value ** 2))).toBeCloseTo(1, 1)
    expect(Math.abs(mean(values.map((value) => value ** 4)) - 3)).toBeLessThan(0.2)
  })

  it('stays finite when the source gives its smallest and largest numbers', () => {
    expect(normal(() => 0)).toBeCloseTo(0, 12)
    expect(Number.isFinite(normal(() => 1 - 2 ** -32))).toBe(true)
  })
})

describe('integer', () => {
  it('covers 0 to below and nothing else', () => {
    const random = seededRandom(5)
    expect(new Set(many(500, () => integer(random, 4)))).toEqual(new Set([0, 1, 2, 3]))
  })
})
