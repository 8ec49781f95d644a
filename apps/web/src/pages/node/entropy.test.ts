import { describe, expect, it } from 'vitest'
import {
  formatChange,
  describeCalendar,
  describeLevel,
  describeReason,
  describeTier,
  formatTimes,
  splitIntoWeeks,
} from './entropy.ts'

const SUNDAY = Date.parse('2026-11-15T23:59:59Z')
const MONDAY = Date.parse('2026-11-16T00:00:00Z')

describe('splitIntoWeeks', () => {
  it('ends with the current week and starts each on a Monday', () => {
    const weeks = splitIntoWeeks([], SUNDAY)
    expect(weeks).toHaveLength(12)
    expect(weeks.map(([first]) => new Date(first?.day ?? '').getUTCDay())).toEqual(Array.from({ length: 12 }, () => 1))
    expect(weeks.at(-1)?.at(-1)).toEqual({ day: '2026-11-15', gains: 0, isToday: true })
  })

  it('leaves future days open', () => {
    const last = splitIntoWeeks([], MONDAY).at(-1)
    expect(last?.map(({ gains }) => gains)).toEqual([0, null, null, null, null, null, null])
    expect(last?.[0]).toMatchObject({ day: '2026-11-16', isToday: true })
  })

  it('counts gains by UTC day, and ignores decay', () => {
    const entries = [
      { at: '2026-11-15T23:59:59.999Z', reason: 'gain' },
      { at: '2026-11-15T00:00:00.000Z', reason: 'gain' },
      { at: '2026-11-14T12:00:00.000Z', reason: 'decay' },
      { at: '2020-01-01T12:00:00.000Z', reason: 'gain' },
    ] as const
    const days = splitIntoWeeks(entries, SUNDAY).flat()
    expect(days.find(({ day }) => day === '2026-11-15')?.gains).toBe(2)
    expect(days.reduce((sum, { gains }) => sum + (gains ?? 0), 0)).toBe(2)
  })
})

it('describes the calendar in a sentence', () => {
  const entries = [{ at: '2026-11-15T10:00:00Z', reason: 'gain' }] as const
  expect(describeCalendar(splitIntoWeeks(entries, SUNDAY))).toBe('Active on 1 of the last 84 days, including today.')
  expect(describeCalendar(splitIntoWeeks(entries, MONDAY))).toBe('Active on 1 of the last 78 days, not yet today.')
})

it('describes the way to the next level, and that there is none above the last', () => {
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
  expect(formatChange(change)).toBe(text)
})

it('describes each reason differently', () => {
  expect(describeReason('gain')).not.toBe(describeReason('decay'))
})
