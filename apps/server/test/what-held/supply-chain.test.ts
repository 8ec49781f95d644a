import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

type Locked = { link?: boolean; resolved?: string; integrity?: string; hasInstallScript?: boolean }

const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
const places = Object.entries(read('package-lock.json').packages as Record<string, Locked>)
const others = places.filter(([place, { link }]) => place.includes('node_modules/') && !link)
const nameOf = (place: string) => place.replace(/^.*node_modules\//, '')

it('lock file: integrity on every package', () => {
  expect(others.length).toBeGreaterThan(300)
  const without = others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(without.map(([place]) => place)).toEqual([])
})

// Where an address is missing, npm fetches the list of all versions of the package first: 250 requests more for an install.
it('lock file: every package comes from an address of the registry, none from elsewhere', () => {
  const elsewhere = others.filter(([, { resolved }]) => !resolved?.startsWith('https://registry.npmjs.org/'))
  expect(elsewhere.map(([place]) => place)).toEqual([])
})

it('install scripts: the 5 packages that have one are switched off by name', () => {
  const scripted = [...new Set(others.filter(([, one]) => one.hasInstallScript).map(([place]) => nameOf(place)))]
  expect(scripted).toHaveLength(5)
  expect(read('package.json').allowScripts).toEqual(Object.fromEntries(scripted.map((name) => [name, false])))
})
