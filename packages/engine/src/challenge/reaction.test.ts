import { describe, expect, it } from 'vitest'
import { enrollReactions, isLaterThan, isReactionTimes } from './reaction.ts'

const at = (...onsets: (number | null)[]) => onsets.map((onsetMs) => ({ outcome: 'clear' as const, onsetMs }))
/** The mean of eighteen strokes is known; six of them scatter by 1.08 · 60 · √(1/6 + 1/18), and days by 40 ms: 50.4 ms. */
const STEADY = { count: 18, meanMs: 350, spreadMs: 60 }
const LATEST = 350 + 1.645 * Math.sqrt((1.08 * 60) ** 2 * (1 / 6 + 1 / 18) + 40 ** 2)

describe('enrollReactions', () => {
  it('keeps the mean without the quickest and slowest, and how far single strokes scatter, in whole ms', () => {
    expect(enrollReactions(at(300, 320, 340, 380, 900))).toEqual({ count: 5, meanMs: 347, spreadMs: 59 })
  })

  it('leaves out what answers no cue clearly, and says nothing of fewer than four', () => {
    const unclear = { outcome: 'unclear' as const, onsetMs: 900 }
    expect(enrollReactions([...at(300, 300, 300, null), unclear])).toBeNull()
    expect(enrollReactions([...at(300, 300, 300, 300), unclear])).toEqual({ count: 4, meanMs: 300, spreadMs: 0 })
  })
})

describe('isLaterThan', () => {
  it('goes by the mean of the answer without its quickest and slowest stroke, and allows for how the person scatters and for other days', () => {
    const shifted = (ms: number) => at(...[-80, -40, 0, 0, 40, 600].map((step) => ms + step))
    expect(isLaterThan(STEADY, shifted(LATEST - 1))).toBe(false)
    expect(isLaterThan(STEADY, shifted(LATEST + 1))).toBe(true)
    expect(isLaterThan(STEADY, shifted(100))).toBe(false)
  })

  it('allows more to a person of whom little is known, and never less than the onset can be told', () => {
    const late = at(470, 470, 470, 470, 470, 470)
    expect(isLaterThan(STEADY, late)).toBe(true)
    expect(isLaterThan({ ...STEADY, count: 1 }, late)).toBe(false)
    expect(isLaterThan({ ...STEADY, spreadMs: 150 }, late)).toBe(false)
    const bound = 350 + 1.645 * Math.sqrt((1.08 * 40) ** 2 * (1 / 6 + 1 / 18) + 40 ** 2)
    const just = (ms: number) => at(...Array.from({ length: 6 }, () => ms))
    expect(isLaterThan({ ...STEADY, spreadMs: 0 }, just(bound - 1))).toBe(false)
    expect(isLaterThan({ ...STEADY, spreadMs: 0 }, just(bound + 1))).toBe(true)
  })

  it('does not judge fewer than four clear strokes', () => {
    expect(isLaterThan(STEADY, at(900, 900, 900))).toBe(false)
    expect(isLaterThan(STEADY, at(900, 900, 900, 900))).toBe(true)
  })
})

describe('isReactionTimes', () => {
  it('knows what is enrolled, and refuses what lacks a part', () => {
    expect(isReactionTimes(STEADY)).toBe(true)
    for (const wrong of [null, 7, {}, { ...STEADY, count: 0 }, { ...STEADY, count: 1.5 }, { ...STEADY, meanMs: 'x' }]) {
      expect(isReactionTimes(wrong)).toBe(false)
    }
    expect(isReactionTimes({ ...STEADY, spreadMs: Number.NaN })).toBe(false)
  })
})
