import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listPackedFiles } from './packages.ts'

const root = mkdtempSync(join(tmpdir(), 'packed-files-'))
const [one, other] = [join(root, 'packages/one'), join(root, 'packages/other')]

afterAll(() => rmSync(root, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

it('lists what npm packs of each package: what it names, less what is left out, and never its modules', () => {
  write('package.json', '{ "private": true, "workspaces": ["packages/*"] }')
  write('packages/one/package.json', '{ "name": "one", "version": "1.0.0", "files": ["src", "!src/*.test.ts"] }')
  write('packages/other/package.json', '{ "name": "other", "version": "1.0.0" }')
  write('packages/other/.npmignore', 'secret.ts')
  for (const folder of ['one', 'other']) {
    for (const path of ['src/a.ts', 'src/a.test.ts', 'secret.ts', 'node_modules/x/index.js']) {
      write(`packages/${folder}/${path}`, 'export {}')
    }
  }
  const packed = listPackedFiles(root, [other, one])
  expect(packed.get(one)?.toSorted()).toEqual(['package.json', 'src/a.ts'])
  expect(packed.get(other)?.toSorted()).toEqual(['package.json', 'src/a.test.ts', 'src/a.ts'])
})
