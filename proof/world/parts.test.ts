import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type NamedParts, runParts } from './parts.ts'

const row = { what: 'w', must: 'm', seen: 'now', holds: true }
const TABLE = { page: 'tests', failing: 'BROKEN', head: '# Tests\n\n', notes: '\nNotes.\n' }
const before = process.exitCode

let folder: string
let parts: NamedParts
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stillhere-parts-'))
  parts = {
    called: 'test',
    parts: {
      good: async () => [row, row],
      bad: async () => [{ ...row, seen: 'a|b\nc', holds: false }],
      broken: async () => Promise.reject(new Error('no room')),
    },
    table: TABLE,
    folder,
  }
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  process.exitCode = before
})

const file = () => join(folder, 'tests.md')
/** The lines of the page, without how busy the machine was. */
const readLines = () =>
  readFileSync(file(), 'utf8')
    .replaceAll(/ \(load \d+\.\d\)/g, '')
    .split('\n')

describe('runParts', () => {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()

  it('writes the rows of the parts that are named, one a line, and fails where one does not hold', async () => {
    await runParts(['good'], parts)
    expect(process.exitCode).toBe(before)
    await runParts(['bad'], parts)
    expect(process.exitCode).toBe(1)
    expect(readLines()).toEqual([
      '# Tests',
      '',
      '| good | w | m | holds | now |',
      '| good | w | m | holds | now |',
      '| bad | w | m | BROKEN | a\\|b c |',
      '',
      'Notes.',
      '',
    ])
  })

  it('keeps the rows of all other parts, in the order of the parts', async () => {
    writeFileSync(file(), ['| broken | then |', '| gone | then |', '| good | then |', '| bad | then |'].join('\n'))
    await runParts(['bad'], parts)
    expect(readLines().filter((line) => line.startsWith('|'))).toEqual([
      '| good | then |',
      expect.stringContaining('a\\|b c'),
      '| broken | then |',
    ])
  })

  it('goes on after a part that broke, whose row says why', async () => {
    await runParts([], parts)
    expect(readLines()).toContainEqual(expect.stringMatching(/^\| broken .* BROKEN \| no room \|$/))
    expect(readLines().filter((line) => line.startsWith('|'))).toHaveLength(4)
  })

  it('names the parts that there are to whoever names another', async () => {
    await expect(runParts(['goof'], parts)).rejects.toThrow('there is no test goof; there are good, bad, broken')
  })
})
