import { describe, expect, it } from 'vitest'
import { smoothBody, smoothMotion } from '../../test/smooth-motion.ts'
import { ALTERATIONS } from '../../training/replay-alterations.ts'
import { seededRandom } from '../random.ts'
import type { Capture } from '../types.ts'
import { decoded } from './coding.ts'
import { replayDigest } from './digest.ts'
import { described, probesOf, storedHashes } from './hashes.ts'
import { REPLAY } from './parameters.ts'
import type { ReplaySeries } from './series.ts'

function seriesOf(capture: Capture): ReplaySeries {
  const digest = replayDigest(capture)
  const series = digest.status === 'ok' ? decoded(digest.bytes) : null
  if (series === null) throw new Error('no digest')
  return series
}

function bitsApart(p: number, q: number): number {
  return (p ^ q).toString(2).replaceAll('0', '').length
}

const SERIES = seriesOf({ imu: smoothMotion(1) })

describe('hashes', () => {
  it('are looked for under themselves first, then with one and two bits turned', () => {
    const probes = probesOf(SERIES)
    const around = Array.from({ length: probes.length / 10 }, (_, i) => probes.slice(10 * i, 10 * i + 10))
    for (const [first, ...others] of around) {
      expect(first.weight).toBe(1)
      expect(others.map(({ hash }) => bitsApart(hash, first.hash))).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 2])
      expect(others.map(({ weight }) => weight)).toEqual([...Array(6).fill(0.7), ...Array(3).fill(0.7 ** 2)])
      expect(new Set(others.map(({ hash }) => hash)).size).toBe(9)
    }
    const firsts = new Set(around.map(([first]) => first.hash))
    expect(storedHashes(SERIES).every((hash) => firsts.has(hash))).toBe(true)
  })

  it('meet those of an altered copy more often than those of other motion', () => {
    const copy = seriesOf({ imu: ALTERATIONS['combined'](smoothMotion(1), seededRandom(4)) })
    const looked = new Set(probesOf(copy).map(({ hash }) => hash))
    const met = (series: ReplaySeries) => storedHashes(series).filter((hash) => looked.has(hash)).length
    expect(met(SERIES)).toBeGreaterThanOrEqual(3)
    for (let seed = 2; seed < 8; seed++) expect(met(seriesOf({ imu: smoothMotion(seed) }))).toBeLessThan(met(SERIES))
  })

  it('of different sensors never meet', () => {
    const body = seriesOf({ frames: smoothBody(1) })
    const limit = 4 << REPLAY.turns.length
    expect(storedHashes(SERIES).every((hash) => hash < limit)).toBe(true)
    expect(storedHashes(body).every((hash) => hash >= limit && hash < 2 * limit)).toBe(true)
  })

  it('are as many as there are peaks far enough from both ends', () => {
    const found = described(SERIES)
    expect(new Set(found.map(({ kind }) => kind))).toEqual(new Set([0, 1, 2, 3]))
    for (const { at, descriptor } of found) {
      expect(at).toBeGreaterThan(13)
      expect(at).toBeLessThan(SERIES.n - 14)
      expect(descriptor.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 6)
    }
  })

  it('are none for motion without peaks', () => {
    const flat = { ...SERIES, values: new Float64Array(SERIES.values.length) }
    expect(storedHashes(flat)).toEqual([])
    expect(probesOf(flat)).toEqual([])
    expect(storedHashes({ ...SERIES, n: 10, values: new Float64Array(40).fill(1) })).toEqual([])
  })
})
