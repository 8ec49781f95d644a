import { expect, it } from 'vitest'
import { changeText, describeLevel, describeReason, describeTier, formatTimes } from './words.ts'

it('says how far it is to the next level, and that there is none above the last', () => {
  const progress = { current: 0, nextLevel: 12_000, pct: 3 }
  expect(describeLevel({ entropyScore: 5100, particleLevel: 6, progress })).toBe('5,100 points of 12,000')
  expect(describeLevel({ entropyScore: 1, particleLevel: 1, progress })).toBe('1 point of 12,000')
  expect(describeLevel({ entropyScore: 30_000, particleLevel: 8, progress })).toBe(
    '30,000 points, the top particle level',
  )
})

it.each([
  [1, '× 1'],
  [1.5, '× 1.5'],
  [2, '× 2'],
])('with the multiplier %d a gain counts %s', (multiplier, words) => {
  expect(formatTimes(multiplier)).toBe(words)
})

it.each([
  [
    { is_genesis: true, is_active: true, registered_at: '2026-03-10T23:59:00.000Z' },
    'Genesis node, since 10 March 2026',
  ],
  [{ is_genesis: false, is_active: true, registered_at: '2026-03-10T00:00:00.000Z' }, 'Node, since 10 March 2026'],
  [{ is_genesis: false, is_active: false, registered_at: 'odd' }, 'Not activated yet'],
])('%j is "%s"', (privileges, words) => {
  expect(describeTier(privileges)).toBe(words)
})

it.each([
  [7, '+7'],
  [-1200, '−1,200'],
  [0, '+0'],
])('writes the change %d as %s', (change, text) => {
  expect(changeText(change)).toBe(text)
})

it('has other words for each reason', () => {
  expect(describeReason('gain')).not.toBe(describeReason('decay'))
})
