import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { drawInjections } from './drawing.ts'
import { type InjectionReport, writeInjectionPage } from './page.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../docs/internals', name), 'utf8')

it('page and picture in docs are those of the figures beside them', () => {
  const report = JSON.parse(read('injections.json')) as InjectionReport
  expect(read('injections.md')).toBe(writeInjectionPage(report))
  expect(read('injections.svg')).toBe(drawInjections(report))
})
