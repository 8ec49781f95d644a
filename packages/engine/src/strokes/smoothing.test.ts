import { expect, it } from 'vitest'
import { smoothGaussian } from '../math/smoothing.ts'
import { seededRandom } from '../random.ts'
import { createGaussian, smoothCoarsely, smoothStretch } from './smoothing.ts'

const random = seededRandom(5)

it.each([
  [135, 20],
  [135, 4],
  [135, 0.75],
  [9, 4],
  [1, 4],
])('smooths %d samples by a sigma of %s as the plain loop does', (n, sigma) => {
  const x = Float64Array.from({ length: n }, () => random() - 0.5)
  const expected = smoothGaussian(x, sigma)
  smoothStretch(x, createGaussian(sigma)).forEach((value, i) => expect(value).toBeCloseTo(expected[i] ?? 0, 12))
})

it('leaves 0 outside of the stretch', () => {
  const smooth = smoothStretch(new Float64Array(10).fill(1), createGaussian(2), { from: 3, to: 5 })
  expect([...smooth].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([0, 0, 0, 1, 1, 0, 0, 0, 0, 0])
})

it('lies within a thousandth of that where only every fourth of a sigma is computed', () => {
  const x = Float64Array.from({ length: 135 }, (_, i) => 9.8 * Math.cos(i / 30) + random())
  const stretch = { from: 27, to: 102 }
  const expected = smoothStretch(x, createGaussian(20), stretch)
  const coarse = smoothCoarsely(x, createGaussian(20), stretch, 5)
  const apart = coarse.map((value, i) => Math.abs(value - (expected[i] ?? 0)))
  expect(Math.max(...apart)).toBeLessThan(9.8e-3)
})
