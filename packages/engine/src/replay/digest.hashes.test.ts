import { describe, expect, it, vi } from 'vitest'
import { ALTERATIONS } from '../../test/replay-alterations.ts'
import { smoothBody, smoothMotion } from '../../test/smooth-motion.ts'
import type { Capture } from '../capture.ts'
import { resample } from '../math/smoothing.ts'
import { seededRandom } from '../random.ts'
import { REPLAY } from './comparison.ts'
import { computeDescriptors, computeProbes, computeStoredHashes, decodeSeries, replayDigest } from './digest.ts'
import type { ReplaySeries } from './series.ts'

// Whole captures are computed; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 60_000 })

function seriesOf(capture: Capture): ReplaySeries {
  const digest = replayDigest(capture)
  const series = digest.status === 'ok' ? decodeSeries(digest.bytes) : null
  if (series === null) throw new Error('no digest')
  return series
}

function bitsApart(p: number, q: number): number {
  return (p ^ q).toString(2).replaceAll('0', '').length
}

const SERIES = seriesOf({ imu: smoothMotion(1) })

describe('hashes', () => {
  it('are looked for under themselves first, then with one bit turned', () => {
    const probes = computeProbes(SERIES)
    const around = Array.from({ length: probes.length / 2 }, (_, i) => probes.slice(2 * i, 2 * i + 2))
    for (const [first, other] of around) {
      expect([first.weight, other.weight]).toEqual([1, 0.7])
      expect(bitsApart(other.hash, first.hash)).toBe(1)
    }
    const firsts = new Set(around.map(([first]) => first.hash))
    expect(computeStoredHashes(SERIES).every((hash) => firsts.has(hash))).toBe(true)
  })

  it('meet those of an altered copy more often than those of other motion', () => {
    const copy = seriesOf({ imu: ALTERATIONS['combined'](smoothMotion(1), seededRandom(4)) })
    const looked = new Set(computeProbes(copy).map(({ hash }) => hash))
    const met = (series: ReplaySeries) => computeStoredHashes(series).filter((hash) => looked.has(hash)).length
    expect(met(SERIES)).toBeGreaterThanOrEqual(3)
    for (let seed = 2; seed < 8; seed++) expect(met(seriesOf({ imu: smoothMotion(seed) }))).toBeLessThan(met(SERIES))
  })

  it('of different sensors never meet', () => {
    const body = seriesOf({ frames: smoothBody(1) })
    const limit = 4 << REPLAY.turns.length
    expect(computeStoredHashes(SERIES).every((hash) => hash < limit)).toBe(true)
    expect(computeStoredHashes(body).every((hash) => hash >= limit && hash < 2 * limit)).toBe(true)
  })

  it('are as many as there are peaks far enough from both ends', () => {
    const found = computeDescriptors(SERIES)
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set([0, 1, 2, 3]))
    for (const { at, descriptor } of found) {
      expect(at).toBeGreaterThan(13)
      expect(at).toBeLessThan(SERIES.n - 14)
      expect(descriptor.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 6)
    }
  })

  it('are none for motion without peaks', () => {
    const flat = { ...SERIES, values: new Float64Array(SERIES.values.length) }
    expect(computeStoredHashes(flat)).toEqual([])
    expect(computeProbes(flat)).toEqual([])
    expect(computeStoredHashes({ ...SERIES, n: 10, values: new Float64Array(40).fill(1) })).toEqual([])
  })
})

/** Series of n values with round hills of the given heights in the first one, and nothing in the others. */
function hills(n: number, places: Readonly<Record<number, number>>): ReplaySeries {
  const values = new Float64Array(4 * n)
  for (const [place, height] of Object.entries(places))
    for (let i = 0; i < n; i++) values[i] += height * Math.exp(-(((i - Number(place)) / 1.5) ** 2))
  return { status: 'ok', kind: 'imu', n, values, present: 1, repetition: 0 }
}

const placesOf = (series: ReplaySeries) => computeDescriptors(series).map(({ at }) => at)

describe('computeDescriptors', () => {
  it.each([
    [13, []],
    [14, [14]],
    [30.25, [30.25]],
    [30.5, [30.5]],
    [65, [65]],
    [66, []],
  ])('finds a hill at %d of 80 samples with enough motion on both sides: %j', (place, found) => {
    expect(placesOf(hills(80, { [place]: 1 }))).toEqual(found.map((at) => expect.closeTo(at, 1)))
    expect(placesOf(hills(80, { [place]: 1 }))).toHaveLength(found.length)
  })

  it('takes the higher of two hills six samples apart, and both from seven on', () => {
    expect(placesOf(hills(80, { 30: 1, 36: 1.2 }))).toHaveLength(1)
    expect(placesOf(hills(80, { 30: 1.2, 36: 1 }))[0]).toBeLessThan(31)
    expect(placesOf(hills(80, { 30: 1, 38: 1.2 }))).toHaveLength(2)
  })

  it('finds no peak below zero, and none in a series that could not be calculated', () => {
    const low = hills(80, { 40: 1 })
    expect(computeDescriptors({ ...low, values: low.values.map((value) => value - 2) })).toEqual([])
    expect(computeDescriptors({ ...low, present: 0b1110 })).toEqual([])
    const second = { ...low, values: low.values.map((_, i) => low.values[(i + 240) % 320]), present: 0b1111 }
    expect(computeDescriptors(second).map(({ kind }) => kind)).toEqual([1])
  })

  it('describes 41 samples around the peak by twelve windowed waves of each series, of unit size together', () => {
    const series = hills(90, { 45: 1 })
    const other = Float64Array.from({ length: 90 }, (_, i) => Math.sin(i / 3))
    series.values.set(other, 180)
    const [{ at, kind, descriptor }] = computeDescriptors(series)
    expect(at).toBeCloseTo(45, 6)
    expect(kind).toBe(0)
    const wave = (of: Float64Array, k: number) => {
      let total = 0
      for (let i = 0; i < 41; i++) {
        const window = Math.sin((Math.PI * (i + 1)) / 42) ** 2
        total += window * Math.cos((Math.PI * (k + 1) * (i + 0.5)) / 41) * of[25 + i]
      }
      return total
    }
    const plain = [0, 1, 2, 3].flatMap((s) =>
      Array.from({ length: 12 }, (_, k) => wave(series.values.subarray(90 * s, 90 * s + 90), k)),
    )
    const size = Math.hypot(...plain)
    expect(descriptor).toHaveLength(48)
    plain.forEach((value, i) => expect(descriptor[i]).toBeCloseTo(value / size, 5))
  })
})

describe('probes', () => {
  /** Of each peak, how far every bit is from where it turns, and the hash that follows. */
  function peaks() {
    return computeDescriptors(SERIES).map(({ kind, descriptor }) => {
      const distances = REPLAY.projection.map(
        (row, b) => row.reduce((sum, value, i) => sum + value * descriptor[i], 0) - REPLAY.turns[b],
      )
      const bits = distances.reduce((hash, distance, b) => hash + (distance > 0 ? 2 ** b : 0), 0)
      return { distances, own: kind * 2 ** REPLAY.turns.length + bits }
    })
  }

  it('hold one bit for each side of a projection, below the number of the series', () => {
    expect(computeStoredHashes(SERIES)).toEqual([...new Set(peaks().map(({ own }) => own))].slice(0, 48))
  })

  it('turn the bit that is least certain', () => {
    const probes = computeProbes(SERIES)
    for (const { distances, own } of peaks()) {
      const sizes = distances.map(Math.abs)
      const least = 2 ** sizes.indexOf(Math.min(...sizes))
      // Another speed may have the same hash for other reasons.
      const found = probes.flatMap(({ hash, weight }, at) => (hash === own && weight === 1 ? [at] : []))
      expect(found.map((at) => probes[at + 1].hash ^ own)).toContain(least)
    }
  })

  it.each([0.83, 0.967, 1, 1.034, 1.2])(
    'are looked for as if the capture had been played at %d of its speed',
    (warp) => {
      const n = Math.floor((SERIES.n - 1) * warp) + 1
      const values = new Float64Array(4 * n)
      for (let k = 0; k < 4; k++)
        values.set(resample(SERIES.values.subarray(k * SERIES.n, (k + 1) * SERIES.n), 0, 1 / warp, n), k * n)
      const looked = new Set(computeProbes(SERIES).flatMap(({ hash, weight }) => (weight === 1 ? [hash] : [])))
      expect(computeStoredHashes({ ...SERIES, n, values }).filter((hash) => !looked.has(hash))).toEqual([])
    },
  )

  it('of a long capture are many, of which 48 are stored', () => {
    const long = seriesOf({ imu: smoothMotion(7, { seconds: 40 }) })
    expect(new Set(computeDescriptors(long)).size).toBeGreaterThan(60)
    const stored = computeStoredHashes(long)
    expect(stored).toHaveLength(48)
    expect(new Set(stored).size).toBe(48)
  })
})
