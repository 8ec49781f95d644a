import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { gaussian } from './draw.ts'
import { plus, smoothByCosine } from './series.ts'
import { amplitudeAdjusted, commonPhases, iaaft, multivariateIaaft, phaseRandomized } from './surrogates.ts'
import { createTransform } from './transform.ts'

const N = 200
const random = seededRandom(9)
const base = smoothByCosine(gaussian(random, N), 4)
/** Two related, skewed channels. */
const CHANNELS = [base.map((x) => Math.exp(2 * x)), plus(base, smoothByCosine(gaussian(random, N), 3), 0.5)]

const amplitudesOf = (x: Float64Array) => {
  const { re, im } = createTransform(x.length).forward(x)
  return re.map((r, k) => Math.hypot(r, im[k]))
}
const crossPhase = ([a, b]: readonly Float64Array[], k: number) => {
  const [x, y] = [a, b].map(createTransform(N).forward)
  return Math.atan2(x.im[k] * y.re[k] - x.re[k] * y.im[k], x.re[k] * y.re[k] + x.im[k] * y.im[k])
}

describe('phaseRandomised', () => {
  it.each([N, N - 1])('keeps the amplitude of every frequency to 1e-9 (n = %d)', (n) => {
    const cut = CHANNELS.map((channel) => channel.slice(0, n))
    phaseRandomized(cut, seededRandom(1)).forEach((made, c) => {
      const [was, is] = [amplitudesOf(cut[c]), amplitudesOf(made)]
      is.forEach((amplitude, k) => expect(Math.abs(amplitude - was[k])).toBeLessThan(1e-9))
      expect(made).not.toEqual(cut[c])
    })
  })
  it('loses the relation between channels, which common phases keep', () => {
    const apart = (made: readonly Float64Array[]) =>
      Math.max(...[1, 2, 3, 4, 5].map((k) => Math.abs(Math.sin((crossPhase(made, k) - crossPhase(CHANNELS, k)) / 2))))
    expect(apart(phaseRandomized(CHANNELS, seededRandom(2)))).toBeGreaterThan(0.3)
    expect(apart(commonPhases(CHANNELS, seededRandom(2)))).toBeLessThan(1e-9)
  })
})

describe.each([
  ['amplitudeAdjusted', amplitudeAdjusted],
  ['iaaft', iaaft],
  ['multivariateIaaft', multivariateIaaft],
] as const)('%s', (_, make) => {
  it('holds exactly the values of the person, in another order', () => {
    make(CHANNELS, seededRandom(3)).forEach((made, c) => {
      expect(made.toSorted()).toEqual(CHANNELS[c].toSorted())
      expect(made).not.toEqual(CHANNELS[c])
    })
  })
})

describe('iaaft', () => {
  const misfit = (made: Float64Array, c: number) => {
    const [was, is] = [amplitudesOf(CHANNELS[c]), amplitudesOf(made)]
    return is.reduce((sum, a, k) => sum + Math.abs(a - was[k]), 0) / was.reduce((a, b) => a + b)
  }
  it('comes near the spectrum too', () => {
    iaaft(CHANNELS, seededRandom(4)).forEach((made, c) => expect(misfit(made, c)).toBeLessThan(0.06))
    multivariateIaaft(CHANNELS, seededRandom(4)).forEach((made, c) => expect(misfit(made, c)).toBeLessThan(0.25))
  })
  it('keeps the relation of the channels only when made for all at once', () => {
    const correlation = ([a, b]: readonly Float64Array[]) => {
      const m = (x: Float64Array) => x.reduce((s, v) => s + v, 0) / N
      const product = (x: Float64Array, y: Float64Array) => x.reduce((s, v, i) => s + (v - m(x)) * (y[i] - m(y)), 0)
      return product(a, b) / Math.sqrt(product(a, a) * product(b, b))
    }
    const was = correlation(CHANNELS)
    expect(correlation(multivariateIaaft(CHANNELS, seededRandom(5)))).toBeGreaterThan(0.75 * was)
    expect(Math.abs(correlation(iaaft(CHANNELS, seededRandom(5))))).toBeLessThan(0.6 * was)
  })
})
