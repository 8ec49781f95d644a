import { describe, expect, it } from 'vitest'
import { type ImuSample, type Insufficient, readImu } from './capture.ts'
import { type EvenMotion, toEvenMotion, GRID_HZ, selectRising, findLongestStretch } from './timeline.ts'

const wave = (ms: number) => Math.sin((2 * Math.PI * ms) / 1000)

/** Samples of a slow wave under gravity, at any rate. */
function samplesAt(hz: number, seconds = 4): ImuSample[] {
  return Array.from({ length: Math.round(hz * seconds) + 1 }, (_, i) => sampleAt((i * 1000) / hz))
}

function sampleAt(t: number): ImuSample {
  return { t, ax: wave(t), ay: 2 * wave(t), az: 9.81, rx: 90 * wave(t), ry: 0, rz: 180 }
}

function even(samples: unknown, minMs = 2000): EvenMotion {
  const motion = toEvenMotion(readImu(samples), minMs)
  if (motion.status !== 'ok') throw new Error(motion.reason)
  return motion
}

function refusal(samples: unknown, minMs = 2000): string {
  return (toEvenMotion(readImu(samples), minMs) as Insufficient).reason
}

describe('evenMotion', () => {
  it('keeps samples that already lie on the grid', () => {
    const { n, channels, sourceHz, dropped } = even(samplesAt(GRID_HZ))
    expect(n).toBe(201)
    expect(sourceHz).toBeCloseTo(50, 9)
    expect(dropped).toBe(0)
    expect(channels[7]).toBeCloseTo(wave(140), 12)
    expect(channels[n + 7]).toBeCloseTo(2 * wave(140), 12)
    expect(channels[2 * n + 7]).toBe(9.81)
  })

  it('turns degrees a second into radians a second, axis by axis', () => {
    const { n, channels, hasGyro } = even(samplesAt(GRID_HZ))
    expect(hasGyro).toBe(true)
    expect(channels[3 * n + 7]).toBeCloseTo((Math.PI / 2) * wave(140), 12)
    expect(channels[4 * n + 7]).toBe(0)
    expect(channels[5 * n + 7]).toBeCloseTo(Math.PI, 12)
  })

  it('interpolates linearly between samples that lie off the grid', () => {
    const { channels } = even(samplesAt(40))
    // 40 ms lies between the samples at 25 and 50 ms, three fifths of the way.
    expect(channels[2]).toBeCloseTo(0.4 * wave(25) + 0.6 * wave(50), 12)
  })

  it('averages a quicker source over each cell instead of picking single samples', () => {
    const alternating = samplesAt(200).map((sample, i) => ({ ...sample, ax: i % 2 === 0 ? 1 : -1 }))
    const { channels, n } = even(alternating)
    for (let i = 1; i < n - 1; i++) expect(Math.abs(channels[i])).toBeLessThan(1e-9)
  })

  it('does not average a source of 60 Hz', () => {
    const { channels } = even(samplesAt(60).map((sample, i) => ({ ...sample, ax: i === 6 ? 1 : 0 })))
    expect(channels[5]).toBeCloseTo(1, 9)
  })

  it('starts at the first sample whatever its clock says', () => {
    const late = samplesAt(GRID_HZ).map((sample) => ({ ...sample, t: sample.t + 1_700_000_000_000 }))
    expect(even(late).channels[7]).toBeCloseTo(wave(140), 9)
  })

  it('averages samples of one and the same time', () => {
    const samples = samplesAt(GRID_HZ)
    const twice = samples.flatMap((sample) => [
      sample,
      { ...sample, ax: sample.ax + 3 },
      { ...sample, ax: sample.ax + 6 },
    ])
    const { channels, dropped } = even(twice)
    expect(dropped).toBe(0)
    expect(channels[7]).toBeCloseTo(wave(140) + 3, 9)
  })

  it('leaves out single samples that run backwards or hold no number, and says how many', () => {
    const samples: unknown[] = samplesAt(GRID_HZ)
    samples[50] = { ...sampleAt(900) }
    samples[60] = { ...sampleAt(1200), ay: Number.NaN }
    samples[70] = null
    samples[80] = { ...sampleAt(1600), rz: '3' }
    samples[90] = { ...sampleAt(1800), az: 1001 }
    samples[95] = { ...sampleAt(1900), rx: 20_001 }
    expect(even(samples).dropped).toBe(6)
  })

  it.each([
    ['ax', 1000],
    ['ay', -1000],
    ['az', 1000],
    ['rx', 20_000],
    ['ry', -20_000],
  ])('takes %s up to %d', (axis, limit) => {
    const samples = samplesAt(GRID_HZ).map((sample, i) => (i === 9 ? { ...sample, [axis]: limit } : sample))
    expect(even(samples).dropped).toBe(0)
  })

  it('works without a gyroscope, and ignores one that is nearly always missing', () => {
    const bare = samplesAt(GRID_HZ).map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    expect(even(bare)).toMatchObject({ hasGyro: false, n: 201 })
    expect(even(bare).channels).toHaveLength(603)
    const seldom = samplesAt(GRID_HZ).map((sample, i) => (i % 5 === 0 ? sample : bare[i]))
    expect(even(seldom)).toMatchObject({ hasGyro: false, dropped: 0 })
  })

  it('drops the few samples without rotation where nearly all have it', () => {
    const samples = samplesAt(GRID_HZ).map((sample, i) => (i % 20 === 3 ? { ...sample, ry: undefined } : sample))
    expect(even(samples)).toMatchObject({ hasGyro: true, dropped: 10 })
  })

  it.each([
    [2.99, false],
    [3.01, true],
  ])('with a mean of %d m/s² says that gravity is %s', (az, hasGravity) => {
    const samples = samplesAt(GRID_HZ).map((sample, i) => ({ ...sample, ax: 0, ay: i % 2 === 0 ? 1e-6 : 0, az }))
    expect(even(samples).hasGravity).toBe(hasGravity)
  })

  it('keeps the longest stretch when the capture has a hole', () => {
    const holed = samplesAt(GRID_HZ, 6).filter(({ t }) => t <= 1000 || t > 1260)
    const { n, channels } = even(holed)
    expect(n).toBe((6000 - 1280) / 20 + 1)
    expect(channels[0]).toBeCloseTo(wave(1280), 9)
    expect(even(samplesAt(GRID_HZ, 6).filter(({ t }) => t <= 1000 || t >= 1240)).n).toBe(301)
  })

  it('looks at the newest samples of a capture without end', () => {
    const endless = Array.from({ length: 120_100 }, (_, i) => sampleAt(i * 20))
    expect(even(endless).n).toBe(120_000)
  })

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /no motion samples/],
    ['no array', 'abc', /no motion samples/],
    ['an empty list', [], /no motion samples/],
    ['garbage', [1, 'x', null, {}], /4 of 4 samples/],
    ['one sample', [sampleAt(0)], /0\.0 s of unbroken motion, at least 2 s/],
    ['too short a time', samplesAt(GRID_HZ, 1.9), /1\.9 s of unbroken motion/],
    ['a slow sensor', samplesAt(10), /too slowly \(10 Hz\)/],
    ['time standing still', samplesAt(GRID_HZ).map((sample) => ({ ...sample, t: 5 })), /0\.0 s/],
    ['time running backwards', samplesAt(GRID_HZ).toReversed(), /200 of 201 samples/],
    ['times without end', samplesAt(GRID_HZ).map((sample) => ({ ...sample, t: Infinity })), /201 of 201/],
    ['values that never change', samplesAt(GRID_HZ).map(({ t }) => ({ ...sampleAt(0), t })), /hardly moved/],
  ])('answers with the reason for %s', (_, samples, reason) => {
    expect(refusal(samples)).toMatch(reason)
  })

  it('sees one changing channel as motion', () => {
    const samples = samplesAt(GRID_HZ).map(({ t }, i) => ({ ...sampleAt(0), t, rz: i === 200 ? 1 : 0 }))
    expect(even(samples).n).toBe(201)
  })

  it('accepts just what it was asked for', () => {
    expect(even(samplesAt(GRID_HZ, 2)).n).toBe(101)
    expect(even(samplesAt(18)).sourceHz).toBeCloseTo(18, 9)
  })

  it('accepts one bad sample of ten and refuses more', () => {
    const spoiled = (every: number) =>
      samplesAt(GRID_HZ, 4)
        .slice(0, 200)
        .map((sample, i) => (i % every === 5 ? null : sample))
    expect(even(spoiled(10)).dropped).toBe(20)
    expect(refusal(spoiled(9))).toMatch(/22 of 200/)
  })
})

describe('longestStretch', () => {
  it.each([
    ['no times', [], 0, 0],
    ['one time', [5], 0, 1],
    ['a gap as long as allowed', [0, 100, 200], 0, 3],
    ['a longer gap', [0, 101, 201], 1, 3],
    ['two of one length', [0, 50, 500, 550], 0, 2],
  ])('of %s', (_, times, from, to) => {
    expect(findLongestStretch(times, 100)).toEqual({ from, to })
  })
})

describe('keepRising', () => {
  it('drops what is not later than all before it', () => {
    expect(selectRising([0, 20, 20, 10, 21].map((t) => ({ t })))).toEqual([{ t: 0 }, { t: 20 }, { t: 21 }])
  })

  it('drops what follows too soon', () => {
    expect(
      selectRising(
        [0, 24, 25, 49, 50].map((t) => ({ t })),
        25,
      ),
    ).toEqual([{ t: 0 }, { t: 25 }, { t: 50 }])
  })
})
