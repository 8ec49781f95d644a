import { describe, expect, it } from 'vitest'
import { cheapestPath, findLowest } from './alignment.ts'

/** Misfit 0 where the path should run, 1 elsewhere. */
function along(lags: readonly number[], width: number, minLag: number) {
  const values = new Float64Array(lags.length * width).fill(1)
  lags.forEach((lag, s) => {
    values[s * width + lag - minLag] = 0
  })
  return { values, steps: lags.length, width, minLag }
}

describe('cheapestPath', () => {
  it('follows the misfit where a change of lag is cheap', () => {
    const path = cheapestPath(along([-1, -1, 1, 1, 0], 4, -1), 0.2)
    expect([...path.lags]).toEqual([-1, -1, 1, 1, 0])
    expect(path.travel).toBe(3)
    expect(path.misfit).toBe(0)
  })

  it('stays where a change costs more than it saves', () => {
    const path = cheapestPath(along([2, 2, 2, 0, 2], 4, 0), 0.6)
    expect([...path.lags]).toEqual([2, 2, 2, 2, 2])
    expect(path.travel).toBe(0)
    expect(path.misfit).toBeCloseTo(1 / 5, 12)
  })

  it('moves once for a lag that changes for good', () => {
    const path = cheapestPath(along([0, 0, 0, 3, 3, 3, 3], 5, -1), 0.9)
    expect([...path.lags]).toEqual([0, 0, 0, 3, 3, 3, 3])
    expect(path.travel).toBe(3)
  })

  it('moves down to the findLowest lag where that is cheaper', () => {
    const path = cheapestPath({ values: Float64Array.of(10, 0, 0, 10), steps: 2, width: 2, minLag: 0 }, 1)
    expect(path).toEqual({ lags: Int32Array.of(1, 0), travel: 1, misfit: 0 })
  })

  it('stays where a change saves just what it costs', () => {
    // At lag 0 from the start: 1 + 0. From lag 1 down to it: 0 + 1 for the change + 0.
    const path = cheapestPath({ values: Float64Array.of(1, 0, 0, 5), steps: 2, width: 2, minLag: 0 }, 1)
    expect(path).toEqual({ lags: Int32Array.of(0, 0), travel: 0, misfit: 0.5 })
  })

  it('takes the first lag where all are alike', () => {
    const path = cheapestPath({ values: new Float64Array(6).fill(2), steps: 2, width: 3, minLag: -1 }, 1)
    expect([...path.lags]).toEqual([-1, -1])
    expect(path.misfit).toBe(2)
  })

  it('answers one step with its findLowest lag', () => {
    const path = cheapestPath({ values: Float64Array.of(3, 1, 2), steps: 1, width: 3, minLag: 5 }, 1)
    expect(path).toEqual({ lags: Int32Array.of(6), travel: 0, misfit: 1 })
  })
})

describe('findLowest', () => {
  it('is the index of the least value, the first of equal ones', () => {
    expect(findLowest(Float64Array.of(4, 1, 3, 1))).toBe(1)
  })
})
