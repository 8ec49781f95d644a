import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTimes, runBeside, runInGaps } from './side-by-side.ts'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'side-by-side-'))
  const scripts = {
    divides: 'echo on $GOMAXPROCS core',
    yields: `node -p 'os.getPriority()'`,
    fails: 'echo wrong >&2; exit 3',
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }))
})

afterAll(() => rmSync(root, { recursive: true }))

async function runAll(names: string[]) {
  const ended: [string, number, string][] = []
  await runInGaps(names, ({ name, code, output }) => ended.push([name, code, output.trim()]), root)
  return ended
}

it('lists how long each took, in seconds', () => {
  const times = [
    { name: 'lint', ms: 41_200 },
    { name: 'types', ms: 500 },
  ]
  expect(listTimes(times)).toBe('lint 41 s, types 1 s')
})

describe('runInGaps', () => {
  it('gives each one core, whatever there is, and that after others', async () => {
    expect(await runAll(['divides', 'yields'])).toEqual([
      ['divides', 0, 'on 1 core'],
      ['yields', 0, '10'],
    ])
  })

  it('knows how long each took', async () => {
    const took: number[] = []
    const began = performance.now()
    await runInGaps(['divides'], ({ ms }) => took.push(ms), root)
    expect(took).toEqual([expect.any(Number)])
    expect(took[0]).toBeGreaterThan(0)
    expect(took[0]).toBeLessThanOrEqual(performance.now() - began)
  })

  it('goes on after a failure and tells of it, and of a script that does not exist', async () => {
    expect(await runAll(['fails', 'nowhere', 'fails'])).toEqual([
      ['fails', 3, 'wrong'],
      ['nowhere', 1, 'there is no script nowhere'],
      ['fails', 3, 'wrong'],
    ])
  })
})

describe('runBeside', () => {
  it('interrupts the command when a check fails, and ends as the check did', async () => {
    expect(await runBeside('sleep 600', ['divides', 'fails'], root)).toBe(3)
  })

  it('ends as the command does when all checks hold, and leaves how long they took', async () => {
    expect(await runBeside('true', ['divides'], root)).toBe(0)
    expect(await runBeside('false', ['divides'], root)).toBe(1)
    expect(readFileSync(join(root, 'node_modules/.cache/checks'), 'utf8')).toBe('divides 0 s\n')
  })
})
