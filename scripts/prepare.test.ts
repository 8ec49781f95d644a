import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { olderNode } from './older-node.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prepare-'))
  copyFileSync(join(import.meta.dirname, 'prepare.js'), join(folder, 'prepare.js'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'build.ts'), "console.log('built')\nexport {}\n")
})
afterAll(() => rmSync(folder, { recursive: true }))

it('the last line of an install says how to start', () => {
  const { status, stdout } = spawnSync(process.execPath, ['prepare.js'], { cwd: folder, encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, 'built\n\nReady: npm start\n'])
})

it('an older Node gets one sentence and no promise', { timeout: 300_000 }, () => {
  const { status, stdout, stderr } = spawnSync(olderNode(), ['prepare.js'], { cwd: folder, encoding: 'utf8' })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Stillhere needs Node 24 or newer; this is v20\.[\d.]+\. .*\n$/)
})
