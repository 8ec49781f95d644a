import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { meanCorrelation } from './comparison.ts'
import { elasticallyAligned } from './elastic.ts'
import { sampledAt } from './resampling.ts'
import { smoothed } from './smoothing.ts'

function series(seed: number, n = 200): Float64Array[] {
  const random = seededRandom(seed)
  return Array.from({ length: 4 }, () =>
    smoothed(
      Float64Array.from({ length: n }, () => normal(random)),
      2,
    ),
  )
}

const EXACT = { lag: 0, warp: 1, correlation: 0, overlap: 0 }

describe('elasticallyAligned', () => {
  it('leaves a copy where it is', () => {
    const a = series(1)
    const aligned = elasticallyAligned(a, a, EXACT)
    expect(aligned.a[0]).toHaveLength(200)
    expect(aligned.b[3]).toHaveLength(200)
    expect(meanCorrelation(aligned.a, aligned.b)).toBeGreaterThan(0.999)
  })

  it.each([-2.6, -1, 0.5, 2])('takes up a shift of %d samples that the coarse search left', (shift) => {
    const a = series(2)
    const b = a.map((x) => sampledAt(x, 5 + shift, 1, 185))
    const aligned = elasticallyAligned(a, b, { ...EXACT, lag: 5 })
    const inner = (list: readonly Float64Array[]) => list.map((x) => x.subarray(5, 175))
    expect(aligned.a[0]).toHaveLength(185)
    expect(meanCorrelation(inner(aligned.a), inner(aligned.b))).toBeGreaterThan(0.99)
  })

  it('takes up a speed that swings by 4 % over the capture', () => {
    const a = series(3)
    const swing = (i: number) => i + ((0.04 * 190) / (2 * Math.PI)) * Math.sin((2 * Math.PI * i) / 190)
    const b = a.map((x) => Float64Array.from({ length: 190 }, (_, i) => sampledAt(x, swing(i), 1, 1)[0]))
    const stiff = meanCorrelation(
      a.map((x) => x.subarray(0, 190)),
      b,
    )
    const aligned = elasticallyAligned(a, b, EXACT)
    expect(stiff).toBeLessThan(0.96)
    expect(meanCorrelation(aligned.a, aligned.b)).toBeGreaterThan(0.985)
  })

  it('cannot make different motion alike', () => {
    const aligned = elasticallyAligned(series(4), series(5), EXACT)
    expect(meanCorrelation(aligned.a, aligned.b)).toBeLessThan(0.4)
  })

  it('plays the second capture at the speed it is told', () => {
    const a = series(6)
    const b = a.map((x) => sampledAt(x, 0, 1.05, 190))
    const aligned = elasticallyAligned(a, b, { ...EXACT, warp: 1.05 })
    expect(aligned.a[0].length).toBe(199)
    expect(meanCorrelation(aligned.a, aligned.b)).toBeGreaterThan(0.995)
  })

  it('is 0 or at least no error where nothing moves', () => {
    const still = [new Float64Array(60)]
    const aligned = elasticallyAligned(still, still, EXACT)
    expect(meanCorrelation(aligned.a, aligned.b)).toBe(0)
  })
})
