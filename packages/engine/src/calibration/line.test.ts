import { describe, expect, it } from 'vitest'
import { fitLine, rankTrials } from './figures.ts'

/** A hundred evenly spread scores from `start` on: median at 49.5 steps, the quantiles of one width 34 steps beside it. */
function spread(start: number, step = 1) {
  const score = Float64Array.from({ length: 100 }, (_, i) => start + step * i)
  const nobody = new Int32Array(100)
  return rankTrials({ score, first: nobody, second: nobody, weight: new Float64Array(100).fill(1) })
}

describe('fitLine', () => {
  it('is the log odds of two distributions of one width: even in the middle, steeper the further they are apart', () => {
    const [slope, offset] = fitLine(spread(20), spread(0))
    expect(slope).toBeCloseTo(20 / 34 ** 2, 12)
    expect(slope * (20 + 2 * 49.5) + 2 * offset).toBeCloseTo(0, 12)
    expect(fitLine(spread(40), spread(0))[0]).toBeCloseTo(40 / 34 ** 2, 12)
  })

  it('takes the mean of both widths, each on the side that faces the other', () => {
    const [slope] = fitLine(spread(100, 2), spread(0))
    expect(slope).toBeCloseTo((100 + 49.5) / 51 ** 2, 12)
  })

  it('is not moved by wild scores at the far ends', () => {
    const [mated, others] = [spread(20), spread(0)]
    const calm = fitLine(mated, others)
    mated.score.fill(1e9, 90)
    others.score.fill(-1e9, 0, 10)
    expect(fitLine(mated, others)).toEqual(calm)
  })

  it('rises gently at least, even where strangers score higher, and steeply at most', () => {
    expect(fitLine(spread(0), spread(20))[0]).toBe(0.01)
    expect(fitLine(spread(0), spread(0))).toEqual([0.01, -0.01 * 49.5])
    expect(fitLine(spread(5, 0), spread(0, 0))).toEqual([10, -25])
  })

  it('is laid flatter and moved where a threshold would lie beyond the log odds that the fused score tells apart', () => {
    const [mated, others] = [spread(1000), spread(0)]
    expect(fitLine(mated, others)[0]).toBeCloseTo(1000 / 34 ** 2, 12)
    const [slope, offset] = fitLine(mated, others, [0.5, 0.1])
    // The threshold at one half is 49.5, and the middle of both 549.5: eight log odds lie between them.
    expect(slope).toBeCloseTo(8 / 500, 12)
    expect(slope * 49.5 + offset).toBeCloseTo(-4, 12)
    const [steep, back] = fitLine(spread(50, 0.1), spread(0), [0.01])
    expect(steep * 98.5 + back).toBeLessThanOrEqual(4 + 1e-9)
    expect(fitLine(spread(20), spread(0), [0.01, 0.1])).toEqual(fitLine(spread(20), spread(0)))
  })
})
