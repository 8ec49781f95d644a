import { expect, it } from 'vitest'
import { compareReports } from './compare.tsx'
import type { Report } from './report.ts'

const REPORT = {
  feature_mode: 'signature_128',
  sessions: 1200,
  people: 62,
  pca_output_dim: 48,
  eer: 0.284,
  auc: 0.79,
  d_prime: 1.1,
  thresholds: { low: 0.5, medium: null, high: null },
  plots: { det: [], histogram: { edges: [0, 0.5, 1], mated: [0.25, 0.75], non_mated: [1, 0] } },
  attacks: { worse: false, families: [] },
} as unknown as Report

it('describes both artifacts in the same way, and marks what is missing', () => {
  const other = { ...REPORT, eer: null, auc: null, d_prime: null, attacks: { worse: true, families: [] } }
  const rows = new Map(compareReports(REPORT, other).map(({ name, ...sides }) => [name, sides]))
  expect(rows.get('Sessions')).toEqual({ own: '1,200', other: '1,200' })
  expect(rows.get('Equal error rate')).toEqual({ own: '28 %', other: '–' })
  expect(rows.get('Threshold, low')).toEqual({ own: '0.500', other: '0.500' })
  expect(rows.get('People refused, low')).toEqual({ own: '25 %', other: '25 %' })
  expect(rows.get('Threshold, medium')).toEqual({ own: 'as shipped', other: 'as shipped' })
  expect(rows.get('More attacks pass')).toEqual({ own: 'no', other: 'yes' })
})
