import { describe, expect, it } from 'vitest'
import { resample, smoothGaussian } from '../math/smoothing.ts'
import { normal, seededRandom } from '../random.ts'
import { findAlignments, scorePromise, createSlidingSpectra } from './alignment.ts'

/** Random series, smooth enough to be read between samples. */
function series(seed: number, n: number, count = 4): Float64Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () =>
    smoothGaussian(
      Float64Array.from({ length: n }, () => normal(random)),
      1.5,
    ),
  )
}

function plainCorrelation(a: Float64Array[], b: Float64Array[], lag: number): number {
  let [cross, own, other] = [0, 0, 0]
  for (let k = 0; k < a.length; k++) {
    for (let i = Math.max(0, lag); i < Math.min(a[k].length, lag + b[k].length); i++) {
      cross += a[k][i] * b[k][i - lag]
      own += a[k][i] ** 2
      other += b[k][i - lag] ** 2
    }
  }
  return cross / Math.sqrt(own * other)
}

describe('alignments', () => {
  it.each([1, 2, 3, 4])('correlates %d series as the sum over all samples does', (count) => {
    const [a, b] = [series(1, 60, count), series(2, 50, count)]
    const found = findAlignments(a, createSlidingSpectra(b, [1], 128), { minOverlap: 20, minLag: 0, count: 1 })
    const plain = Array.from({ length: 71 }, (_, i) => plainCorrelation(a, b, i - 30))
    // Overlaps of less than 50 samples count for less; a peak is where the correlation itself is highest around.
    const promised = plain.map((value, i) => {
      const overlap = Math.min(60, i - 30 + 50) - Math.max(0, i - 30)
      const isPeak = value >= (plain[i - 1] ?? -1) && value > (plain[i + 1] ?? -1)
      return isPeak ? value * (1 - 0.008 * (50 - overlap)) : 0
    })
    const best = promised.indexOf(Math.max(...promised))
    expect(found[0].lag).toBe(best - 30)
    expect(found[0].correlation).toBeCloseTo(plain[best], 9)
  })

  it.each([-37, -1, 0, 5, 40])('finds a part again at lag %d', (lag) => {
    const whole = series(3, 160)
    const a = whole.map((x) => x.slice(40, 140))
    const b = whole.map((x) => x.slice(40 + lag, 100 + lag))
    const [best] = findAlignments(a, createSlidingSpectra(b, [1], 256), { minOverlap: 20, minLag: 0, count: 3 })
    expect(best).toMatchObject({ lag, warp: 1, overlap: Math.min(100, lag + 60) - Math.max(0, lag) })
    expect(best.correlation).toBeCloseTo(1, 9)
  })

  it.each([0.96, 1, 1.04])('says at which speed of %d the part was played', (warp) => {
    const a = series(4, 120)
    const b = a.map((x) => resample(x, 20, warp, 80))
    const [best] = findAlignments(a, createSlidingSpectra(b, [0.96, 1, 1.04], 256), {
      minOverlap: 20,
      minLag: 0,
      count: 1,
    })
    expect(best.warp).toBe(warp)
    expect(Math.abs(best.lag - 20)).toBeLessThanOrEqual(1)
    expect(best.correlation).toBeGreaterThan(0.97)
  })

  it('looks at no overlap shorter than it is told', () => {
    const whole = series(5, 100)
    const a = whole.map((x) => x.slice(0, 60))
    const b = whole.map((x) => x.slice(40, 100))
    expect(findAlignments(a, createSlidingSpectra(b, [1], 128), { minOverlap: 20, minLag: 0, count: 1 })[0].lag).toBe(
      40,
    )
    for (const { overlap } of findAlignments(a, createSlidingSpectra(b, [1], 128), {
      minOverlap: 21,
      minLag: 0,
      count: 9,
    }))
      expect(overlap).toBeGreaterThanOrEqual(21)
  })

  it('names neighboring peaks of different speeds only once', () => {
    const a = series(6, 100)
    const found = findAlignments(a, createSlidingSpectra(a, [0.99, 1, 1.01], 256), {
      minOverlap: 20,
      minLag: 0,
      count: 8,
    })
    expect(found.filter(({ lag }) => Math.abs(lag) <= 2)).toHaveLength(1)
  })

  it('looks at no smaller lag than it is told, nor measures others by it', () => {
    const a = series(8, 200)
    const found = findAlignments(a, createSlidingSpectra(a, [1], 512), { minOverlap: 50, minLag: 5, count: 4 })
    expect(found.length).toBeGreaterThan(0)
    for (const { lag } of found) expect(Math.abs(lag)).toBeGreaterThanOrEqual(5)
  })

  it('leaves out what promises less than seven tenths of the best', () => {
    const a = series(9, 200)
    const found = findAlignments(a, createSlidingSpectra(a, [1], 512), { minOverlap: 50, minLag: 0, count: 8 })
    expect(found.map(({ lag }) => lag)).toEqual([0])
  })

  it.each([-40, 40])('looks as far as the shortest overlap that it is told reaches: lag %d', (lag) => {
    const whole = series(10, 140)
    const noise = series(11, 60)
    const a = whole.map((x) => x.slice(40, 100))
    const b = whole.map((x, k) => x.slice(40 + lag, 100 + lag).map((value, i) => value + 0.2 * noise[k][i]))
    const [best] = findAlignments(a, createSlidingSpectra(b, [1], 128), { minOverlap: 20, minLag: 0, count: 1 })
    expect(best).toMatchObject({ lag, overlap: 20 })
  })

  it.each([
    [15, 60],
    [60, 15],
  ])('answers nothing for %d and %d samples when twenty must be in common', (n, m) => {
    const whole = series(12, 60)
    const [a, b] = [n, m].map((length) => whole.map((x) => x.slice(0, length)))
    expect(findAlignments(a, createSlidingSpectra(b, [1], 128), { minOverlap: 20, minLag: 0, count: 5 })).toEqual([])
  })

  it('takes a part for the same place at any speed when the middle of it is', () => {
    const a = series(13, 200).map((x) => smoothGaussian(x, 6))
    const b = a.map((x) => x.slice(60, 160))
    const wanted = { minOverlap: 80, minLag: 0, count: 8 }
    // Played a tenth slower or quicker, the part begins five samples earlier or later and still resembles.
    for (const [warp, lag] of [
      [0.9, 65],
      [1.1, 55],
    ]) {
      const [alone] = findAlignments(a, createSlidingSpectra(b, [warp], 512), wanted)
      expect(Math.abs(alone.lag - lag)).toBeLessThanOrEqual(1)
      expect(alone.correlation).toBeGreaterThan(0.75)
    }
    const found = findAlignments(a, createSlidingSpectra(b, [0.9, 1, 1.1], 512), wanted)
    expect(found.map(({ lag, warp }) => [lag, warp])).toEqual([[60, 1]])
  })

  it('takes peaks two samples apart for one place and four apart for two', () => {
    const buzz = [Float64Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 1 : -1))]
    const found = findAlignments(buzz, createSlidingSpectra(buzz, [1], 128), { minOverlap: 20, minLag: 0, count: 5 })
    expect(found.map(({ lag }) => lag).toSorted((p, q) => p - q)).toEqual([-8, -4, 0, 4, 8])
  })

  it('names every period of a steady wave once, and no more of them than it is told', () => {
    const wave = [Math.sin, Math.cos].map((of) => Float64Array.from({ length: 240 }, (_, i) => of((Math.PI * i) / 20)))
    const found = (count: number) =>
      findAlignments(wave, createSlidingSpectra(wave, [1], 512), { minOverlap: 60, minLag: 0, count })
    const lags = found(20).map(({ lag }) => lag)
    expect(lags.toSorted((p, q) => p - q)).toEqual([-160, -120, -80, -40, 0, 40, 80, 120, 160])
    for (const { lag, overlap, correlation } of found(20)) {
      expect(overlap).toBe(240 - Math.abs(lag))
      expect(correlation).toBeCloseTo(1, 9)
    }
    expect(found(3)).toHaveLength(3)
    expect(found(1)).toHaveLength(1)
  })

  it('answers nothing for series without motion', () => {
    const still = [new Float64Array(60), new Float64Array(60)]
    expect(
      findAlignments(still, createSlidingSpectra(still, [1, 1.02], 128), { minOverlap: 20, minLag: 0, count: 5 }),
    ).toEqual([])
    expect(
      findAlignments(series(7, 60, 2), createSlidingSpectra(still, [1], 128), { minOverlap: 20, minLag: 0, count: 5 }),
    ).toEqual([])
  })
})

describe('promise', () => {
  it.each([
    [50, 0.5],
    [80, 0.5],
    [49, 0.496],
    [25, 0.4],
  ])('of a correlation of 0.5 over %d samples is %d', (overlap, expected) => {
    expect(scorePromise({ correlation: 0.5, overlap })).toBeCloseTo(expected, 12)
  })
})
