import { describe, expect, it } from 'vitest'
import { toEvenClock } from './score.ts'

const at = (...times: number[]) => times.map((t, i) => ({ t, ax: i, ay: 0, az: 0 }))

describe('onEvenClock', () => {
  it('spreads the samples evenly between the first and the last time, in their order', () => {
    const even = toEvenClock(at(100, 101, 150, 160))
    expect(even?.map(({ t }) => t)).toEqual([100, 120, 140, 160])
    expect(even?.map(({ ax }) => ax)).toEqual([0, 1, 2, 3])
  })
  it('leaves an even clock alone, also one rounded to milliseconds', () => {
    expect(toEvenClock(at(0, 20, 40, 60))).toBeNull()
    expect(toEvenClock(at(0, 17, 33, 50))).toBeNull()
    expect(toEvenClock(at(100, 120, 140))).toBeNull()
    expect(toEvenClock(at(0, 20, 41, 60))).not.toBeNull()
  })
  it('takes a missing sample for a time that is not even', () => {
    const [first, , last] = at(0, 20, 40)
    expect(toEvenClock([first, null as never, last])?.map(({ t }) => t)).toEqual([0, 20, 40])
  })
  it('has no even clock for fewer than two times, or for times that do not advance', () => {
    expect(toEvenClock([])).toBeNull()
    expect(toEvenClock(at(5))).toBeNull()
    expect(toEvenClock(at(5, 7, 5))).toBeNull()
    expect(toEvenClock(at(9, 7, 5))).toBeNull()
  })
})
