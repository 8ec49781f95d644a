import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Injection } from './generator.ts'
import { addInjection, listInjections } from './registry.ts'
import { runInjections } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'stillhere-injections-'))
afterAll(() => rmSync(folder, { recursive: true }))

const REGISTRY = pathToFileURL(join(import.meta.dirname, 'registry.ts')).href
const STILL = `
import { addInjection } from ${JSON.stringify(REGISTRY)}
const make = ({ durationMs }) =>
  Array.from({ length: durationMs * 0.06 }, (_, i) => ({ t: i / 0.06, ax: 0, ay: 0, az: 9.8, rx: 0, ry: 0, rz: 0 }))
function* search(grade) {
  for (;;) {
    grade(make, 1)
    yield make
  }
}
addInjection({ name: 'still phone', does: 'lies on a table', make, search })
`
const nothing: Injection = { name: 'nothing', does: 'hands in no sample', make: () => [] }

describe('npm run arena -- --injections', () => {
  it('gives a file that is named to Node its row, in page, figures and picture', () => {
    const file = join(folder, 'still.mjs')
    writeFileSync(file, STILL)
    const node = ['--conditions=stillhere-source', '--import', file, join(import.meta.dirname, '../run.ts')]
    const options = ['--injections', '--only', 'still phone', '--trials', '2', '--cap', '1', '--out', folder]
    execFileSync(process.execPath, [...node, ...options], { stdio: 'pipe' })
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    expect(read('injections.md')).toMatch(
      /\| still phone \| 0 of 2 \(0–84 %\) .* \| not within 1 \(0 of 10\) \| 0 of 2 /,
    )
    expect(read('injections.md')).toContain('| still phone | lies on a table |')
    expect(JSON.parse(read('injections.json'))).toMatchObject({ injections: [{ passes: { high: { passed: 0 } } }] })
    expect(read('injections.svg')).toContain('still phone')
  })
})

describe('runInjections', () => {
  const run = { injections: [nothing], trials: 2, cap: 1, seed: 1, out: folder, say: () => undefined }
  it('says why answers were refused', () => {
    const [row] = runInjections({ ...run, only: undefined }).injections
    expect(row).toMatchObject({ refusals: { 'insufficient_signal (enrolling)': 2 }, search: null })
  })
  it('says which injections there are where none has the name', () => {
    expect(() => runInjections({ ...run, only: 'nobody' })).toThrow('has the name "nobody"; there are: nothing')
  })
})

describe('addInjection', () => {
  it('says what is missing', () => {
    expect(() => addInjection({ name: 'half', does: '' } as Injection)).toThrow('half needs a function "make"')
  })
  it('does not take two of one name', () => {
    expect(() => listInjections([nothing, nothing])).toThrow('two injections have the name "nothing"')
  })
})
