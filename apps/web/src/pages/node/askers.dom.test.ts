import { expect, it } from 'vitest'
import { toAllowHref, readAllow } from './allow.tsx'
import { parseDailyLimit } from './askers.tsx'

it.each([
  ['1', 1],
  [' 100 ', 100],
  ['0', null],
  ['101', null],
  ['-1', null],
  ['1.5', null],
  ['', null],
  ['1e1', null],
])('reads %j as %s a day', (text, perDay) => {
  expect(parseDailyLimit(text)).toBe(perDay)
})

const at = (path: string) => new URL(path, 'https://stillhere.example')

it.each(['agent:deployer@example.org', 'site_abc', 'a/b?c&d#e', 'ä ö'])(
  'finds %s again in its own address',
  (asker) => {
    expect(readAllow(at(toAllowHref(asker)))).toBe(asker)
  },
)

it.each(['/node', '/node?allow=', '/node?allow=%20', '/node?view=approvals'])('finds nobody in %s', (path) => {
  expect(readAllow(at(path))).toBeNull()
})
