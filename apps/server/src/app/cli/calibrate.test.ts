import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl, endProcesses, temporaryFolder } from '../../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { runCalibrate } from './calibrate.ts'
import { UsageProblem } from './command.ts'

let scratch: Scratch
let lines: string[]
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterEach(endProcesses)
afterAll(() => scratch.drop())

function run(...args: string[]): Promise<number | undefined> {
  lines = []
  const settings = readSettings({
    DATABASE_URL: databaseUrl(scratch.connection),
    DATA_DIR: temporaryFolder(),
    SECRET_KEY: 'a-secret-key-of-tests',
  })
  return runCalibrate(args, { settings, print: (line) => lines.push(line), showProgress: () => {} })
}

describe('stillhere calibrate', () => {
  it.each([
    [['--feature-mode', 'gait'], '/feature_mode'],
    [['--pca-output-dim', 'many'], '/pca_output_dim'],
    [['--target-fars', '0.1,2'], '/target_fars/1'],
    [['--min-variance', '2'], '/min_variance'],
    [['--speed', '9'], '--speed'],
  ])('%j: names what is wrong before it touches anything', async (args, name) => {
    const problem = await run(...args).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(UsageProblem)
    expect((problem as Error).message).toContain(name)
  })

  it('exit code 1: says how many sessions are missing', async () => {
    expect(await run()).toBe(1)
    expect(lines.join('\n')).toContain('there are 0, so 300 are missing')
  })

  it('exit code 0: shows the progress, what was found and what is missing, and puts nothing useless in force', async () => {
    await scratch.db.query(sql`INSERT INTO tally (name, shard, value) VALUES ('research.usable', 0, 300)`)
    expect(await run('--target-fars', '0.05')).toBe(0)
    const shown = lines.join('\n')
    expect(shown).toMatch(/^artifact [0-9a-f-]{36}, not in force$/m)
    expect(shown).toMatch(/^0 sessions of 0 people/m)
    expect(shown).toMatch(/^5\.00 % .*unsupported/m)
    expect(shown).toMatch(/^warning: /m)
  })
})
