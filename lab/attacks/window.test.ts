import { describe, expect, it } from 'vitest'
import type { ImuSample } from '../../packages/engine/src/capture.ts'
import { seededRandom } from '../../packages/engine/src/random.ts'
import { moments } from './series.ts'
import { dressShapes, hasGravity, toSamples, toWindow, withChannels } from './window.ts'

const still = (n: number, stepMs: number, change: (i: number) => Partial<ImuSample> = () => ({})): ImuSample[] =>
  Array.from({ length: n }, (_, i) => ({ t: i * stepMs, ax: 0, ay: 0, az: 9.8, rx: 0, ry: 0, rz: 0, ...change(i) }))

describe('toWindow', () => {
  it('lays uneven samples on the grid by straight line', () => {
    const samples = still(100, 25, (i) => ({ ax: i * 25 }))
    const window = toWindow(samples, 50)
    expect(window?.n).toBe(124)
    expect(window?.channels[0][3]).toBeCloseTo(60, 9)
  })
  it('leaves out the gyroscope where it is not always there', () => {
    expect(toWindow(still(50, 20), 50)?.channels).toHaveLength(6)
    expect(
      toWindow(
        still(50, 20, (i) => (i === 7 ? { rx: Number.NaN } : {})),
        50,
      )?.channels,
    ).toHaveLength(3)
  })
  it('passes over unusable samples and times that do not rise', () => {
    const odd = still(60, 20, (i) => (i === 3 ? { ax: Number.NaN } : i === 5 ? { t: 0 } : { ax: i }))
    const window = toWindow(odd, 50)
    expect(window?.n).toBe(60)
    expect(window?.channels[0][3]).toBeCloseTo(3, 9)
    expect(window?.channels[0][5]).toBeCloseTo(5, 9)
  })
  it.each([
    ['nothing', [], 50],
    ['too few samples', still(31, 20), 50],
    ['one moment', still(100, 0), 50],
    ['no rate', still(100, 20), Number.NaN],
    ['no list', 'motion' as unknown as ImuSample[], 50],
    ['a list of nothing', [null, undefined, 3] as unknown as ImuSample[], 50],
  ])('is null for %s', (_, samples, rateHz) => {
    expect(toWindow(samples, rateHz)).toBeNull()
  })
  it('sees the step on which a device rounds, and none where there is none', () => {
    const stepped = toWindow(
      still(100, 20, (i) => ({ ax: Math.round(30 * Math.sin(i)) * 0.1, ay: Math.sin(i) })),
      50,
    )
    expect(stepped?.steps[0]).toBeCloseTo(0.1, 9)
    expect(stepped?.steps[1]).toBe(0)
    expect(stepped?.steps[2]).toBe(0)
  })
})

describe('toSamples', () => {
  it('gives the window back, rounded to the steps of the device', () => {
    const samples = still(40, 20, (i) => ({ ax: (i % 7) * 0.5, rz: i }))
    const window = toWindow(samples, 50)
    expect(window && toSamples(window)).toEqual(samples)
    const between =
      window &&
      withChannels(
        window,
        window.channels.map((channel) => channel.map((value) => value + 0.1)),
      )
    expect(between && toSamples(between)[1]).toMatchObject({ ax: 0.5, az: 9.9, rz: 1 })
  })
  it('never gives a value that is no number', () => {
    const window = toWindow(still(40, 20), 50)
    const broken =
      window &&
      withChannels(
        window,
        window.channels.map((channel) => channel.map(() => Number.NaN)),
      )
    expect(broken && toSamples(broken)[0]).toEqual({ t: 0, ax: 0, ay: 0, az: 0, rx: 0, ry: 0, rz: 0 })
  })
})

describe('hasGravity', () => {
  it('looks at the mean size of the acceleration', () => {
    const [with_, without] = [2.9, 3.1].map((az) =>
      toWindow(
        still(40, 20, () => ({ az })),
        50,
      ),
    )
    expect(with_ && hasGravity(with_)).toBe(false)
    expect(without && hasGravity(without)).toBe(true)
  })
})

describe('dressShapes', () => {
  it('gives mostly the mean and spread of the person, else gravity and some liveliness', () => {
    const window = toWindow(
      still(200, 20, (i) => ({ ax: 3 + Math.sin(i), rx: 40 * Math.cos(i) })),
      50,
    )
    if (!window) throw new Error('no window')
    const shapes = window.channels.map(() => Float64Array.from({ length: window.n }, (_, i) => i % 2))
    let own = 0
    for (let seed = 0; seed < 200; seed++) {
      const { channels } = dressShapes(shapes, window, seededRandom(seed))
      const [x, y, z] = channels.map(moments)
      if (Math.abs(x.mean - moments(window.channels[0]).mean) < 1e-9) own++
      else expect(Math.hypot(x.mean, y.mean, z.mean)).toBeCloseTo(9.81, 6)
    }
    expect(own).toBeGreaterThan(100)
    expect(own).toBeLessThan(160)
  })
})
