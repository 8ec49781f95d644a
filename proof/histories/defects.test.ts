import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEFECTS } from './defects.ts'

const SERVER = join(import.meta.dirname, '..', '..', 'apps', 'server', 'src')
const patched = DEFECTS.flatMap(({ name, patch }) => (patch === undefined ? [] : [{ name, ...patch }]))

it.each(patched)('$name: the code still has the one place where it is planted', ({ file, from, to }) => {
  expect(readFileSync(join(SERVER, file), 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})
