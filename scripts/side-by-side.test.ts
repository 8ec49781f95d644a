import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listTimes, runSideBySide } from './side-by-side.ts'

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'side-by-side-'))
  const scripts = {
    // Each waits for what the other one does.
    meets: 'touch one; until test -e other; do sleep 0.01; done; echo met',
    waits: 'touch other; until test -e one; do sleep 0.01; done; echo waited',
    divides: 'echo on $GOMAXPROCS core',
    fails: 'echo wrong >&2; exit 3',
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ scripts }))
})

afterAll(() => rmSync(root, { recursive: true }))

async function runAll(names: string[], atOnce: number) {
  const ended: [string, number, string][] = []
  await runSideBySide(names, ({ name, code, output }) => ended.push([name, code, output.trim()]), { root, atOnce })
  return ended
}

it('lists how long each took, in seconds', () => {
  const times = [
    { name: 'lint', ms: 41_200 },
    { name: 'types', ms: 500 },
  ]
  expect(listTimes(times)).toBe('lint 41 s, types 1 s')
})

describe('runSideBySide', () => {
  it('runs as many at once as it may, and tells what each has printed', async () => {
    const ended = await runAll(['meets', 'waits'], 2)
    expect(ended).toHaveLength(2)
    expect(ended).toEqual(
      expect.arrayContaining([
        ['meets', 0, 'met'],
        ['waits', 0, 'waited'],
      ]),
    )
  })

  it('gives each one core, whatever there is', async () => {
    expect(await runAll(['divides'], 2)).toEqual([['divides', 0, 'on 1 core']])
  })

  it('knows how long each took', async () => {
    const took: number[] = []
    const began = performance.now()
    await runSideBySide(['divides'], ({ ms }) => took.push(ms), { root, atOnce: 1 })
    expect(took).toEqual([expect.any(Number)])
    expect(took[0]).toBeGreaterThan(0)
    expect(took[0]).toBeLessThanOrEqual(performance.now() - began)
  })

  it('goes on after a failure and tells of it, and of a script that does not exist', async () => {
    expect(await runAll(['fails', 'nowhere', 'fails'], 1)).toEqual([
      ['fails', 3, 'wrong'],
      ['nowhere', 1, 'there is no script nowhere'],
      ['fails', 3, 'wrong'],
    ])
  })
})
