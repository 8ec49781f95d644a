import { describe, expect, it } from 'vitest'
import { type Factors, scoreEnrolled, scoreUnrecognized } from './evidence.ts'

const NONE: Factors = {
  motion: null,
  liveness: null,
  challenge: null,
  coupling: null,
  replay: null,
  device: null,
  context: null,
}
const GOOD: Factors = {
  motion: 0.9,
  liveness: 0.8,
  challenge: 1,
  coupling: 0.9,
  replay: 0.9,
  device: 0.9,
  context: 0.9,
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x))
const logOdds = (p: number) => Math.log(p / (1 - p))
const FOLLOWED = Math.log(900)

describe('fusePresence', () => {
  it('is liveness times P(fresh), for every person who moves', () => {
    const fresh = FOLLOWED + 4 * logOdds(0.9)
    expect(scoreUnrecognized(GOOD)).toBeCloseTo(0.8 * logistic(fresh), 12)
    expect(scoreUnrecognized({ ...GOOD, motion: null })).toBe(scoreUnrecognized(GOOD))
  })

  it('never lets a followed challenge make up for motion that is less human', () => {
    expect(scoreUnrecognized({ ...GOOD, liveness: 0.69 })).toBeLessThan(0.7)
    expect(scoreUnrecognized({ ...GOOD, liveness: null })).toBe(0)
  })

  it('charges absent evidence, and is next to nothing without a challenge', () => {
    const bare = { ...NONE, liveness: 1, challenge: 1 }
    expect(scoreUnrecognized(bare)).toBeCloseTo(logistic(FOLLOWED - 0.7 - 0.7 - 0.2 - 0.2), 12)
    expect(scoreUnrecognized({ ...bare, challenge: 0.99 })).toBeLessThan(0.01)
    expect(scoreUnrecognized({ ...bare, challenge: null })).toBeLessThan(0.01)
    expect(scoreUnrecognized({ ...bare, replay: 0.001 })).toBeLessThan(scoreUnrecognized(bare))
  })
})

describe('fuseFactors', () => {
  it('is P(same person) times P(alive and here), each from added log-likelihood ratios', () => {
    const alive = FOLLOWED + logOdds(0.8) + 4 * logOdds(0.9)
    expect(scoreEnrolled(GOOD)).toBeCloseTo(0.9 * logistic(alive), 12)
  })

  it('charges absent evidence', () => {
    const bare = { ...NONE, motion: 0.9, liveness: 0.6, challenge: 1 }
    const alive = FOLLOWED + logOdds(0.6) - 0.7 - 0.7 - 0.2 - 0.2
    expect(scoreEnrolled(bare)).toBeCloseTo(0.9 * logistic(alive), 12)
  })

  it.each(['coupling', 'replay', 'device', 'context'] as const)('is higher with %s of 0.6 than without it', (name) => {
    const weak = { ...GOOD, liveness: 0.01, coupling: 0.1, replay: 0.1 }
    expect(scoreEnrolled({ ...weak, [name]: 0.6 })).toBeGreaterThan(scoreEnrolled({ ...weak, [name]: null }))
  })

  it.each(['motion', 'liveness', 'coupling', 'replay', 'device', 'context'] as const)('rises with %s', (name) => {
    const weak = { ...GOOD, liveness: 0.01, coupling: 0.1 }
    expect(scoreEnrolled({ ...weak, [name]: 0.7 })).toBeGreaterThan(scoreEnrolled({ ...weak, [name]: 0.5 }))
  })

  it.each([
    ['without motion', { motion: null }, 0.01],
    ['with a motion of 0', { motion: 0 }, 0.01],
    ['with a motion that is no number', { motion: Number.NaN }, 0.01],
  ])('is next to nothing %s', (_, change, limit) => {
    expect(scoreEnrolled({ ...GOOD, ...change })).toBeLessThan(limit)
  })

  it('counts a challenge that was not followed in full as five against, one that is missing as six', () => {
    const plain = { ...NONE, motion: 0.9, liveness: 0.5, coupling: 0.5, replay: 0.5, device: 0.5, context: 0.5 }
    expect(scoreEnrolled({ ...plain, challenge: 0.99 })).toBeCloseTo(0.9 * logistic(-5), 12)
    expect(scoreEnrolled({ ...plain, challenge: null })).toBeCloseTo(0.9 * logistic(-6), 12)
    expect(scoreEnrolled({ ...plain, challenge: 1, liveness: null })).toBeCloseTo(0.9 * logistic(FOLLOWED - 6), 12)
  })

  it('lets no single factor count more than five either way', () => {
    const plain = {
      ...NONE,
      motion: 1,
      liveness: 1,
      challenge: 0,
      coupling: 0.5,
      replay: 0.5,
      device: 0.5,
      context: 0.5,
    }
    expect(scoreEnrolled(plain)).toBeCloseTo(logistic(5) * logistic(0), 12)
    expect(scoreEnrolled({ ...plain, challenge: 1, liveness: 1e-9 })).toBeCloseTo(
      logistic(5) * logistic(FOLLOWED - 5),
      12,
    )
    expect(scoreEnrolled({ ...plain, motion: 7 })).toBeCloseTo(logistic(5) * logistic(0), 12)
  })
})
