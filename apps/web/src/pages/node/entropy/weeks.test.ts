import { describe, expect, it } from 'vitest'
import { describeCalendar, groupByWeek } from './weeks.ts'

const SUNDAY = Date.parse('2026-11-15T23:59:59Z')
const MONDAY = Date.parse('2026-11-16T00:00:00Z')

describe('groupByWeek', () => {
  it('ends with the current week and begins each on a Monday', () => {
    const weeks = groupByWeek([], SUNDAY)
    expect(weeks).toHaveLength(12)
    expect(weeks.map(([first]) => new Date(first?.day ?? '').getUTCDay())).toEqual(Array.from({ length: 12 }, () => 1))
    expect(weeks.at(-1)?.at(-1)).toEqual({ day: '2026-11-15', gains: 0, isToday: true })
  })

  it('leaves the days open that have not come', () => {
    const last = groupByWeek([], MONDAY).at(-1)
    expect(last?.map(({ gains }) => gains)).toEqual([0, null, null, null, null, null, null])
    expect(last?.[0]).toMatchObject({ day: '2026-11-16', isToday: true })
  })

  it('counts gains by UTC day, and no decay', () => {
    const entries = [
      { at: '2026-11-15T23:59:59.999Z', reason: 'gain' },
      { at: '2026-11-15T00:00:00.000Z', reason: 'gain' },
      { at: '2026-11-14T12:00:00.000Z', reason: 'decay' },
      { at: '2020-01-01T12:00:00.000Z', reason: 'gain' },
    ] as const
    const days = groupByWeek(entries, SUNDAY).flat()
    expect(days.find(({ day }) => day === '2026-11-15')?.gains).toBe(2)
    expect(days.reduce((sum, { gains }) => sum + (gains ?? 0), 0)).toBe(2)
  })
})

it('tells the calendar in a sentence', () => {
  const entries = [{ at: '2026-11-15T10:00:00Z', reason: 'gain' }] as const
  expect(describeCalendar(groupByWeek(entries, SUNDAY))).toBe('Active on 1 of the last 84 days, including today.')
  expect(describeCalendar(groupByWeek(entries, MONDAY))).toBe('Active on 1 of the last 78 days, not yet today.')
})
