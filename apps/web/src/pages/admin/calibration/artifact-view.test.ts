import { expect, it } from 'vitest'
import { listCircumstances } from './artifact-view.tsx'
import type { Report } from './report.ts'

const FIGURES = { pairs: 12, people: 4, eer: 0.2, eer_interval: [0.1, 0.3], operating_points: [] }

it('lists the circumstances of a report, the same day first', () => {
  const report = { same_day: FIGURES, cross_day: null, other_device: { ...FIGURES, people: 2 } } as unknown as Report
  expect(listCircumstances(report)).toEqual([
    { name: 'the same day', figures: FIGURES },
    { name: 'with another phone', figures: { ...FIGURES, people: 2 } },
  ])
})

it('lists nothing for a report without them', () => {
  expect(listCircumstances({} as Report)).toEqual([])
})
