import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeMemoryFolder } from './memory-folder.ts'

const SMALL = 1

let place: string
beforeEach(() => void (place = mkdtempSync(join(tmpdir(), 'memory-folder-'))))
afterEach(() => rmSync(place, { recursive: true }))

it('is open to the users of other programs, and empty', () => {
  const folder = makeMemoryFolder(place, SMALL) ?? ''
  expect(folder.startsWith(place)).toBe(true)
  expect(statSync(folder).mode & 0o7777).toBe(0o1777)
  expect(readdirSync(folder)).toEqual([])
})

it('is not made where there is no such place', () => {
  expect(makeMemoryFolder(join(place, 'absent'), SMALL)).toBeUndefined()
})

it('is not made where there is too little room', () => {
  expect(makeMemoryFolder(place, 2 ** 60)).toBeUndefined()
  expect(readdirSync(place)).toEqual([])
})

it('goes away with the process that made it', () => {
  const code = `import { makeMemoryFolder } from ${JSON.stringify(join(import.meta.dirname, 'memory-folder.ts'))}
    console.log(makeMemoryFolder(${JSON.stringify(place)}, ${SMALL}))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' })
  expect(stdout).toContain(place)
  expect(existsSync(stdout.trim())).toBe(false)
})
