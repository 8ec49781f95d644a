import { describe, expect, it } from 'vitest'
import { resample, smoothGaussian } from '../math/smoothing.ts'
import { normal, seededRandom } from '../random.ts'
import { alignElastically } from './alignment.ts'
import { computeMeanCorrelation } from './comparison.ts'

function series(seed: number, n = 200): Float64Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: 4 }, () =>
    smoothGaussian(
      Float64Array.from({ length: n }, () => normal(random)),
      2,
    ),
  )
}

const EXACT = { lag: 0, warp: 1, correlation: 0, overlap: 0 }

describe('elasticallyAligned', () => {
  it('leaves a copy where it is', () => {
    const a = series(1)
    const aligned = alignElastically(a, a, EXACT)
    expect(aligned.a[0]).toHaveLength(200)
    expect(aligned.b[3]).toHaveLength(200)
    expect(computeMeanCorrelation(aligned.a, aligned.b)).toBeGreaterThan(0.999)
  })

  it.each([-2.6, -1, 0.5, 2])('takes up a shift of %d samples that the coarse search left', (shift) => {
    const a = series(2)
    const b = a.map((x) => resample(x, 5 + shift, 1, 185))
    const aligned = alignElastically(a, b, { ...EXACT, lag: 5 })
    const inner = (list: readonly Float64Array[]) => list.map((x) => x.subarray(5, 175))
    expect(aligned.a[0]).toHaveLength(185)
    expect(computeMeanCorrelation(inner(aligned.a), inner(aligned.b))).toBeGreaterThan(0.99)
  })

  it('takes up a speed that swings by 4 % over the capture', () => {
    const a = series(3)
    const swing = (i: number) => i + ((0.04 * 190) / (2 * Math.PI)) * Math.sin((2 * Math.PI * i) / 190)
    const b = a.map((x) => Float64Array.from({ length: 190 }, (_, i) => resample(x, swing(i), 1, 1)[0]))
    const stiff = computeMeanCorrelation(
      a.map((x) => x.subarray(0, 190)),
      b,
    )
    const aligned = alignElastically(a, b, EXACT)
    expect(stiff).toBeLessThan(0.96)
    expect(computeMeanCorrelation(aligned.a, aligned.b)).toBeGreaterThan(0.985)
  })

  it('cannot make different motion alike', () => {
    const aligned = alignElastically(series(4), series(5), EXACT)
    expect(computeMeanCorrelation(aligned.a, aligned.b)).toBeLessThan(0.4)
  })

  it('plays the second capture at the speed it is told', () => {
    const a = series(6)
    const b = a.map((x) => resample(x, 0, 1.05, 190))
    const aligned = alignElastically(a, b, { ...EXACT, warp: 1.05 })
    expect(aligned.a[0].length).toBe(199)
    expect(computeMeanCorrelation(aligned.a, aligned.b)).toBeGreaterThan(0.995)
  })

  it('is 0 or at least no error where nothing moves', () => {
    const still = [new Float64Array(60)]
    const aligned = alignElastically(still, still, EXACT)
    expect(computeMeanCorrelation(aligned.a, aligned.b)).toBe(0)
  })
})

type Lists = readonly Float64Array[]

/** The same by trying every course of slips: a piece is a second, slips of half a sample, at most three from piece to piece. */
function plainlyAligned(a: Lists, b: Lists, { lag, warp }: typeof EXACT): number[][] {
  const from = Math.max(0, lag)
  const count = Math.min(a[0].length, Math.floor(lag + warp * (b[0].length - 1)) + 1) - from
  // Half samples of b on a's time; the one at 2·i + 6 lies beside a's sample i.
  const fine = b.map((x) =>
    Array.from({ length: 2 * count + 12 }, (_, f) => resample(x, (from - lag - 3 + f / 2) / warp, 1, 1)[0]),
  )
  const pieces = Math.max(1, Math.round(count / 25))
  const ends = Array.from({ length: pieces + 1 }, (_, p) => Math.round((p * count) / pieces))
  const correlation = (p: number, slip: number) => {
    let [cross, own, other] = [0, 0, 0]
    for (let k = 0; k < a.length; k++)
      for (let i = ends[p]; i < ends[p + 1]; i++) {
        const [x, y] = [a[k][from + i], fine[k][2 * i + slip]]
        cross += x * y
        own += x * x
        other += y * y
      }
    return own * other > 1e-12 ? cross / Math.sqrt(own * other) : 0
  }
  const table = Array.from({ length: pieces }, (_, p) => Array.from({ length: 13 }, (__, slip) => correlation(p, slip)))
  let best = { total: Number.NEGATIVE_INFINITY, slips: [] as number[] }
  const visit = (slips: number[], total: number) => {
    const p = slips.length
    if (p === pieces) {
      if (total > best.total) best = { total, slips }
      return
    }
    for (let slip = 0; slip < 13; slip++) {
      const change = Math.abs(slip - (slips[p - 1] ?? 6))
      if (p > 0 && change > 3) continue
      visit([...slips, slip], total - 0.25 * change + (ends[p + 1] - ends[p]) * table[p][slip])
    }
  }
  visit([], 0)
  const slips = best.slips.map((slip, p) => {
    if (slip === 0 || slip === 12) return slip
    const [before, here, after] = table[p].slice(slip - 1, slip + 2)
    const bend = before - 2 * here + after
    return bend < 0 ? slip + Math.max(-0.5, Math.min(0.5, (0.5 * (before - after)) / bend)) : slip
  })
  return fine.map((x) =>
    Array.from({ length: count }, (_, i) => {
      const place = Math.min(pieces - 1, Math.max(0, ((i + 0.5) * pieces) / count - 0.5))
      const p = Math.floor(place)
      const slip = slips[p] + (place - p) * ((slips[p + 1] ?? slips[p]) - slips[p])
      const j = Math.min(x.length - 2, Math.floor(2 * i + slip))
      return x[j] + (2 * i + slip - j) * (x[j + 1] - x[j])
    }),
  )
}

describe('the course of slips', () => {
  const swung = (shift: (i: number) => number) => (x: Float64Array) =>
    Float64Array.from({ length: 75 }, (_, i) => resample(x, i + shift(i), 1, 1)[0])

  it.each([
    ['one that swings', swung((i) => 2 * Math.sin(i / 12)), EXACT],
    ['one that runs away', swung((i) => i / 14), EXACT],
    ['one that is three samples early', swung(() => 3), EXACT],
    ['one that is three samples late', swung((i) => (i < 3 ? 0 : -3)), EXACT],
    ['one that leaps', swung((i) => (i < 30 ? -1 : 1.7)), EXACT],
    ['part of it, later and slower', (x: Float64Array) => x.slice(8, 70), { ...EXACT, lag: 9, warp: 1.03 }],
    ['part of it, earlier and quicker', (x: Float64Array) => x.slice(0, 70), { ...EXACT, lag: -4, warp: 0.97 }],
    ['hardly a second', (x: Float64Array) => x.slice(0, 20), { ...EXACT, lag: 1 }],
    ['half a second', (x: Float64Array) => x.slice(0, 11), EXACT],
  ])('is the best of all for %s', (_, change, alignment) => {
    const a = series(7, 80)
    const b = a.map(change)
    const { b: aligned } = alignElastically(a, b, alignment)
    plainlyAligned(a, b, alignment).forEach((column, k) => {
      expect(aligned[k]).toHaveLength(column.length)
      column.forEach((value, i) => expect(aligned[k][i]).toBeCloseTo(value, 9))
    })
  })

  it.each([8, 9, 10])('is the best of all for other motion, too: %d', (seed) => {
    const [a, b] = [series(7, 78), series(seed, 78)]
    const { b: aligned } = alignElastically(a, b, EXACT)
    plainlyAligned(a, b, EXACT).forEach((column, k) => {
      column.forEach((value, i) => expect(aligned[k][i]).toBeCloseTo(value, 9))
    })
  })
})
