import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { PACKAGE_FOLDERS } from '../packages.ts'
import type { Bill } from './bill.ts'
import { PRODUCTS } from './products.ts'

const ROOT = join(import.meta.dirname, '..', '..')

type Manifest = { name: string; version: string; license: string } & Record<
  'dependencies' | 'optionalDependencies',
  Record<string, string> | undefined
>

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: ROOT })
})

describe('npm run sbom', () => {
  it('writes a bill for every package that is published, and for the service', () => {
    const published = PACKAGE_FOLDERS.map((folder) => readManifest(folder).name)
    expect(PRODUCTS.map(({ name }) => name)).toEqual([...published, '@stillhere/server'])
  })

  it.each(PRODUCTS)(
    '$name: every package that is installed for it stands there with version and license',
    (product) => {
      const bill = readBill(product.name)
      const own = new Set([product.name])
      const installed = listInstalled(product.places.map((place) => join(ROOT, place)))
      const wanted = [...installed.values()].filter(({ name }) => !own.has(name))
      expect(wanted.map(describeManifest).filter((one) => !listPackages(bill).includes(one))).toEqual([])
      expect(`${bill.metadata.component.name}@${bill.metadata.component.version}`).toBe(
        describeManifest(readManifest(join(ROOT, product.places[0] ?? ''))).split(' ')[0],
      )
    },
  )

  it('names nothing that only builds or tests', () => {
    const names = new Set(readBill('@stillhere/server').components.map(({ name }) => name))
    expect(['vitest', 'typescript', 'vite', 'playwright-core', 'yaml'].filter((name) => names.has(name))).toEqual([])
    expect(['fastify', 'pino', 'jose', 'preact', '@mediapipe/hands'].filter((name) => !names.has(name))).toEqual([])
  })

  it('says of each package what it depends on, by names that stand in the same bill', () => {
    const { metadata, components, dependencies } = readBill('@stillhere/server')
    const refs = [metadata.component, ...components].map((one) => one['bom-ref'])
    expect(dependencies.map(({ ref }) => ref).toSorted()).toEqual(refs.toSorted())
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([])
  })
})

function readBill(name: string): Bill {
  const file = join(ROOT, 'reports', 'sbom', `${name.replace('@stillhere/', '')}.cdx.json`)
  return JSON.parse(readFileSync(file, 'utf8'))
}

function listPackages({ components }: Bill): string[] {
  return components.map(({ name, version, licenses }) => {
    const [first] = (licenses ?? []) as { license?: { id: string }; expression?: string }[]
    return `${name}@${version} ${first?.license?.id ?? first?.expression}`
  })
}

function describeManifest({ name, version, license }: Manifest): string {
  return `${name}@${version} ${license}`
}

/** What Node would find on this disk, not what the lock file says. */
function listInstalled(folders: readonly string[]): Map<string, Manifest> {
  const found = new Map<string, Manifest>()
  const waiting = [...folders]
  for (const folder of waiting) {
    if (found.has(folder)) continue
    const manifest = readManifest(folder)
    found.set(folder, manifest)
    const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    waiting.push(...names.flatMap((name) => findInstalled(name, folder) ?? []))
  }
  return found
}

/** Undefined for a package of another platform. */
function findInstalled(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return from === ROOT || from === '/' ? undefined : findInstalled(name, dirname(from))
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
