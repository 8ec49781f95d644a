import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeLevel, listApprovalLimits, listLevels } from '@stillhere/receipt/view'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TABLE = 'packages/receipt/src/view/levels.ts'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Sentences of the table that are too long to stand elsewhere by chance. */
const SENTENCES = [...Object.values(listLevels()).flatMap((row) => Object.values(row)), ...listApprovalLimits()].filter(
  (text) => text.length > 25,
)

it('stands in one file: what a level or an approval proves is written nowhere else', () => {
  expect(SENTENCES.length).toBeGreaterThan(8)
  const files = globSync('{apps,packages,examples,lab}/**/*.{ts,tsx,js,py,html}', { cwd: ROOT }).filter(
    (file) => !/node_modules|\/dist\/|\/catalogs\/|\.test\.tsx?$/.test(file),
  )
  expect(files).toContain(TABLE)
  const found = files.filter((file) => SENTENCES.some((text) => read(file).includes(text)))
  expect(found).toEqual([TABLE])
})

it.each([
  ['packages/receipt/src/view/facts.ts', /describeAssurance\(/],
  ['packages/client/src/element/words.ts', /describeAssurance\(/],
  ['apps/server/src/requests/mcp/tools.ts', /describeAssurance\(.*listLevels\(.*listApprovalLimits\(/s],
  ['apps/server/src/operator/discovery/routes.ts', /listApprovalLimits\(.*listLevels\(/s],
  ['apps/web/src/pages/developers/page.tsx', /listLevels\(.*describeCheapestAttack\(.*listApprovalLimits\(/s],
  ['apps/web/src/pages/approve/words.ts', /describeLevel\(/],
  ['apps/web/src/pages/check/page.tsx', /describeLevel\(/],
  ['apps/web/src/pages/scan/outcome.tsx', /describeAssurance\(/],
])('is what %s shows', (file, shows) => {
  expect(read(file)).toMatch(shows)
})

it('names the levels as the picture of the docs does', () => {
  const picture = read('docs/pictures/levels.svg')
  for (const { name } of Object.values(listLevels()).slice(1))
    expect(picture).toContain(name.replace(/^Level (\d), /, '>$1 '))
})

it('says of no level that a person was there', () => {
  for (const level of [0, 1, 2, 3] as const) expect(describeLevel(level)).not.toMatch(/living|alive|a person was/i)
})
