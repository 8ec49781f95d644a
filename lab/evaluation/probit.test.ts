import { describe, expect, it } from 'vitest'
import { probit } from './probit.ts'

describe('probit', () => {
  it.each([
    [0.5, 0],
    [0.8413447460685429, 1],
    [0.1586552539314571, -1],
    [0.975, 1.959963984540054],
    [0.001, -3.090232306167813],
    [0.999, 3.090232306167813],
  ])('of %d is %d', (p, deviate) => {
    expect(probit(p)).toBeCloseTo(deviate, 7)
  })
  it('is infinite at the ends', () => {
    expect(probit(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(probit(1)).toBe(Number.POSITIVE_INFINITY)
  })
})
