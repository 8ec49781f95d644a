import { expect, it } from 'vitest'
import { chosenIn, hrefOfChosen, hrefOfTab, tabIn } from './address.ts'

const at = (path: string) => new URL(path, 'https://stillhere.example')

it.each([
  ['/admin', 'calibration'],
  ['/admin?tab=outbox', 'outbox'],
  ['/admin?tab=', 'calibration'],
  ['/admin?tab=Outbox', 'calibration'],
  ['/admin?tab=constructor', 'calibration'],
])('%s opens %s', (path, name) => {
  expect(tabIn(at(path))).toBe(name)
})

it('writes addresses that it reads again', () => {
  expect(tabIn(at(hrefOfTab('health')))).toBe('health')
  const chosen = { artifact: 'a&b', against: 'c d' }
  expect(chosenIn(at(hrefOfChosen(chosen)))).toEqual(chosen)
  expect(chosenIn(at(hrefOfChosen({ artifact: null, against: null })))).toEqual({ artifact: null, against: null })
  expect(chosenIn(at('/admin?artifact=&against='))).toEqual({ artifact: null, against: null })
})
