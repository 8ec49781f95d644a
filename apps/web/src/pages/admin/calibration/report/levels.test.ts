import { expect, it } from 'vitest'
import { levelChanges, type Status, formatChange, statusFor } from './levels.ts'
import type { Report } from './rates.ts'

const STATUS = { thresholds: { low: 0.5, medium: 0.7, high: 0.9 } } as Status

function report(some: Partial<Report>): Report {
  const histogram = { edges: [0, 0.5, 1], mated: [0.2, 0.8], non_mated: [0.9, 0.1] }
  const base = { plots: { det: [], histogram }, pairs: { mated: 100, non_mated: 1000 }, shipped_fars: null }
  return { ...base, thresholds: { low: 0.5, medium: null, high: 1 }, ...some } as Report
}

it('holds an artifact against what is in force for the same answers', () => {
  const status = { ...STATUS, strokes: { ...STATUS, artifact_id: 'of strokes' } }
  expect(statusFor(status, 'strokes')).toBe(status.strokes)
  expect(statusFor(status, 'signature_128')).toBe(status)
})

it('compares with the artifact in force, on its own histogram', () => {
  const histogram = { edges: [0, 0.5, 1], mated: [0.1, 0.9], non_mated: [0.7, 0.3] }
  const active = report({ plots: { det: [], histogram }, thresholds: { low: 0.5, medium: 0.6, high: 1 } })
  const [low, medium, high] = levelChanges(report({}), STATUS, active)
  expect([low?.people, low?.strangers]).toEqual([10, -200])
  expect(medium).toMatchObject({ after: null, people: null, strangers: null })
  expect(high).toMatchObject({ before: { threshold: 1, fmr: 0, fnmr: 1 }, people: 0, strangers: 0 })
})

it('knows of the shipped thresholds only how often strangers pass', () => {
  const [low] = levelChanges(report({ shipped_fars: { low: 0.2, medium: 0.1, high: 0 } }), STATUS, null)
  expect(low).toMatchObject({ before: { threshold: 0.5, fmr: 0.2, fnmr: null }, people: null, strangers: -100 })
  expect(levelChanges(report({}), STATUS, null)[0]?.strangers).toBeNull()
})

it.each([
  [1200, '+1,200'],
  [-3, '−3'],
  [0, 'none'],
  [null, 'not known'],
])('writes %d as %s', (count, text) => {
  expect(formatChange(count)).toBe(text)
})
