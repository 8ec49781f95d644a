import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Injection } from './generator.ts'
import { writeInjectionPage } from './page.ts'
import { type InjectionRun, runInjections } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'stillhere-injections-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The module and the command of the section on adding a row. */
function readExample(): { module: string; command: string[] } {
  const page = writeInjectionPage({ seed: 1, trials: 1, cap: 1, starts: 1, injections: [] })
  const [, module = '', command = ''] =
    /## Adding a row\n[^]*?((?: {4}.*\n|\n)+?) {4}npm run arena -- (.*)\n/.exec(page) ?? []
  return { module: module.replaceAll(/^ {4}/gm, ''), command: command.split(' ') }
}

describe('npm run arena -- --injections FOLDER', () => {
  it('gives the module that the page shows its row, in page, figures and picture', () => {
    const { module, command } = readExample()
    mkdirSync(join(folder, 'my-injections'))
    writeFileSync(join(folder, 'my-injections', 'still.ts'), module)
    const node = ['--conditions=stillhere-source', join(import.meta.dirname, '../run.ts')]
    execFileSync(process.execPath, [...node, ...command], { cwd: folder, stdio: 'pipe' })
    const read = (name: string) => readFileSync(join(folder, 'reports/mine', name), 'utf8')
    expect(read('injections.md')).toMatch(/\| still phone \| 0 of 4 \(0–60 %\) /)
    expect(read('injections.md')).toContain('| still phone | lies on a table |')
    expect(JSON.parse(read('injections.json'))).toMatchObject({ injections: [{ passes: { high: { passed: 0 } } }] })
    expect(read('injections.svg')).toContain('still phone')
  })
})

describe('runInjections', () => {
  const named = (name: string): Injection => ({ name, does: 'hands in no sample', make: () => [] })
  const run: InjectionRun = {
    injections: [named('one'), named('other')],
    only: undefined,
    order: ['one', 'other'],
    isPartial: false,
    trials: 1,
    cap: 1,
    starts: 1,
    seed: 1,
    out: join(folder, 'out'),
    say: () => undefined,
  }
  const namesOf = (more: Partial<InjectionRun>) => runInjections({ ...run, ...more }).injections.map(({ name }) => name)

  it('says why answers were refused', () => {
    const [row] = runInjections({ ...run, only: 'one' }).injections
    expect(row).toMatchObject({ refusals: { 'insufficient_signal (enrolling)': 1 }, search: null })
  })
  it('says why an injection was not run, in tables and picture', () => {
    const missing = 'no recordings'
    const { injections } = runInjections({ ...run, injections: [{ ...named('learned'), missing }] })
    expect(injections).toEqual([{ name: 'learned', does: 'hands in no sample', notRun: missing }])
    const read = (file: string) => readFileSync(join(run.out, file), 'utf8')
    expect(read('injections.md').match(/\| learned \| not run: no recordings \| – /g)).toHaveLength(2)
    expect(read('injections.svg')).toContain('not run')
  })
  it('says which injections there are where none has the name', () => {
    expect(() => namesOf({ only: 'nobody' })).toThrow('has the name "nobody"; there are: one, other')
  })
  it('measures one row anew beside the others, and puts rows that do not ship behind them', () => {
    expect(namesOf({})).toEqual(['one', 'other'])
    expect(namesOf({ injections: [named('mine')], isPartial: true })).toEqual(['one', 'other', 'mine'])
    const does = 'something else'
    const { injections } = runInjections({ ...run, injections: [{ ...named('one'), does }], isPartial: true })
    expect(injections.map((row) => row.does)).toEqual([does, 'hands in no sample', 'hands in no sample'])
    expect(namesOf({})).toEqual(['one', 'other'])
  })
  it.each([{ seed: 2 }, { trials: 2 }, { cap: 2 }, { starts: 2 }])(
    'puts no row measured with %o beside others',
    (changed) => {
      namesOf({})
      expect(() => namesOf({ ...changed, isPartial: true })).toThrow(
        'measured with --seed 1 --trials 1 --cap 1 --starts 1',
      )
    },
  )
})
