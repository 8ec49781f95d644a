import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium, findShell } from './chromium.ts'

let folder: string
const at = (name: string) => join(folder, name)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chromium-'))
  writeFileSync(at('works'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  writeFileSync(at('stub'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  writeFileSync(at('plain'), 'text', { mode: 0o644 })
})

afterAll(() => rmSync(folder, { recursive: true }))

it('takes the first usual path that starts', () => {
  expect(findChromium('', [at('absent'), at('plain'), at('stub'), at('works')])).toBe(at('works'))
})

it('finds nothing where no usual path starts', () => {
  expect(findChromium('', [at('absent'), at('stub')])).toBeUndefined()
})

it('prefers the chosen path', () => {
  expect(findChromium(at('works'), [at('absent')])).toBe(at('works'))
})

it('refuses a chosen path that does not start, even where another would', () => {
  expect(() => findChromium(at('stub'), [at('works')])).toThrow(`CHROMIUM_PATH does not name a Chromium that starts`)
})

it('takes the lighter one where it starts and nobody chose', () => {
  expect(findShell('', at('works'))).toBe(at('works'))
  expect(findShell(at('works'), at('stub'))).toBe(at('works'))
  expect(findShell('', at('stub'))).toBe(findChromium(''))
})
