import { expect, it } from 'vitest'
import { checkHours, listTimeZones, createQuietHours } from './notices.tsx'

const NIGHT = { from: '22:00', to: '07:00', time_zone: 'Asia/Kolkata' }

it('starts with the saved hours, or with a night in the browser’s time zone', () => {
  expect(createQuietHours(NIGHT)).toBe(NIGHT)
  expect(createQuietHours(null)).toEqual({
    from: '22:00',
    to: '07:00',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
})

it.each([
  [{}, {}],
  [{ from: '' }, { from: 'Choose a time.' }],
  [{ to: '' }, { to: 'Choose a time.' }],
  [{ to: '22:00' }, { to: 'Choose a time that differs from the first.' }],
])('with %j says %j', (change, errors) => {
  expect(checkHours({ ...NIGHT, ...change })).toEqual(errors)
})

it('offers the selected zone, even if the browser calls it differently', () => {
  for (const zone of ['Europe/Berlin', 'Asia/Kolkata', 'Asia/Calcutta', 'UTC'])
    expect(listTimeZones(zone).filter((one) => one === zone)).toHaveLength(1)
})
