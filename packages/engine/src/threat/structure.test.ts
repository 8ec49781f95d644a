import { describe, expect, it } from 'vitest'
import { type ImuSample, readImu } from '../capture.ts'
import { normal, seededRandom } from '../random.ts'
import { type EvenMotion, toEvenMotion } from '../timeline.ts'
import { computeHeldShare, findLongestRepeat, findMostAlikeAxes, listStructureFindings } from './structure.ts'

/** Four seconds in which every channel goes its own way. */
function lively(change: (sample: ImuSample, i: number) => Partial<ImuSample> = () => ({})): ImuSample[] {
  const random = seededRandom(11)
  return Array.from({ length: 200 }, (_, i) => {
    const [ax, ay, az, rx, ry, rz] = Array.from({ length: 6 }, () => normal(random))
    const sample = { t: i * 20, ax, ay, az: az + 9.81, rx, ry, rz }
    return { ...sample, ...change(sample, i) }
  })
}

function even(samples: ImuSample[]): EvenMotion {
  return toEvenMotion(readImu(samples), 2000) as EvenMotion
}

const kinds = (samples: ImuSample[]) => listStructureFindings(samples, even(samples)).map(({ kind }) => kind)

describe('mostAlikeAxes', () => {
  it('finds an axis copied to another of the same sensor, with its sign', () => {
    const copied = lively(({ ax }) => ({ az: 5 - 2 * ax }))
    const alike = findMostAlikeAxes(even(copied))
    expect(alike).toMatchObject({ first: 'ax', second: 'az' })
    expect(alike?.correlation).toBeCloseTo(-1, 9)
    expect(findMostAlikeAxes(even(lively(({ ry = 0 }) => ({ rz: ry }))))).toMatchObject({ first: 'ry', second: 'rz' })
  })

  it('does not compare an axis of one sensor with one of the other', () => {
    const across = findMostAlikeAxes(even(lively(({ ax }) => ({ rx: ax }))))
    expect(Math.abs(across?.correlation ?? 1)).toBeLessThan(0.3)
  })

  it('calculates the correlation of the changes', () => {
    // Changes of ax: 1, -1, 1, …; of ay: 1, -1, 1, … but 3, -3 in every second pair: r = (1 + 3) / √(2 · 10).
    const samples = lively((_, i) => ({
      ax: i % 2,
      ay: i % 4 === 1 ? 1 : i % 4 === 3 ? 3 : 0,
      az: 0,
      rx: 0,
      ry: 0,
      rz: 0,
    }))
    const alike = findMostAlikeAxes(even(samples.slice(0, 197)))
    expect(alike).toMatchObject({ first: 'ax', second: 'ay' })
    expect(alike?.correlation).toBeCloseTo(4 / Math.sqrt(20), 2)
  })

  it('leaves constant channels out, and needs two that change', () => {
    expect(findMostAlikeAxes(even(lively(() => ({ ax: 1, ay: 2, rx: 0, ry: 0 }))))).toBeNull()
  })

  it('works without a gyroscope', () => {
    const bare = lively(({ ax }) => ({ ay: ax })).map(({ t, ax, ay, az }) => ({ t, ax, ay, az }))
    expect(findMostAlikeAxes(even(bare))?.correlation).toBeCloseTo(1, 9)
  })
})

describe('longestRepeat', () => {
  it('finds the longer of two loops, and says where it stands', () => {
    const samples = lively()
    const looped = [
      ...samples.slice(0, 60),
      ...samples.slice(10, 30),
      ...samples.slice(60, 100),
      ...samples.slice(20, 60),
    ]
    const timed = looped.map((sample, i) => ({ ...sample, t: i * 20 }))
    expect(findLongestRepeat(timed)).toEqual({ samples: 40, firstMs: 20 * 20, againMs: 120 * 20 })
  })

  it('keeps the longer loop when a shorter one follows', () => {
    const samples = lively()
    const looped = [...samples, ...samples.slice(10, 60), ...samples.slice(100, 120)].map((sample, i) => ({
      ...sample,
      t: i * 20,
    }))
    expect(findLongestRepeat(looped)?.samples).toBe(50)
  })

  it('needs twelve samples in a row', () => {
    const samples = lively()
    const again = (length: number) =>
      [...samples, ...samples.slice(50, 50 + length)].map((sample, i) => ({ ...sample, t: i * 20 }))
    expect(findLongestRepeat(again(11))).toBeNull()
    expect(findLongestRepeat(again(12))).toMatchObject({ samples: 12, firstMs: 1000, againMs: 4000 })
  })

  it('finds a loop that follows another at once, each in its full length', () => {
    const samples = lively()
    const timed = [...samples, ...samples.slice(10, 30), ...samples.slice(100, 140)].map((sample, i) => ({
      ...sample,
      t: i * 20,
    }))
    expect(findLongestRepeat(timed)).toEqual({ samples: 40, firstMs: 100 * 20, againMs: 220 * 20 })
  })

  it('names the first of two loops of the same length', () => {
    const samples = lively()
    const timed = [...samples, ...samples.slice(10, 30), ...samples.slice(100, 120)].map((sample, i) => ({
      ...sample,
      t: i * 20,
    }))
    expect(findLongestRepeat(timed)).toEqual({ samples: 20, firstMs: 10 * 20, againMs: 200 * 20 })
  })

  it('counts a stretch that changes eight times in twelve samples, none that changes seven times', () => {
    const random = seededRandom(5)
    // Twelve samples of which so many differ from the one before, between stretches that never come again.
    const stretch = (changes: number) =>
      Array.from({ length: 12 }, (_, i) => ({ ax: 1000 + Math.min(i, changes), ay: 0, az: 0, rx: 0, ry: 0, rz: 0 }))
    const apart = () =>
      Array.from({ length: 20 }, () => ({ ax: normal(random), ay: normal(random), az: 9.8, rx: 0, ry: 0, rz: 0 }))
    const twice = (changes: number) =>
      [...apart(), ...stretch(changes), ...apart(), ...stretch(changes)].map((sample, i) => ({ ...sample, t: i * 20 }))
    expect(findLongestRepeat(twice(8))).toEqual({ samples: 12, firstMs: 20 * 20, againMs: 52 * 20 })
    expect(findLongestRepeat(twice(7))).toBeNull()
  })

  it('does not take a resting phone for a loop', () => {
    expect(
      findLongestRepeat(lively((_, i) => ({ ax: 0, ay: 0, az: i % 40 === 0 ? 9.9 : 9.8, rx: 0, ry: 0, rz: 0 }))),
    ).toBeNull()
  })

  it.each(['ax', 'ay', 'az', 'rx', 'ry', 'rz'])('looks at %s too', (axis) => {
    const samples = lively()
    const almost = samples.slice(50, 100).map((sample, i) => (i % 5 === 0 ? { ...sample, [axis]: 77 + i } : sample))
    expect(findLongestRepeat([...samples, ...almost])).toBeNull()
  })

  it('finds nothing in nothing', () => {
    expect(findLongestRepeat([])).toBeNull()
  })
})

describe('computeHeldShare', () => {
  it('is the share of samples that equal their predecessor in every channel', () => {
    const samples = lively()
    const held = samples.flatMap((sample) => [sample, sample])
    expect(computeHeldShare(held)).toBeCloseTo(200 / 399, 12)
    expect(computeHeldShare(samples)).toBe(0)
  })

  it.each(['ax', 'ay', 'az', 'rx', 'ry', 'rz'])('sees a change of %s alone', (axis) => {
    const still = lively(() => ({ ax: 0, ay: 0, az: 0, rx: 0, ry: 0, rz: 0 }))
    expect(computeHeldShare(still)).toBe(1)
    expect(computeHeldShare(still.map((sample, i) => ({ ...sample, [axis]: i })))).toBe(0)
  })

  it('is 0 where there is nothing to compare', () => {
    expect(computeHeldShare([])).toBe(0)
    expect(computeHeldShare(lively().slice(0, 1))).toBe(0)
  })
})

describe('structureFindings', () => {
  it('finds nothing in lively samples', () => {
    expect(kinds(lively())).toEqual([])
  })

  it('flags copied axes, loops, held values and unusable samples, each with its severity and number', () => {
    const [copied] = listStructureFindings(
      lively(({ ax }) => ({ ay: ax })),
      even(lively(({ ax }) => ({ ay: ax }))),
    )
    expect(copied).toMatchObject({ kind: 'copied_axes', severity: 'high', metric: 'axisCorrelation' })
    expect(copied.value).toBeCloseTo(1, 9)
    expect(copied.explanation).toMatch(/^ax and ay move as one \(correlation 1\.000\)/)

    const looped = [...lively(), ...lively()].map((sample, i) => ({ ...sample, t: i * 20 }))
    expect(listStructureFindings(looped, even(looped))).toMatchObject([
      { kind: 'repeated_stretch', severity: 'high', metric: 'repeatedSamples', value: 200 },
    ])
    expect(listStructureFindings(looped, even(looped))[0].explanation).toMatch(/^200 samples from 0 ms .* at 4000 ms/)

    const held = lively().flatMap((sample) => [0, 4, 8, 12].map((later) => ({ ...sample, t: sample.t + later })))
    expect(listStructureFindings(held, even(held))).toMatchObject([
      { kind: 'held_values', severity: 'medium', metric: 'heldShare' },
    ])
    expect(listStructureFindings(held, even(held))[0].explanation).toMatch(/^75 % of the samples/)

    const spoiled = lively((_, i) => (i % 50 === 7 ? { ax: Number.NaN } : {}))
    expect(listStructureFindings(spoiled, even(spoiled))).toMatchObject([
      { kind: 'unusable_samples', severity: 'low', metric: 'unusableShare', value: 0.02 },
    ])
    expect(listStructureFindings(spoiled, even(spoiled))[0].explanation).toMatch(/^4 of 200 samples/)
  })

  it('lets axes be as alike as they are in real hands, and no more', () => {
    const mixed = (weight: number) =>
      lively(({ ax, ay }) => ({ ay: weight * ax + Math.sqrt(1 - weight * weight) * ay }))
    expect(kinds(mixed(0.93))).toEqual([])
    expect(kinds(mixed(0.99))).toEqual(['copied_axes'])
  })

  it('lets a slow sensor hold every second value', () => {
    expect(kinds(lively().flatMap((sample) => [sample, { ...sample, t: sample.t + 10 }]))).toEqual([])
  })
})
