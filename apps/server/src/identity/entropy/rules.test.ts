import { describe, expect, it } from 'vitest'
import {
  computeDecayedScore,
  type Entropy,
  findLevel,
  computeStreak,
  computeProgress,
  recordBeyondLimit,
  recordScan,
  toState,
  computeMultiplier,
} from './rules.ts'

const NEW: Entropy = { score: 0, streakDays: 0, bestPes: 0, lastDay: null }
const entropyWith = (changes: Partial<Entropy>): Entropy => ({ ...NEW, ...changes })

describe('findLevel', () => {
  it.each([
    [0, 1],
    [99, 1],
    [100, 2],
    [299, 2],
    [300, 3],
    [800, 4],
    [2000, 5],
    [5000, 6],
    [12_000, 7],
    [29_999, 7],
    [30_000, 8],
    [1_000_000, 8],
  ])('a score of %i is level %i', (score, level) => {
    expect(findLevel(score)).toBe(level)
  })
})

describe('computeProgress', () => {
  it.each([
    [0, 100, 0],
    [50, 100, 50],
    [99, 100, 99],
    [100, 300, 0],
    [200, 300, 50],
    [301, 800, 0.2],
    [29_999, 30_000, 99.99],
    [30_000, 30_000, 100],
    [45_000, 30_000, 100],
  ])('at %i the next level begins at %i and %f per cent of the way are done', (score, nextLevel, pct) => {
    expect(computeProgress(score)).toEqual({ current: score, nextLevel, pct })
  })
})

describe('computeStreak', () => {
  it.each([
    ['the first scan starts it', null, 0, '2026-03-10', 1],
    ['a second scan on the same day leaves it', '2026-03-10', 4, '2026-03-10', 4],
    ['the next day lengthens it', '2026-03-10', 4, '2026-03-11', 5],
    ['a gap of two days keeps it', '2026-03-10', 4, '2026-03-12', 4],
    ['a gap of three days keeps it', '2026-03-10', 4, '2026-03-13', 4],
    ['a gap of four days ends it', '2026-03-10', 4, '2026-03-14', 1],
    ['the turn of a leap February is one day', '2028-02-29', 4, '2028-03-01', 5],
    ['the turn of a year is one day', '2026-12-31', 4, '2027-01-01', 5],
    ['a clock that goes back leaves it', '2026-03-10', 4, '2026-03-09', 4],
  ])('%s', (_, lastDay, streakDays, day, expected) => {
    expect(computeStreak(entropyWith({ lastDay, streakDays }), day)).toBe(expected)
  })
})

describe('computeMultiplier', () => {
  it.each([
    [0, 1],
    [6, 1],
    [7, 1.5],
    [29, 1.5],
    [30, 2],
    [365, 2],
  ])('%i days count %f times', (days, multiplier) => {
    expect(computeMultiplier(days)).toBe(multiplier)
  })
})

describe('computeDecayedScore', () => {
  it.each([
    [1000, null, '2026-03-31', 1000],
    [1000, '2026-03-01', '2026-03-31', 1000],
    [1000, '2026-03-01', '2026-04-01', 999],
    [1000, '2026-03-01', '2026-04-02', 998],
    [1000, '2026-03-01', '2027-03-01', 715],
    [0, '2026-03-01', '2027-03-01', 0],
    [1, '2026-03-01', '2026-04-01', 0],
  ])('%i points last moved on %s are %i on %s', (score, lastDay, day, expected) => {
    expect(computeDecayedScore({ score, lastDay }, day)).toBe(expected)
  })
})

describe('recordScan', () => {
  it.each([
    ['no bonus below 0.70', 0.699, 1],
    ['3 from 0.70', 0.7, 4],
    ['3 below 0.85', 0.849, 4],
    ['6 from 0.85', 0.85, 7],
  ])('gains %s', (_, pes, gain) => {
    expect(recordScan(NEW, { pes }, '2026-03-10').gain).toBe(gain)
  })

  it.each([
    [6, 10],
    [29, 14],
  ])('counts with the multiplier of the new streak after %i days', (streakDays, gain) => {
    const before = entropyWith({ streakDays, lastDay: '2026-03-09' })
    expect(recordScan(before, { pes: 0.9 }, '2026-03-10').gain).toBe(gain)
  })

  it('rounds a gain down and never below one', () => {
    expect(recordScan(entropyWith({ streakDays: 7, lastDay: '2026-03-10' }), { pes: 0.1 }, '2026-03-10').gain).toBe(1)
  })

  it.each([
    [{ noise: 0.75, frequency: 0.65, biological: 0.55 }, true, 2],
    [{ noise: 0.74, frequency: 0.65, biological: 0.55 }, false, 1],
    [{ noise: 0.75, frequency: 0.64, biological: 0.55 }, false, 1],
    [{ noise: 0.75, frequency: 0.65, biological: 0.54 }, false, 1],
    [{ noise: 0.75, frequency: 0.65 }, false, 1],
    [{}, false, 1],
  ])('a spike needs all three parts: %o', (parts, spikeTriggered, gain) => {
    expect(recordScan(NEW, { pes: 0.5, ...parts }, '2026-03-10')).toMatchObject({ spikeTriggered, gain })
  })

  it('takes decay before it adds the gain, and compares levels after decay', () => {
    const before = entropyWith({ score: 102, lastDay: '2026-01-01', streakDays: 9, bestPes: 0.95 })
    expect(recordScan(before, { pes: 0.9 }, '2026-03-10')).toEqual({
      after: { score: 105, streakDays: 1, bestPes: 0.95, lastDay: '2026-03-10' },
      decay: 4,
      gain: 7,
      leveledUp: true,
      spikeTriggered: false,
    })
  })

  it('does not level up within a level', () => {
    expect(recordScan(entropyWith({ score: 100, lastDay: '2026-03-10' }), { pes: 0.9 }, '2026-03-10').leveledUp).toBe(
      false,
    )
  })

  it('never goes back a day: a call from before midnight may come to its turn after a later one', () => {
    const before = entropyWith({ score: 7, streakDays: 3, lastDay: '2026-03-11' })
    expect(recordScan(before, { pes: 0.9 }, '2026-03-10').after).toMatchObject({ streakDays: 3, lastDay: '2026-03-11' })
  })

  it('keeps the best PES', () => {
    expect(recordScan(NEW, { pes: 0.4 }, '2026-03-10').after.bestPes).toBe(0.4)
  })
})

describe('recordBeyondLimit', () => {
  it('moves nothing but the best PES', () => {
    const before = entropyWith({ score: 99, streakDays: 2, bestPes: 0.3, lastDay: '2026-03-10' })
    expect(recordBeyondLimit(before, { pes: 0.9, noise: 1, frequency: 1, biological: 1 })).toEqual({
      after: { ...before, bestPes: 0.9 },
      decay: 0,
      gain: 0,
      leveledUp: false,
      spikeTriggered: false,
    })
  })
})

describe('stateOf', () => {
  const moment = { day: '2026-04-01', registeredDay: '2026-02-01', scanCount: 5 }

  it('shows the score after decay and the level that goes with it', () => {
    const entropy = entropyWith({ score: 100, streakDays: 8, bestPes: 0.8, lastDay: '2026-03-01' })
    expect(toState(entropy, moment)).toEqual({
      entropyScore: 99,
      particleLevel: 1,
      streakDays: 8,
      streakMultiplier: 1.5,
      bestPes: 0.8,
      lastEntropyDate: '2026-03-01',
      scanCount: 5,
      progress: { current: 99, nextLevel: 100, pct: 99 },
    })
  })

  it('shows the day of registration until the first gain', () => {
    expect(toState(NEW, moment).lastEntropyDate).toBe('2026-02-01')
  })
})
