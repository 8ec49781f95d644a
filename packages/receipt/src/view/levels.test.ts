import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { describeCheapestAttack, describeLevel, listApprovalLimits, listLevels } from './levels.ts'

const REPOSITORY = join(import.meta.dirname, '..', '..', '..', '..')

/** A voice that marks what it says. */
const MARKED = {
  language: 'de',
  say: (text: string, values: Readonly<Record<string, string | number>> = {}) =>
    `«${text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))}»`,
}

it('has a row for each level, and says every cell in the reader’s language', () => {
  const rows = Object.entries(listLevels(MARKED))
  expect(rows.map(([level]) => level)).toEqual(['0', '1', '2', '3'])
  for (const [level, row] of rows) {
    expect(row.name).toContain(`Level ${level}, `)
    for (const cell of Object.values(row)) expect(cell).toMatch(/^«[^«»]+»$/)
  }
  for (const limit of listApprovalLimits(MARKED)) expect(limit).toMatch(/^«[^«»]+»$/)
})

it('says at each level with motion that a program can produce it, and what the cheapest needed', () => {
  expect(describeLevel(0)).toBe(
    'Level 0, another way: no motion; no key (a tap or an emailed code), or the person’s passkey. It does not prove that a hand moved.',
  )
  for (const level of [1, 2, 3] as const) {
    expect(describeLevel(level)).toMatch(/It does not prove that no program moved/)
    expect(describeLevel(level)).toContain(describeCheapestAttack())
  }
  expect(describeCheapestAttack(MARKED)).toContain('2,3')
})

it('names the computing time of the cheapest attack that was measured', () => {
  type Search = { cpuSeconds: number; reached: boolean }
  type Injection = { search: { batch: Search; live: Search } | null }
  const report = readFileSync(join(REPOSITORY, 'docs', 'internals', 'injections.json'), 'utf8')
  const { injections } = JSON.parse(report) as { injections: Injection[] }
  const searches = injections.flatMap(({ search }) => (search === null ? [] : [search.batch, search.live]))
  const seconds = searches.filter(({ reached }) => reached).map(({ cpuSeconds }) => cpuSeconds)
  expect(describeCheapestAttack()).toContain(` ${Math.min(...seconds).toFixed(1)} seconds`)
})
