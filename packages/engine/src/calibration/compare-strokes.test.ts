import { describe, expect, it, vi } from 'vitest'
import { keptStrokes, strokePerson } from '../../test/stroke-people.ts'
import { DEFAULT_THRESHOLDS } from '../evidence.ts'
import { seededRandom } from '../random.ts'
import { STROKE_MODEL } from '../stroke-signature/signature.ts'
import { computeCalibration, runToEnd } from './calibrate.ts'
import { selectStrokeSubjects, compareSubjects } from './compare-strokes.ts'
import { scoreAt } from './figures.ts'
import { createMaterial } from './material.ts'
import { readSettings } from './settings.ts'
import { sortByContent, mergeNames } from './subjects.ts'
import type { Calibration, CalibrationOptions, StoredSession } from './types.ts'

vi.setConfig({ testTimeout: 120_000 })

/** So alike that one comparison in ten errs. */
const APART = 0.3

type Labels = (person: number, session: number) => Partial<StoredSession> & { day?: string; device?: string }

function sessionsOf(
  people: number,
  each: number,
  labels: Labels = () => ({}),
  seed = 0,
  apart = APART,
): StoredSession[] {
  return Array.from({ length: people }, (_, p) =>
    Array.from({ length: each }, (__, s) => {
      const { day = '2026-03-10', device = 'ios', ...more } = labels(p, s)
      const kept = keptStrokes(strokePerson(100 + seed + p, apart), 1000 * (seed + p) + s, { person: `p${p}` })
      return { ...kept, recorded: { ...(kept.recorded as { rounds: string[][] }), day, device }, ...more }
    }),
  ).flat()
}

function calibrated(kept: StoredSession[], options: CalibrationOptions = {}): Calibration {
  const settings = readSettings({ featureMode: 'strokes', ...options })
  return runToEnd(computeCalibration({ ...createMaterial(), kept, sessions: kept.length }, settings))
}

const oneDay = (_: number, s: number) => ({ day: `2026-03-1${s}` })
const KEPT = sessionsOf(50, 3, oneDay)
const REPORT = calibrated(KEPT)

describe('a calibration of strokes', () => {
  it('gives each risk level the threshold of its target, with the shipped model on a scale of its own', () => {
    const { low, medium, high } = REPORT.thresholds
    expect(REPORT).toMatchObject({
      featureMode: 'strokes',
      applicable: true,
      labels: 'people',
      people: 50,
      sessions: 150,
    })
    expect(REPORT).toMatchObject({ pcaInputDim: 64, pcaOutputDim: 64, varianceRetained: 1 })
    expect(REPORT.model).toMatchObject({ featureMode: 'strokes', version: STROKE_MODEL.version })
    expect(low as number).toBeLessThan(medium as number)
    expect(medium as number).toBeLessThan(high as number)
    for (const { targetFar, realisedFar } of REPORT.operatingPoints) {
      expect(realisedFar as number).toBeLessThanOrEqual(targetFar)
      expect(realisedFar as number).toBeGreaterThan(targetFar / 2)
    }
  })

  it('lets strangers whom it has never seen pass about as often as it promised', () => {
    const strangers = selectStrokeSubjects(sessionsOf(60, 1, () => ({}), 500)).subjects
    const { nonMated } = compareSubjects(strangers, new Set())
    const line = (REPORT.model as { calibration: readonly [number, number] }).calibration
    for (const { targetFar, threshold } of REPORT.operatingPoints) {
      const passed = nonMated.score.filter((score) => score >= scoreAt(line, threshold as number)).length
      expect(passed / nonMated.score.length / targetFar).toBeGreaterThan(0.5)
      expect(passed / nonMated.score.length / targetFar).toBeLessThan(2)
    }
  })

  it('is the same in any order', () => {
    const random = seededRandom(4)
    const shuffled = KEPT.map((session) => ({ session, at: random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ session }) => session)
    expect(calibrated(shuffled)).toEqual(REPORT)
    expect(calibrated(KEPT.toReversed())).toEqual(REPORT)
  })

  it('says how often these strangers pass under the shipped thresholds', () => {
    const { nonMated } = compareSubjects(selectStrokeSubjects(sortByContent(KEPT)).subjects, new Set())
    for (const level of ['low', 'medium', 'high'] as const) {
      const line = Math.log(DEFAULT_THRESHOLDS[level] / (1 - DEFAULT_THRESHOLDS[level]))
      const passed = nonMated.weight.filter((_, i) => nonMated.score[i] >= line)
      expect(REPORT.shippedFars?.[level]).toBeCloseTo(sum(passed) / sum(nonMated.weight), 9)
    }
  })

  it('tells other days and other phones apart, and warns where there are none', () => {
    expect(REPORT).toMatchObject({ sameDay: null, otherDevice: null, crossDay: { pairs: 50 * 6 * 3, people: 50 } })
    expect(REPORT.warnings).toEqual(['no person came back with another phone'])
    const labels = (p: number, s: number) => {
      if (p < 20) return { day: `2026-03-1${s}` }
      return p < 35 ? {} : { day: `2026-03-1${s}`, device: `phone ${s}` }
    }
    const all = calibrated(sessionsOf(50, 2, labels))
    expect(all.warnings).toEqual([])
    expect(all.crossDay).toMatchObject({ pairs: 20 * 2 * 3, people: 20 })
    expect(all.sameDay).toMatchObject({ pairs: 15 * 2 * 3, people: 15 })
    expect(all.otherDevice).toMatchObject({ pairs: 15 * 2 * 3, people: 15 })
    for (const figures of [all.sameDay, all.crossDay, all.otherDevice]) {
      expect(figures?.eer).toBeGreaterThanOrEqual(figures?.eerInterval[0] as number)
      expect(figures?.eer).toBeLessThanOrEqual(figures?.eerInterval[1] as number)
      expect(figures?.operatingPoints.map(({ targetFar }) => targetFar)).toEqual([0.01, 0.05, 0.1])
    }
  })

  it('compares each round of a single session with its others, and says that this is optimistic', () => {
    const single = calibrated(sessionsOf(60, 1))
    expect(single).toMatchObject({ labels: 'halves', sameDay: { pairs: 60 * 3, people: 60 }, crossDay: null })
    expect(single.warnings).toEqual([
      expect.stringMatching(/^too few people uploaded twice, so parts of one session .* optimistic$/),
      'no person came back on another day: same-day figures are not identity',
      'no person came back with another phone',
    ])
  })

  it('keeps thresholds where the fused score tells answers apart, however well it knows people', () => {
    const { thresholds, eer } = calibrated(sessionsOf(40, 2, () => ({}), 0, 1))
    expect(eer).toBe(0)
    // The fused score takes everything below log odds of -5 for -5: a lower threshold would let everybody pass.
    for (const threshold of Object.values(thresholds)) expect(threshold).toBeGreaterThan(1 / (1 + Math.exp(5)))
  })

  it('promises nothing with seven people', () => {
    const few = calibrated(sessionsOf(7, 3))
    expect(few).toMatchObject({
      people: 7,
      eer: null,
      model: null,
      thresholds: { low: null, medium: null, high: null },
    })
    expect(few.warnings[0]).toBe('7 people or sessions are too few to calibrate with')
    expect(calibrated(sessionsOf(8, 3)).eer).not.toBeNull()
  })

  it('promises nothing where everybody may be one person', () => {
    expect(calibrated(sessionsOf(20, 1, () => ({ source: 'one' })))).toMatchObject({ eer: null, model: null })
  })

  it('leaves out most names of one person under forty, and keeps everybody else', () => {
    const twin = strokePerson(1, APART)
    const copies = Array.from({ length: 40 }, (_, i) => keptStrokes(twin, 90_000 + i, { person: `copy ${i}` }))
    const { excluded, people } = calibrated([...KEPT, ...copies])
    expect(excluded.outliers).toBeGreaterThan(20)
    // Everybody else came three times.
    expect(people).toBe(50 + 40 - excluded.outliers)
    expect(REPORT.excluded).toEqual({ duplicates: 0, unusable: 0, dominated: 0, outliers: 0 })
  })
})

describe('chooseStrokeSubjects', () => {
  it('takes sessions under one name for one person, and eight of them at most', () => {
    const kept = [...sessionsOf(2, 10), ...sessionsOf(3, 1, () => ({ person: null }), 200)]
    const { subjects } = selectStrokeSubjects(kept)
    expect(subjects.map(({ sessions }) => sessions)).toEqual([10, 10, 1, 1, 1])
    expect(subjects.map(({ recorded }) => recorded.length)).toEqual([8, 8, 1, 1, 1])
  })

  it('weighs everybody the same, but all people of one source no more than a tenth of all', () => {
    const labels = (p: number, s: number) => ({ source: p < 12 ? 'crowd' : `${p} ${s}` })
    const weights = selectStrokeSubjects(sessionsOf(60, 2, labels)).subjects.map(({ sources, weight }) => {
      return sources.has('crowd') ? weight : weight + 10
    })
    const crowd = weights.filter((weight) => weight < 10)
    expect(crowd.length).toBeGreaterThan(0.1 * weights.length)
    expect(crowd.every((weight) => weight === crowd[0])).toBe(true)
    expect(crowd[0] * crowd.length).toBeCloseTo(0.1 * weights.length, 9)
    expect(weights.filter((weight) => weight >= 10)).toEqual(weights.slice(crowd.length).map(() => 11))
  })

  it('leaves out what one source sent too much of', () => {
    const labels = (p: number) => ({ source: p < 30 ? 'crowd' : null })
    const { dominated, subjects } = selectStrokeSubjects(sessionsOf(60, 1, labels))
    expect(dominated).toBe(30 - 6)
    expect(subjects).toHaveLength(36)
  })
})

describe('compareSubjects', () => {
  const subjects = selectStrokeSubjects(sessionsOf(10, 2)).subjects

  it('compares everybody with everybody, and nobody weighs more for it', () => {
    const { nonMated, mated, apart } = compareSubjects(subjects, new Set())
    expect(nonMated.score).toHaveLength(45 * 16)
    expect(sum(nonMated.weight)).toBeCloseTo(45, 9)
    expect(mated.score).toHaveLength(10 * 2 * 3)
    expect(sum(mated.weight)).toBeCloseTo(10, 9)
    expect(sum(apart.sameDay.weight)).toBeCloseTo(10, 9)
    expect(nonMated.first.every((first, i) => first !== nonMated.second[i])).toBe(true)
  })

  it('does not take two names for two people that share a motion or a source', () => {
    const [one, two] = subjects
    const linked = new Set([mergeNames(two.person as string, one.person as string)])
    expect(compareSubjects(subjects, linked).nonMated.score).toHaveLength(44 * 16)
    const near = subjects.map((subject, i) => ({ ...subject, sources: new Set(i < 3 ? ['home', `${i}`] : [`${i}`]) }))
    expect(compareSubjects(near, new Set()).nonMated.score).toHaveLength(42 * 16)
    const unnamed = subjects.map((subject) => ({ ...subject, person: null }))
    expect(compareSubjects(unnamed, linked).nonMated.score).toHaveLength(45 * 16)
  })

  it('skips answers that have no gesture in common with what was enrolled', () => {
    const [{ recorded }] = subjects
    const renamed = (name: string) =>
      recorded.map((session) => ({
        ...session,
        rounds: session.rounds.map((round) => round.map((stroke) => ({ ...stroke, gesture: name }))),
      }))
    const odd = subjects.map((subject, i) => (i === 0 ? { ...subject, recorded: renamed('none') } : subject))
    const { mated, nonMated } = compareSubjects(odd, new Set())
    expect(mated.score).toHaveLength(9 * 2 * 3)
    // Only as an answer is the first person unknown.
    expect(nonMated.score).toHaveLength(45 * 16 - 9 * 8)
    expect([...mated.score, ...nonMated.score].every(Number.isFinite)).toBe(true)
  })
})

function sum(list: Float64Array): number {
  return list.reduce((total, value) => total + value, 0)
}
