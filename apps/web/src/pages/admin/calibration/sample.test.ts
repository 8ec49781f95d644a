import { expect, it } from 'vitest'
import { createSampleReport } from './sample.tsx'

it('is the same every time, and plausible for a calibration', () => {
  const report = createSampleReport()
  expect(createSampleReport()).toEqual(report)
  expect(report.eer).toBeGreaterThan(0)
  expect(report.eer).toBeLessThan(0.1)
  for (const { realised_far, target_far, fnmr } of report.operating_points) {
    expect(realised_far).toBeCloseTo(target_far, 2)
    expect(fnmr).toBeLessThan(0.3)
  }
  const { low, medium, high } = report.thresholds
  expect([low, medium, high].map(Number).toSorted((one, other) => one - other)).toEqual([low, medium, high])
})

it('counts every score once', () => {
  const { mated, non_mated, edges } = createSampleReport().plots.histogram
  for (const bins of [mated, non_mated]) expect(bins.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1)
  expect(edges).toHaveLength(mated.length + 1)
})
