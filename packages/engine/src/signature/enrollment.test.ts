import { describe, expect, it } from 'vitest'
import { areWindows, enroll, isEnrollment, isUsableSignature } from './enrollment.ts'
import { STATISTICS_LENGTH } from './statistics.ts'

const all = (value: number) => Array.from({ length: 128 }, () => value)
const signature = (value: number, missing: number[] = [], version = 'imu-1') => ({
  vector: all(value),
  version,
  missing,
})

describe('enroll', () => {
  it('keeps mean, variance and count', () => {
    const { mean, variance, count, version, missing } = enroll([signature(1), signature(2), signature(6)])
    expect(mean).toEqual(all(3))
    expect(variance).toEqual(all(7))
    expect({ count, version, missing }).toEqual({ count: 3, version: 'imu-1', missing: [] })
  })

  it('has no variance of a single signature', () => {
    expect(enroll([signature(4)])).toEqual({ version: 'imu-1', count: 1, mean: all(4), variance: all(0), missing: [] })
  })

  it('keeps the mean of statistics where every signature has them', () => {
    const plain = (value: number) => Array.from({ length: STATISTICS_LENGTH }, () => value)
    const both = enroll([
      { ...signature(1), statistics: plain(1) },
      { ...signature(1), statistics: plain(2) },
    ])
    expect(both.statistics).toEqual(plain(1.5))
    expect(enroll([{ ...signature(1), statistics: plain(1) }, signature(1)])).not.toHaveProperty('statistics')
    expect(enroll([{ ...signature(1), statistics: [1] }])).not.toHaveProperty('statistics')
  })

  it('keeps up to five signatures by themselves, from the first to the last and in hundredths', () => {
    const plain = (value: number) => Array.from({ length: STATISTICS_LENGTH }, () => value)
    const own = Array.from({ length: 9 }, (_, i) => ({ ...signature(i / 8 + 0.001), statistics: plain(-i / 1000) }))
    const { windows = [] } = enroll(own)
    expect(windows.map(({ vector }) => vector[127])).toEqual([0, 0.25, 0.5, 0.75, 1])
    expect(windows.map(({ statistics }) => statistics[0])).toEqual([0, -0, -0, -0.01, -0.01].map((value) => value + 0))
    expect(enroll(own.slice(0, 3)).windows).toHaveLength(3)
    expect(enroll(own.slice(0, 1)).windows).toHaveLength(1)
    expect(JSON.parse(JSON.stringify(enroll(own)))).toEqual(enroll(own))
    expect(enroll([...own, signature(1)])).not.toHaveProperty('windows')
  })

  it('misses what any of its signatures misses', () => {
    expect(enroll([signature(1, [3, 2]), signature(1, [3, 127]), signature(1)]).missing).toEqual([2, 3, 127])
  })

  it('leaves out signatures of another version than the first usable one', () => {
    const { version, count, mean } = enroll([signature(1), signature(9, [], 'body-1'), signature(3)])
    expect({ version, count, first: mean[0] }).toEqual({ version: 'imu-1', count: 2, first: 2 })
  })

  it('leaves out what is no signature', () => {
    const broken = [null, 5, {}, { ...signature(1), vector: [1] }, { ...signature(1), vector: all(Number.NaN) }]
    expect(enroll([...broken, signature(2)] as never).count).toBe(1)
  })

  it('is of count 0 without usable signatures', () => {
    const insufficient = signature(
      0,
      Array.from({ length: 128 }, (_, j) => j),
    )
    for (const signatures of [[], [insufficient], null, 'no']) {
      const enrollment = enroll(signatures as never)
      expect(enrollment).toEqual({ version: '', count: 0, mean: all(0), variance: all(0), missing: [] })
      expect(isEnrollment(enrollment)).toBe(false)
    }
  })

  it('survives JSON', () => {
    const enrollment = enroll([signature(0.25, [1]), signature(-1.5)])
    expect(isEnrollment(JSON.parse(JSON.stringify(enrollment)))).toBe(true)
    expect(JSON.parse(JSON.stringify(enrollment))).toEqual(enrollment)
  })
})

describe('isEnrollment', () => {
  const good = enroll([signature(1), signature(2)])

  it.each([
    ['no object', 7],
    ['null', null],
    ['without a version', { ...good, version: 1 }],
    ['without signatures', { ...good, count: 0 }],
    ['of half a signature', { ...good, count: 1.5 }],
    ['of a count in words', { ...good, count: '2' }],
    ['with a short mean', { ...good, mean: [1, 2] }],
    ['with an infinite mean', { ...good, mean: all(Number.POSITIVE_INFINITY) }],
    ['without a variance', { ...good, variance: undefined }],
    ['with a negative variance', { ...good, variance: [-1, ...all(0).slice(1)] }],
    ['that misses everything', { ...good, missing: Array.from({ length: 128 }, (_, j) => j) }],
    ['that does not say what is missing', { ...good, missing: null }],
  ])('refuses one %s', (_, value) => {
    expect(isEnrollment(value)).toBe(false)
  })

  it('knows a good one', () => {
    expect(isEnrollment(good)).toBe(true)
  })
})

describe('isUsableSignature', () => {
  it('knows a good one and refuses what lacks a part', () => {
    expect(isUsableSignature(signature(1))).toBe(true)
    for (const part of ['vector', 'version', 'missing']) {
      expect(isUsableSignature({ ...signature(1), [part]: undefined })).toBe(false)
    }
  })
})

describe('areWindows', () => {
  const window = { vector: all(1), statistics: Array.from({ length: STATISTICS_LENGTH }, () => 1) }

  it('knows one to five windows, and refuses what lacks a part', () => {
    expect(areWindows([window])).toBe(true)
    expect(areWindows(Array.from({ length: 5 }, () => window))).toBe(true)
    const six = Array.from({ length: 6 }, () => window)
    for (const wrong of [undefined, 7, [], six, [window, null], [{ ...window, vector: [1] }], [{ vector: all(1) }]]) {
      expect(areWindows(wrong)).toBe(false)
    }
  })
})
