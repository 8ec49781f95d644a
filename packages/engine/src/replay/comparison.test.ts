import { describe, expect, it } from 'vitest'
import { smoothGaussian } from '../math/smoothing.ts'
import { normal, seededRandom } from '../random.ts'
import { compareSeries, halveRate, computeMeanCorrelation, computeRepetition, listSeries } from './comparison.ts'
import type { ReplaySeries } from './series.ts'

function random(seed: number, n = 200, present = 15): ReplaySeries {
  const draw = seededRandom(seed)
  const values = new Float64Array(4 * n)
  for (let k = 0; k < 4; k++) {
    const x = smoothGaussian(
      Float64Array.from({ length: n }, () => normal(draw)),
      2,
    )
    if (present & (1 << k)) values.set(x, k * n)
  }
  return { status: 'ok', kind: 'imu', n, values, present, repetition: 0.3 }
}

function part({ n, values, ...rest }: ReplaySeries, from: number, to: number): ReplaySeries {
  const cut = Array.from({ length: 4 }, (_, k) => [...values.subarray(k * n + from, k * n + to)]).flat()
  return { ...rest, n: to - from, values: Float64Array.from(cut) }
}

describe('compareSeries', () => {
  it('correlates a part with its original fully, where it belongs, without its ends', () => {
    const whole = random(1)
    const [best] = compareSeries(whole, part(whole, 50, 150)).toSorted((p, q) => q.whole - p.whole)
    expect(best.whole).toBeGreaterThan(0.999)
    expect(best.offsetMs).toBe(2000)
    expect(best.warp).toBe(1)
    // 100 common samples, of which a tenth is left out at either end.
    expect(best.overlapMs).toBe(3200)
  })

  it('leaves out no more than 0.4 s at either end', () => {
    const whole = random(2)
    const [best] = compareSeries(whole, whole).toSorted((p, q) => q.whole - p.whole)
    expect(best.overlapMs).toBe(7200)
  })

  it('takes the repetition of the capture that repeats itself less', () => {
    const [a, b] = [random(3), { ...random(3), repetition: 0.9 }]
    expect(compareSeries(a, b)[0].repetition).toBe(0.3)
    expect(compareSeries(b, a)[0].repetition).toBe(0.3)
  })

  it.each([
    ['full', 15, 15],
    ['acceleration', 15, 3],
    ['acceleration', 3, 15],
    ['acceleration', 2, 2],
    ['partial', 15, 6],
    ['partial', 7, 15],
  ] as const)('says %s where the sensors are %d and %d', (sensors, p, q) => {
    expect(compareSeries(random(4, 200, p), random(4, 200, q))[0].sensors).toBe(sensors)
  })

  it('calls landmarks landmarks, and never compares them with a sensor', () => {
    const body: ReplaySeries = { ...random(5), kind: 'landmarks' }
    expect(compareSeries(body, body)[0].sensors).toBe('landmarks')
    expect(compareSeries(body, random(5))).toEqual([])
  })

  it('has no evidence without a common series or with too short an overlap', () => {
    expect(compareSeries(random(6, 200, 3), random(6, 200, 12))).toEqual([])
    const whole = random(7)
    expect(compareSeries(part(whole, 0, 50), part(whole, 0, 50))).toEqual([])
  })
})

describe('computeRepetition', () => {
  it('is near 1 for what comes again every second, near 0 for what never does', () => {
    const once = random(8, 25)
    const values = Float64Array.from(
      { length: 800 },
      (_, i) => once.values[Math.floor(i / 200) * 25 + ((i % 200) % 25)],
    )
    expect(computeRepetition({ ...once, n: 200, values })).toBeGreaterThan(0.99)
    expect(computeRepetition(random(9))).toBeLessThan(0.6)
  })

  it('is 0 where nothing can be compared', () => {
    expect(computeRepetition({ ...random(10), values: new Float64Array(800) })).toBe(0)
    expect(computeRepetition(random(11, 40))).toBe(0)
  })
})

describe('meanCorrelation', () => {
  const up = Float64Array.of(1, 2, 3)
  const down = Float64Array.of(-1, -2, -3)

  it('is the mean over series that move on both sides', () => {
    expect(computeMeanCorrelation([up, up], [up, down])).toBeCloseTo(0, 12)
    expect(computeMeanCorrelation([up], [Float64Array.of(3, 2, 1)])).toBeCloseTo(10 / 14, 12)
    expect(computeMeanCorrelation([up, up], [up, new Float64Array(3)])).toBeCloseTo(1, 12)
    expect(computeMeanCorrelation([new Float64Array(3), up], [up, up])).toBeCloseTo(1, 12)
  })

  it('is 0 without any', () => {
    expect(computeMeanCorrelation([], [])).toBe(0)
    expect(computeMeanCorrelation([new Float64Array(3)], [up])).toBe(0)
  })
})

describe('series', () => {
  it('are picked by their bits', () => {
    const values = Float64Array.of(0, 0, 1, 1, 2, 2, 3, 3)
    const list = listSeries({ status: 'ok', kind: 'imu', n: 2, values, present: 15, repetition: 0 }, 0b1010)
    expect(list.map((x) => [...x])).toEqual([
      [1, 1],
      [3, 3],
    ])
  })

  it('are halved by the mean of every two samples', () => {
    expect([...halveRate([Float64Array.of(1, 3, 5, 9, 100)])[0]]).toEqual([2, 7])
  })
})
