import { describe, expect, it } from 'vitest'
import { normal, seededRandom } from '../../packages/engine/src/random.ts'
import { STROKE_FEATURES } from '../../packages/engine/src/stroke-signature/features.ts'
import { fitStrokes } from './stroke-fit.ts'
import type { StrokeTake } from './stroke-material.ts'
import { calibrateStrokes } from './stroke-signature.ts'
import { crossValidatedTrials, strokeTrials } from './stroke-trials.ts'

const GESTURES = 7
const TAKES = 4

/** People of two sets who differ in every third feature, and gestures that differ in every feature. */
function makeTakes(people: number, difference: number): StrokeTake[] {
  const random = seededRandom(7)
  const draw = (size: number) => Float64Array.from({ length: STROKE_FEATURES }, () => size * normal(random))
  const middles = Array.from({ length: GESTURES }, () => draw(3))
  return ['forearm-gestures', 'air-letters'].flatMap((set) =>
    Array.from({ length: people }, (_, p) => `${set}/p${p}`).flatMap((person) =>
      middles.flatMap((middle, g) => {
        const own = draw(difference)
        return Array.from({ length: TAKES }, (_, trial): StrokeTake => {
          const noise = draw(1)
          const raw = middle.map((value, j) => value + noise[j] + (j % 3 === 0 ? own[j] : 0))
          return { set, person, gesture: `${set}/g${g}`, trial, hasGravity: true, raw }
        })
      }),
    ),
  )
}

const takes = makeTakes(6, 1)
const model = fitStrokes(takes)
const meanScore = (trials: ReturnType<typeof strokeTrials>, isOwn: boolean) => {
  const scores = trials.filter(({ claimed, actual }) => (claimed === actual) === isOwn).map(({ score }) => score)
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}

describe('fitStrokes', () => {
  it('gives a matcher of whole numbers with a middle for every gesture of the named sets, the same each time', () => {
    expect(model.projection).toHaveLength(64)
    expect(model.projection.flat().every(Number.isInteger)).toBe(true)
    expect(Object.keys(model.gestures)).toHaveLength(2 * GESTURES)
    expect(fitStrokes(takes)).toEqual(model)
  })

  it('gives other gestures no middle, and allows for what their makers have in common', () => {
    const others = takes.map((take) => ({ ...take, set: 'utd-mhad', gesture: `utd-mhad/${take.gesture}` }))
    const fitted = fitStrokes(others)
    expect(fitted.gestures).toEqual({})
    expect(Math.max(...fitted.shared)).toBeGreaterThan(1)
  })

  it('needs two people', () => {
    const alone = takes.filter(({ person }) => person === 'air-letters/p0')
    expect(() => fitStrokes(alone)).toThrow('cannot train strokes: 1 people, at least 2 are needed')
  })
})

describe('crossValidatedTrials', () => {
  it('tells people apart whom the matcher never saw, where they differ', () => {
    const trials = crossValidatedTrials(takes, 'forearm-gestures', { rounds: 1 })
    expect(trials).toHaveLength(3 * 2 * 2 * (TAKES - 2))
    expect(meanScore(trials, true)).toBeGreaterThan(0)
    expect(meanScore(trials, false)).toBeLessThan(0)
  })

  it('takes all pairs of four people, and does not learn from either', () => {
    const few = makeTakes(4, 1)
    const learned: string[][] = []
    const trials = crossValidatedTrials(few, 'air-letters', {
      fit: (own) => {
        learned.push([...new Set(own.map(({ person }) => person))])
        return model
      },
    })
    expect(trials).toHaveLength(6 * 2 * 2 * (TAKES - 2))
    expect(learned).toHaveLength(6)
    expect(learned[0]).toEqual(
      [0, 1, 2, 3].map((p) => `forearm-gestures/p${p}`).concat('air-letters/p2', 'air-letters/p3'),
    )
  })
})

describe('strokeTrials', () => {
  it('makes no probe of somebody who lacks a take, and no template of a gesture made twice', () => {
    const own = takes.filter(({ set }) => set === 'air-letters')
    const people = new Set(['air-letters/p0', 'air-letters/p1'])
    const cut = own.filter(
      ({ person, gesture, trial }) => person !== 'air-letters/p1' || gesture !== 'air-letters/g0' || trial < 2,
    )
    expect(strokeTrials(own, people, model)).toHaveLength(8)
    expect(strokeTrials(cut, people, model).every(({ score }) => Number.isFinite(score))).toBe(true)
  })
})

describe('calibrateStrokes', () => {
  it('turns ratios into log odds: more of them, the likelier', () => {
    const { calibration, calibrationOfOthers } = calibrateStrokes(makeTakes(6, 0.3), () => model)
    expect(calibration[0]).toBeGreaterThan(0)
    expect(calibrationOfOthers[0]).toBeGreaterThan(0)
  })
})
