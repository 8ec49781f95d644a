import { describe, expect, it } from 'vitest'
import { isQuiet, judgeQuiet } from './rules.ts'

const hours = (from: string, to: string, time_zone = 'UTC') => ({ from, to, time_zone })

describe('isQuiet', () => {
  it.each([
    // Within one day.
    ['13:00', '14:30', 'UTC', '2026-03-10T12:59:59.999Z', false],
    ['13:00', '14:30', 'UTC', '2026-03-10T13:00:00Z', true],
    ['13:00', '14:30', 'UTC', '2026-03-10T14:29:59Z', true],
    ['13:00', '14:30', 'UTC', '2026-03-10T14:30:00Z', false],
    // Over midnight.
    ['22:00', '07:00', 'UTC', '2026-03-10T21:59:59Z', false],
    ['22:00', '07:00', 'UTC', '2026-03-10T22:00:00Z', true],
    ['22:00', '07:00', 'UTC', '2026-03-11T00:00:00Z', true],
    ['22:00', '07:00', 'UTC', '2026-03-11T06:59:59Z', true],
    ['22:00', '07:00', 'UTC', '2026-03-11T07:00:00Z', false],
    // By the clocks of the zone, in winter and in summer.
    ['22:00', '07:00', 'Europe/Berlin', '2026-03-28T05:59:00Z', true],
    ['22:00', '07:00', 'Europe/Berlin', '2026-03-28T06:00:00Z', false],
    ['22:00', '07:00', 'Europe/Berlin', '2026-03-29T04:59:00Z', true],
    ['22:00', '07:00', 'Europe/Berlin', '2026-03-29T05:00:00Z', false],
    // An hour that this night does not have, and one that comes twice.
    ['02:00', '03:00', 'Europe/Berlin', '2026-03-29T00:59:59Z', false],
    ['02:00', '03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z', false],
    ['02:00', '03:00', 'Europe/Berlin', '2026-10-25T00:30:00Z', true],
    ['02:00', '03:00', 'Europe/Berlin', '2026-10-25T01:30:00Z', true],
    ['02:00', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00Z', false],
    // A zone that is not whole hours away.
    ['22:00', '07:00', 'Asia/Kathmandu', '2026-03-10T16:15:00Z', true],
    ['22:00', '07:00', 'Asia/Kathmandu', '2026-03-10T16:14:00Z', false],
    // Equal hours have nothing between them.
    ['08:00', '08:00', 'UTC', '2026-03-10T08:00:00Z', false],
    ['08:00', '08:00', 'UTC', '2026-03-10T20:00:00Z', false],
    ['00:00', '00:00', 'UTC', '2026-03-10T00:00:00Z', false],
  ])('%s to %s in %s at %s: %s', (from, to, zone, now, expected) => {
    expect(isQuiet(hours(from, to, zone), new Date(now))).toBe(expected)
  })

  it('is never without hours', () => {
    expect(isQuiet(null, new Date('2026-03-10T00:00:00Z'))).toBe(false)
  })
})

describe('judgeQuiet', () => {
  it.each(['Mars/Olympus', 'Europe/Berlin\0', '../etc', ' ', 'Europe/Berlin,UTC'])('knows no time zone %j', (zone) => {
    expect(judgeQuiet(hours('22:00', '07:00', zone))).toMatchObject([{ pointer: '/quiet/time_zone' }])
  })

  it('takes zones of the database, and refuses hours that are equal', () => {
    for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'UTC', 'America/Argentina/Buenos_Aires'])
      expect(judgeQuiet(hours('22:00', '07:00', zone))).toEqual([])
    expect(judgeQuiet(hours('08:00', '08:00'))).toMatchObject([{ pointer: '/quiet/to' }])
    expect(judgeQuiet(null)).toEqual([])
  })
})
