import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { olderNode } from '../../../scripts/older-node.ts'
import { bundle } from './bundle.ts'
import { GROUPS } from './portable/all.ts'

const folder = mkdtempSync(join(tmpdir(), 'stillhere-portable-'))
afterAll(() => rmSync(folder, { recursive: true }))

const SCRIPT = `
import { runPortable } from './portable/run.ts'
console.log(JSON.stringify({ node: process.versions.node, ...(await runPortable()) }))
`

it('passes every portable case in Node 20', { timeout: 300_000 }, async () => {
  const file = join(folder, 'portable.mjs')
  writeFileSync(file, bundle(SCRIPT, 'node').code)
  const { stdout } = await promisify(execFile)(olderNode(), [file], { cwd: folder })
  const report = JSON.parse(stdout)
  expect(report.failures).toEqual([])
  expect(report.node).toMatch(/^20\./)
  expect(report.passed).toBe(Object.values(GROUPS).flatMap(({ cases }) => Object.keys(cases)).length)
})
