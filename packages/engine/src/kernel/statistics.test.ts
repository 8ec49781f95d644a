import { describe, expect, it } from 'vitest'
import { integer, type Random, seededRandom } from '../random.ts'
import {
  computeMean,
  computeMoments,
  computeVariance,
  selectInPlace,
  selectQuantile,
  simultaneity,
  sortInPlace,
} from './statistics.ts'
import { correlation } from './vector.ts'

const out = new Float64Array(3)

describe('computeMean and varianceOf', () => {
  it('look at the stretch alone', () => {
    const x = Float64Array.of(99, 1, 2, 6, 99)
    expect(computeMean(x, 1, 3)).toBe(3)
    expect(computeVariance(x, 1, 3)).toBeCloseTo(14 / 3, 12)
  })
  it('answer 0 for an empty stretch', () => {
    expect(computeMean(new Float64Array(2), 0, 0)).toBe(0)
    expect(computeVariance(new Float64Array(2), 0, 0)).toBe(0)
  })
})

describe('computeMoments', () => {
  it('gives variance, skewness and kurtosis about the mean', () => {
    // Values 0 0 0 4: mean 1, m2 = 3, m3 = 6, m4 = 21.
    computeMoments(Float64Array.of(7, 0, 0, 0, 4), 1, 4, out)
    expect(out[0]).toBeCloseTo(3, 12)
    expect(out[1]).toBeCloseTo(6 / 3 ** 1.5, 12)
    expect(out[2]).toBeCloseTo(21 / 9, 12)
  })
  it('answers 0 for what does not vary and for nothing', () => {
    computeMoments(Float64Array.of(5, 5, 5), 0, 3, out)
    expect([...out]).toEqual([0, 0, 0])
    computeMoments(Float64Array.of(5, 5, 5), 0, 0, out)
    expect([...out]).toEqual([0, 0, 0])
  })
})

describe('simultaneity', () => {
  const spike = (at: number) => Float64Array.from({ length: 60 }, (_, i) => (i === at ? 1 : 0))
  it('is near 1 for events at one moment, near -1/count for events apart by a delay it looks at', () => {
    expect(simultaneity(spike(30), 0, spike(30), 0, 60, 5, 20, 5)).toBeGreaterThan(0.98)
    // Delays 5, 10, 15, 20 both ways: one of eight is a perfect match.
    expect(simultaneity(spike(30), 0, spike(40), 0, 60, 5, 20, 5)).toBeCloseTo(-1 / 8, 1)
  })
  it('counts a delay in either direction, up to the last', () => {
    // The delays 5 and 10 both ways; one of the four is a perfect match, whichever side comes first.
    for (const [one, other] of [
      [30, 40],
      [40, 30],
      [30, 25],
      [25, 30],
    ])
      expect(simultaneity(spike(one), 0, spike(other), 0, 60, 5, 10, 5)).toBeCloseTo(-1 / 4, 1)
  })
  it('leaves out delays that would leave eight pairs or fewer', () => {
    const x = Float64Array.from({ length: 20 }, (_, i) => Math.sin(i * i))
    const y = Float64Array.from({ length: 20 }, (_, i) => Math.cos(3 * i * i))
    expect(simultaneity(x, 0, y, 0, 20, 11, 18, 1)).toBe(simultaneity(x, 0, y, 0, 20, 11, 11, 1))
    expect(simultaneity(x, 0, y, 0, 20, 12, 12, 1)).toBe(correlation(x, 0, y, 0, 20))
  })
  it('is the plain correlation where no delay fits in', () => {
    const x = Float64Array.of(0, 1, 2, 3)
    expect(simultaneity(x, 0, x, 0, 4, 5, 20, 5)).toBeCloseTo(1, 12)
  })
})

describe('selectQuantile', () => {
  it('takes the nearest rank of the first n', () => {
    const x = Float64Array.of(30, 10, 50, 20, 40, -9)
    expect([0, 0.1, 0.5, 0.9, 1].map((share) => selectQuantile(x, 5, share))).toEqual([10, 10, 30, 50, 50])
    expect(x[5]).toBe(-9)
    expect(selectQuantile(x, 0, 0.5)).toBe(0)
  })
})

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
