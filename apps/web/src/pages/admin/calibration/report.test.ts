import { describe, expect, it } from 'vitest'
import {
  computeChange,
  describeChange,
  describeMode,
  describePerson,
  describeArtifactState,
  formatChange,
  computeLevelChanges,
  formatArtifactName,
  formatShare,
  computeRates,
  type Report,
  type Status,
  findModeStatus,
} from './report.ts'

const STATUS = { thresholds: { low: 0.5, medium: 0.7, high: 0.9 } } as Status

function report(some: Partial<Report>): Report {
  const histogram = { edges: [0, 0.5, 1], mated: [0.2, 0.8], non_mated: [0.9, 0.1] }
  const base = { plots: { det: [], histogram }, pairs: { mated: 100, non_mated: 1000 }, shipped_fars: null }
  return { ...base, thresholds: { low: 0.5, medium: null, high: 1 }, ...some } as Report
}

it('compares an artifact with the thresholds in force for the same answers', () => {
  const status = { ...STATUS, strokes: { ...STATUS, artifact_id: 'of strokes' } }
  expect(findModeStatus(status, 'strokes')).toBe(status.strokes)
  expect(findModeStatus(status, 'signature_128')).toBe(status)
})

it('compares with the artifact in force, on its own histogram', () => {
  const histogram = { edges: [0, 0.5, 1], mated: [0.1, 0.9], non_mated: [0.7, 0.3] }
  const active = report({ plots: { det: [], histogram }, thresholds: { low: 0.5, medium: 0.6, high: 1 } })
  const [low, medium, high] = computeLevelChanges(report({}), STATUS, active)
  expect([low?.people, low?.strangers]).toEqual([10, -200])
  expect(medium).toMatchObject({ after: null, people: null, strangers: null })
  expect(high).toMatchObject({ before: { threshold: 1, fmr: 0, fnmr: 1 }, people: 0, strangers: 0 })
})

it('knows only how often strangers pass at the shipped thresholds', () => {
  const [low] = computeLevelChanges(report({ shipped_fars: { low: 0.2, medium: 0.1, high: 0 } }), STATUS, null)
  expect(low).toMatchObject({ before: { threshold: 0.5, fmr: 0.2, fnmr: null }, people: null, strangers: -100 })
  expect(computeLevelChanges(report({}), STATUS, null)[0]?.strangers).toBeNull()
})

it.each([
  [1200, '+1,200'],
  [-3, '−3'],
  [0, 'none'],
  [null, 'not known'],
])('writes %d as %s', (count, text) => {
  expect(formatChange(count)).toBe(text)
})

const HISTOGRAM = { edges: [0, 0.25, 0.5, 0.75, 1], mated: [0, 0.1, 0.3, 0.6], non_mated: [0.7, 0.2, 0.08, 0.02] }
const REPORT = { plots: { det: [], histogram: HISTOGRAM }, pairs: { mated: 200, non_mated: 1000 } }

describe('computeRates', () => {
  it.each([
    [0, 1, 0],
    [0.25, 0.3, 0],
    [0.5, 0.1, 0.1],
    [0.75, 0.02, 0.4],
    [1, 0, 1],
  ])('at the edge %d lets %d of strangers pass and refuses %d of people', (threshold, fmr, fnmr) => {
    const rates = computeRates(HISTOGRAM, threshold)
    expect(rates.fmr).toBeCloseTo(fmr, 12)
    expect(rates.fnmr).toBeCloseTo(fnmr, 12)
  })

  it('interpolates inside a bin', () => {
    expect(computeRates(HISTOGRAM, 0.625).fmr).toBeCloseTo(0.06, 12)
    expect(computeRates(HISTOGRAM, 0.625).fnmr).toBeCloseTo(0.25, 12)
  })

  it('stays between 0 and 1 beyond the scale, and is harmless without data', () => {
    expect(computeRates(HISTOGRAM, -1)).toEqual({ fmr: expect.closeTo(1, 12), fnmr: expect.closeTo(0, 12) })
    expect(computeRates(HISTOGRAM, 2)).toEqual({ fmr: 0, fnmr: 1 })
    expect(computeRates({ edges: [], mated: [], non_mated: [] }, 0.5)).toEqual({ fmr: 0, fnmr: 1 })
  })
})

describe('computeChange', () => {
  it('counts the comparisons that change sides, in both directions alike', () => {
    expect(computeChange(REPORT, 0.5, 0.75)).toEqual({ direction: 'stricter', mated: 60, nonMated: 80 })
    expect(computeChange(REPORT, 0.75, 0.5)).toEqual({ direction: 'looser', mated: 60, nonMated: 80 })
    expect(computeChange(REPORT, 0.5, 0.5)).toEqual({ direction: 'same', mated: 0, nonMated: 0 })
  })

  it('explains both directions', () => {
    expect(describeChange(computeChange(REPORT, 0.5, 0.75))).toContain(
      'about 60 more comparisons of one person would be refused',
    )
    expect(describeChange(computeChange(REPORT, 0.75, 0.5))).toContain('about 80 more of strangers')
    expect(describeChange(computeChange(REPORT, 0.5, 0.5))).toContain('nothing changes sides')
  })
})

it.each([
  [0, '0 %'],
  [0.0004, '0.04 %'],
  [0.012, '1.2 %'],
  [0.5, '50 %'],
  [1, '100 %'],
  [null, '–'],
  [Number.NaN, '–'],
])('writes %d as %s', (share, text) => {
  expect(formatShare(share)).toBe(text)
})

it.each([
  [{ active: true, applicable: true }, 'in force'],
  [{ active: false, applicable: true }, 'can be put in force'],
  [{ active: false, applicable: false }, 'to compare only'],
])('%o is %s', (artifact, words) => {
  expect(describeArtifactState(artifact)).toBe(words)
})

it.each([
  ['strokes', 'people', 'a pseudonym with several sessions'],
  ['strokes', 'halves', 'the rounds of one session'],
  ['signature_128', 'people', 'a node with several sessions'],
  ['posture', 'halves', 'both halves of one session'],
] as const)('%s by %s: one person is %s', (feature_mode, labels, words) => {
  expect(describePerson({ feature_mode, labels })).toBe(words)
})

it('names an artifact by its time and features', () => {
  expect(formatArtifactName({ created_at: '2026-11-15T12:00:00Z', feature_mode: 'posture_velocity' })).toMatch(
    /15 Nov 2026.*\(posture and velocity\)/,
  )
  expect(describeMode('gait')).toBe('gait')
})
