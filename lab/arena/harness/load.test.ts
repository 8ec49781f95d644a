import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadInjections } from './load.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

function dropModules(modules: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillhere-dropped-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(modules)) writeFileSync(join(folder, file), text)
  return folder
}

const named = (name: string) => `export const name = '${name}', does = 'nothing', make = () => []`

it('loads the modules of a folder in the order of their names, and nothing else', async () => {
  const folder = dropModules({ 'b.mjs': named('first'), 'a.ts': named('last'), 'a.test.ts': '!', 'notes.md': '!' })
  const loaded = await loadInjections(folder, ['other'])
  expect(loaded.map(({ name }) => name)).toEqual(['last', 'first'])
  expect(loaded[0]).toMatchObject({ does: 'nothing', make: expect.any(Function) })
})

it.each([
  ['no module', {}, /holds no module/],
  ['no name', { 'a.mjs': 'export const make = 1' }, /a\.mjs must export a name/],
  ['no line', { 'a.mjs': "export const name = 'half'" }, /a\.mjs must export a line "does"/],
  ['no way to make motion', { 'a.mjs': "export const name = 'half', does = ''" }, /must export a function "make"/],
  ['two of one name', { 'a.mjs': named('twin'), 'b.mjs': named('twin') }, /b\.mjs: another .* the name "twin"/],
  ['a name that ships', { 'a.mjs': named('kit') }, /a\.mjs: another injection has the name "kit"/],
])('refuses a folder with %s', async (_, modules, words) => {
  await expect(loadInjections(dropModules(modules), ['kit'])).rejects.toThrow(words)
})
