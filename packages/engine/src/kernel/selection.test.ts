import { describe, expect, it } from 'vitest'
import { integer, type Random, seededRandom } from '../random.ts'
import { selectInPlace, sortInPlace } from './statistics.ts'

describe('selectInPlace', () => {
  it('finds what sorting finds, with what is smaller before it and what is larger behind', () => {
    const random = seededRandom(1)
    for (let round = 0; round < 300; round++) {
      const n = 1 + integer(random, 200)
      const x = drawSeries(random, n)
      const sorted = x.toSorted()
      const place = integer(random, n)
      expect(selectInPlace(x, 0, n - 1, place)).toBe(sorted[place])
      expect(x.toSorted()).toEqual(sorted)
      expect(Math.max(...x.subarray(0, place + 1))).toBe(sorted[place])
      expect(Math.min(...x.subarray(place))).toBe(sorted[place])
    }
  })

  it('leaves what lies outside alone', () => {
    const x = Float64Array.of(9, 3, 1, 2, -9)
    expect(selectInPlace(x, 1, 3, 2)).toBe(2)
    expect([x[0], x[4]]).toEqual([9, -9])
  })

  it('sorts the rest where the series is made to make it slow', () => {
    const n = 400
    const x = slowSeries(n)
    let reads = 0
    const counted = new Proxy(x, {
      get: (target, key) => {
        reads++
        return Reflect.get(target, key)
      },
      set: (target, key, value) => Reflect.set(target, key, value),
    })
    expect(selectInPlace(counted, 0, n - 1, n - 1)).toBe(n)
    // A round for every value would read 80,000 and more.
    expect(reads).toBeLessThan(60_000)
  })

  it('ends where values are no numbers', () => {
    const x = Float64Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? Number.NaN : i))
    expect([0, 20, 49].map((place) => selectInPlace(x, 0, 49, place))).toHaveLength(3)
  })
})

describe('sortInPlace', () => {
  it('sorts a stretch and leaves the rest', () => {
    const x = Float64Array.of(7, 3, -1, 2, 2, 0, -9)
    sortInPlace(x, 1, 5)
    expect([...x]).toEqual([7, -1, 0, 2, 2, 3, -9])
  })

  it('sorts many', () => {
    const x = drawSeries(seededRandom(2), 3000)
    const sorted = x.toSorted()
    sortInPlace(x, 0, 2999)
    expect(x).toEqual(sorted)
  })
})

/** Some values come more than once. */
function drawSeries(random: Random, n: number): Float64Array {
  return Float64Array.from({ length: n }, () => integer(random, n))
}

/** 1 to n so that the pivot for the largest is the smallest of the rest, round after round. */
function slowSeries(n: number): Float64Array {
  const places = Array.from({ length: n }, (_, i) => i)
  const x = new Float64Array(n)
  for (let low = 0; low < n; low++) {
    x[places[n - 1]] = low + 1
    ;[places[low], places[n - 1]] = [places[n - 1], places[low]]
  }
  return x
}
