import { expect, it } from 'vitest'
import { hrefToAllow, readAllow } from './address.ts'

const at = (path: string) => new URL(path, 'https://stillhere.example')

it.each(['agent:deployer@example.org', 'site_abc', 'a/b?c&d#e', 'ä ö'])(
  'finds %s again in its own address',
  (asker) => {
    expect(readAllow(at(hrefToAllow(asker)))).toBe(asker)
  },
)

it.each(['/node', '/node?allow=', '/node?allow=%20', '/node?view=approvals'])('finds nobody in %s', (path) => {
  expect(readAllow(at(path))).toBeNull()
})
