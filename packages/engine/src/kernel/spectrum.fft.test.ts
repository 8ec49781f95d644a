import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../random.ts'
import { fft, twiddles } from './spectrum.ts'

const LENGTHS = [1, 2, 4, 8, 64, 512]

describe('fft', () => {
  it.each(LENGTHS)('agrees with the definition of the transform for %d numbers', (n) => {
    const { re, im } = noise(n)
    const expected = bySum(re, im)
    fft(re, im, n, twiddles(n))
    expectClose(re, expected.re)
    expectClose(im, expected.im)
  })

  it('puts a whole number of periods of a cosine into its two bins', () => {
    const n = 32
    const re = Float64Array.from({ length: n }, (_, t) => Math.cos((2 * Math.PI * 5 * t) / n))
    const im = new Float64Array(n)
    fft(re, im, n, twiddles(n))
    expectClose(
      re,
      Float64Array.from({ length: n }, (_, k) => (k === 5 || k === n - 5 ? n / 2 : 0)),
    )
    expectClose(im, new Float64Array(n))
  })
})

function noise(n: number) {
  const random = seededRandom(n)
  const numbers = () => Float64Array.from({ length: n }, () => normal(random))
  return { re: numbers(), im: numbers() }
}

function bySum(re: Float64Array, im: Float64Array) {
  const n = re.length
  const turned = (k: number, part: (c: number, s: number, t: number) => number) =>
    re.reduce((total, _, t) => {
      const angle = (-2 * Math.PI * k * t) / n
      return total + part(Math.cos(angle), Math.sin(angle), t)
    }, 0)
  return {
    re: re.map((_, k) => turned(k, (c, s, t) => re[t] * c - im[t] * s)),
    im: re.map((_, k) => turned(k, (c, s, t) => re[t] * s + im[t] * c)),
  }
}

function expectClose(actual: Float64Array, expected: Float64Array): void {
  expect(actual.length).toBe(expected.length)
  for (let i = 0; i < actual.length; i++) expect(actual[i]).toBeCloseTo(expected[i], 8)
}
