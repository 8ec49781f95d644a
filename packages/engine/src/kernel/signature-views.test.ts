import { describe, expect, it } from 'vitest'
import { signatureViews, VIEW_SERIES } from './signature-views.ts'

const N = 400
const GRAVITY = 9.80665

/** The five series for six channels given as functions of the sample. */
function viewsOf(channels: ((i: number) => number)[], hasGyro = 1): Float64Array[] {
  const flat = Float64Array.from({ length: 6 * N }, (_, at) => channels[Math.floor(at / N)]?.(at % N) ?? 0)
  const views = new Float64Array(VIEW_SERIES * N)
  signatureViews(flat, N, hasGyro, views)
  return Array.from({ length: VIEW_SERIES }, (_, view) => views.slice(view * N, (view + 1) * N))
}

const constant = (value: number) => () => value
const wave = (amplitude: number) => (i: number) => amplitude * Math.sin((2 * Math.PI * i) / 10)

describe('signatureViews', () => {
  it('sees nothing but gravity in a device at rest, however it lies', () => {
    const [moved, vertical, turning, about, whole] = viewsOf([0.6, 0, -0.8].map((share) => constant(share * GRAVITY)))
    for (const series of [moved, vertical, turning, about]) for (const value of series) expect(value).toBeCloseTo(0, 9)
    for (const value of whole) expect(value).toBeCloseTo(GRAVITY, 9)
  })

  it('projects acceleration and rotation on gravity', () => {
    const still = [constant(0), constant(GRAVITY), constant(0)]
    const [, vertical, turning, about] = viewsOf([...still, constant(3), constant(-2), constant(6)])
    expect(about[200]).toBeCloseTo(-2, 9)
    expect(turning[200]).toBeCloseTo(7, 9)
    expect(vertical[200]).toBeCloseTo(0, 9)
  })

  it('tells motion along gravity, with its sign, from motion across it', () => {
    const [moved, vertical] = viewsOf([constant(0), constant(0), (i) => GRAVITY + wave(2)(i)])
    expect(vertical[203]).toBeCloseTo(wave(2)(203), 1)
    expect(moved[203]).toBeCloseTo(Math.abs(wave(2)(203)), 1)
    const [across, upright] = viewsOf([wave(2), constant(0), constant(GRAVITY)])
    expect(across[203]).toBeCloseTo(Math.abs(wave(2)(203)), 1)
    expect(Math.abs(upright[203])).toBeLessThan(0.05)
  })

  it('takes the main axis where gravity was removed, turned so that the third moment is not negative', () => {
    const spikes = (sign: number) => (i: number) => sign * (i % 20 === 0 ? 6 : -6 / 19)
    for (const sign of [1, -1]) {
      const [, along] = viewsOf([constant(0), (i) => 0.6 * spikes(sign)(i), (i) => 0.8 * spikes(sign)(i)])
      expect(along[200]).toBeGreaterThan(5.5)
      expect(along[205]).toBeLessThan(0)
    }
  })

  it('leaves the views of the rotation at 0 without a gyroscope', () => {
    const [, , turning, about] = viewsOf([constant(0), constant(0), (i) => GRAVITY + wave(1)(i), constant(5)], 0)
    expect(Math.max(...turning, ...about)).toBe(0)
  })
})
