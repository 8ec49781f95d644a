import { expect, it } from 'vitest'
import { readCalibrationChoice, toCalibrationHref, toTabHref, readTab } from './address.ts'

const at = (path: string) => new URL(path, 'https://stillhere.example')

it.each([
  ['/admin', 'overview'],
  ['/admin?tab=mail', 'mail'],
  ['/admin?tab=', 'overview'],
  ['/admin?tab=Mail', 'overview'],
  ['/admin?tab=constructor', 'overview'],
])('%s opens %s', (path, name) => {
  expect(readTab(at(path))).toBe(name)
})

it('writes addresses that it can read', () => {
  expect(readTab(at(toTabHref('health')))).toBe('health')
  const chosen = { artifact: 'a&b', against: 'c d' }
  expect(readCalibrationChoice(at(toCalibrationHref(chosen)))).toEqual(chosen)
  expect(readCalibrationChoice(at(toCalibrationHref({ artifact: null, against: null })))).toEqual({
    artifact: null,
    against: null,
  })
  expect(readCalibrationChoice(at('/admin?artifact=&against='))).toEqual({ artifact: null, against: null })
})
