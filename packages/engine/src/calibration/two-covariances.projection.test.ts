import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { readSettings } from './settings.ts'
import type { Subject } from './subjects.ts'
import { addOuter, difference, symmetrize, project, fitProjection, multiply } from './two-covariances.ts'

function subject(windows: readonly (readonly number[])[], weight = 1): Subject {
  const own = windows.map((x) => Float32Array.from(x))
  return { windows: own, sessions: 1, source: null, weight, person: null, key: 0 }
}

/** Variances of 8, 2 and 0.5 along the axes, around (5, -1, 0, 3); the last number never changes. */
const AXES = [
  [4, 0, 0],
  [-4, 0, 0],
  [0, 2, 0],
  [0, -2, 0],
  [0, 0, 1],
  [0, 0, -1],
].map(([x, y, z]) => subject([[5 + x, -1 + y, z, 3]]))
const ALL = 32 / 6 + 8 / 6 + 2 / 6

describe('fitProjection', () => {
  it('has the directions of most variance first, and only those that vary', () => {
    const { d, k, mean, rows, retained } = fitProjection(AXES, 4, readSettings(undefined))
    expect([d, k]).toEqual([4, 3])
    expect(Array.from(mean)).toEqual([5, -1, 0, 3].map((value) => expect.closeTo(value, 9)))
    expect(rows).toHaveLength(12)
    expect(Array.from(rows, Math.abs)).toEqual(
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0].map((value) => expect.closeTo(value, 9)),
    )
    expect(retained).toBeCloseTo(1, 12)
  })

  it.each([
    [1, 32 / 6 / ALL],
    [2, 40 / 6 / ALL],
    [9, 1],
  ])(
    'keeps %d components where asked, as far as there are, and says how much of the variance',
    (pcaOutputDim, share) => {
      const { k, retained } = fitProjection(AXES, 4, readSettings({ pcaOutputDim }))
      expect(k).toBe(Math.min(3, pcaOutputDim))
      expect(retained).toBeCloseTo(share, 12)
    },
  )

  it.each([
    [0.5, 1],
    [0.77, 2],
    [0.96, 3],
    [1, 3],
  ])('says how many components a share of %d would need: %d', (minVariance, needed) => {
    expect(fitProjection(AXES, 4, readSettings({ minVariance, pcaOutputDim: 1 })).needed).toBe(needed)
  })

  it('keeps 48 components, and more only where the variance needs them', () => {
    const random = seededRandom(4)
    const many = Array.from({ length: 200 }, () => subject([Array.from({ length: 60 }, () => normal(random))]))
    expect(fitProjection(many, 60, readSettings({ minVariance: 0.5 })).k).toBe(48)
    const most = fitProjection(many, 60, readSettings({ minVariance: 0.99 }))
    expect(most.k).toBe(most.needed)
    expect(most.k).toBeGreaterThan(48)
    expect(most.retained).toBeGreaterThanOrEqual(0.99)
  })

  it('weighs every subject by its weight, however many windows there are', () => {
    const often = subject(Array.from({ length: 50 }, () => [3, 0]))
    const once = subject([[0, 3]])
    expect(Array.from(fitProjection([often, once], 2, readSettings({})).mean)).toEqual([
      expect.closeTo(1.5, 12),
      expect.closeTo(1.5, 12),
    ])
    const heavy = fitProjection([subject([[3, 0]], 1), subject([[0, 3]], 0.5)], 2, readSettings({}))
    expect(Array.from(heavy.mean)).toEqual([expect.closeTo(2, 12), expect.closeTo(1, 12)])
  })

  it('still has a direction where nothing varies', () => {
    const still = fitProjection([subject([[1, 2]]), subject([[1, 2]])], 2, readSettings({}))
    expect(still).toMatchObject({ k: 1, needed: 1, retained: 0 })
    expect(still.rows.every(Number.isFinite)).toBe(true)
  })
})

describe('project', () => {
  it('is the place of a window about the mean, along the components', () => {
    const projection = fitProjection(AXES, 4, readSettings({ pcaOutputDim: 2 }))
    expect(Array.from(project(projection, [7, -4, 9, 3]), Math.abs)).toEqual([
      expect.closeTo(2, 9),
      expect.closeTo(3, 9),
    ])
  })
})

describe('turned, difference, addOuter, mirrored', () => {
  it('are the product with rows, and the difference', () => {
    expect(multiply(Float64Array.of(1, 2, 3, 4, 5, 6), 2, Float64Array.of(1, 10, 100), 3)).toEqual(
      Float64Array.of(321, 654),
    )
    expect(difference([5, 7], [1, 10])).toEqual(Float64Array.of(4, -3))
  })

  it('add the square of a vector to the lower half, and copy it to the upper one', () => {
    const total = new Float64Array(9).fill(1)
    addOuter(total, Float64Array.of(1, 2, 3), 2)
    expect(total).toEqual(Float64Array.of(3, 1, 1, 5, 9, 1, 7, 13, 19))
    expect(symmetrize(total, 3)).toEqual(Float64Array.of(3, 5, 7, 5, 9, 13, 7, 13, 19))
  })
})
