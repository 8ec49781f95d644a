import { describe, expect, it } from 'vitest'
import { targetTable } from './targets.ts'

describe('targetTable', () => {
  it.each([
    [
      'a value at its limit is reached',
      { limit: 0.08, value: 0.08 },
      /^EER +≤ 0\.080 {2}reached 0\.080 \(0\.020 to 0\.100\)$/,
    ],
    ['a value above its limit is missed', { limit: 0.08, value: 0.081 }, /MISSED {2}0\.081/],
    ['a value above its least is reached', { limit: 0.92, value: 0.93, atLeast: true }, /≥ 0\.9200 reached 0\.9300/],
    ['a value below its least is missed', { limit: 0.92, value: 0.91, atLeast: true }, /MISSED {2}0\.9100/],
  ])('%s', (_, { value, ...row }, line) => {
    expect(targetTable([{ measure: 'EER', ...row, reached: { value, low: 0.02, high: 0.1 } }])).toMatch(line)
  })

  it('leaves out an interval that is not known', () => {
    const reached = { value: 0.1, low: Number.NaN, high: Number.NaN }
    expect(targetTable([{ measure: 'EER', limit: 0.2, reached }])).toMatch(/reached 0\.100$/)
  })
})
