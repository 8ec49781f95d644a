import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', '..', '..')

type Locked = {
  link?: boolean
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}

const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
const places = Object.entries(read('package-lock.json').packages as Record<string, Locked>)
const others = places.filter(([place, { link }]) => place.includes('node_modules/') && !link)
const nameOf = (place: string) => place.replace(/^.*node_modules\//, '')

// Where an address is missing, npm fetches the list of all versions of the package first: 250 requests more for an install.
it('lock file: integrity on every package, which comes from an address of the registry; but for binaries of tools on other systems', () => {
  expect(others.length).toBeGreaterThan(300)
  const isWhole = ({ integrity, resolved }: Locked) =>
    integrity?.startsWith('sha512-') && resolved?.startsWith('https://registry.npmjs.org/')
  // The hash of these comes from the registry when they are installed.
  const isElsewhere = ({ dev, optional, os = [], cpu = [], resolved, integrity }: Locked) =>
    dev && optional && !(os.includes('linux') && /^(?:x64|arm64)$/.test(cpu.join())) && !resolved && !integrity
  expect(others.filter(([, one]) => !isWhole(one) && !isElsewhere(one)).map(([place]) => place)).toEqual([])
})

it('lock file: in step with every package.json, so that npm ci installs it', () => {
  // npm ci would begin with the scripts, also when it only pretends; and it needs no registry to compare.
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts']
  const { status, stderr } = spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

it('install scripts: the 5 packages that have one are switched off by name', () => {
  const scripted = [...new Set(others.filter(([, one]) => one.hasInstallScript).map(([place]) => nameOf(place)))]
  expect(scripted).toHaveLength(5)
  expect(read('package.json').allowScripts).toEqual(Object.fromEntries(scripted.map((name) => [name, false])))
})
