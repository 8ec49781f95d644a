import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { GROUPS } from './portable/all.ts'
import { equal } from './portable/check.ts'
import { runPortable } from './portable/run.ts'

const NOT_CASES = ['all', 'cases', 'check', 'run']

describe.each(Object.entries(GROUPS))('%s', (_, { cases }) => {
  it.each(Object.entries(cases))('%s', { timeout: 60_000 }, async (_name, test) => test())
})

it('leaves no file of cases out', () => {
  const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'portable') }).map((file) => basename(file, '.ts'))
  expect(files.filter((name) => !NOT_CASES.includes(name)).toSorted()).toEqual(Object.keys(GROUPS).toSorted())
})

it('names each case that fails, and what was wrong', async () => {
  const sums = { right: () => equal(1 + 1, 2), wrong: async () => equal(1 + 1, 3) }
  const report = await runPortable({ sums: { cases: sums } })
  expect(report).toEqual({ passed: 1, failures: ['sums: wrong: got 2, expected 3'] })
})
