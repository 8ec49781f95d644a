import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseUrl, endProcesses, temporaryFolder } from '../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../test/scratch-database.ts'
import { toScript } from '../platform/database/sql.ts'
import { readSettings, SettingProblem } from '../platform/settings/settings.ts'
import { listKeys } from '../scan/receipts/store.ts'
import { startService } from './start.ts'

let scratch: Scratch

beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(async () => {
  await endProcesses()
  await scratch.drop()
})

// What a process makes of a SettingProblem, one line and an end with 1, is in main.test.ts.
describe('startService', () => {
  it('refuses a DATABASE_URL where nobody answers, and names it without its password', async () => {
    const problem = await refusalOf({ DATABASE_URL: 'postgresql://ada:password@127.0.0.1:1/stillhere' })
    expect(problem.message).toBe('DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1')
  })

  const READ_ONLY = '&options=-c%20default_transaction_read_only%3Don'

  it.each([
    ['refuses connections', () => 'postgresql://ada@127.0.0.1:1/stillhere'],
    ['has a name that leads nowhere', () => 'postgresql://ada@host.invalid/stillhere'],
    ['has two addresses that refuse connections', () => 'postgresql://ada@localhost:1/stillhere'],
    ['only reads', () => `${databaseUrl(scratch.connection)}${READ_ONLY}`],
  ])('starts on the second host of DATABASE_URL where the first %s', async (_, first) => {
    const settings = readSettings({ DATA_DIR: temporaryFolder(), SECRET_KEY: 'a-secret-key-of-tests' })
    const databaseUrls = [first(), databaseUrl(scratch.connection)]
    const { service, stop } = await startService({ ...settings, databaseUrls }, () => {})
    expect(await listKeys(service.db)).not.toEqual([])
    await stop()
  })

  it('waits where no host of several takes writes, says so once, and starts as soon as one does', async () => {
    const fresh = await scratchDatabase()
    const name = fresh.connection.database
    const takeWrites = (mode: 'on' | 'off') =>
      scratch.db.query(toScript(`ALTER DATABASE "${name}" SET default_transaction_read_only TO ${mode}`))
    await takeWrites('on')
    const settings = readSettings({ DATA_DIR: temporaryFolder(), SECRET_KEY: 'a-secret-key-of-tests' })
    const lines: string[] = []
    const said = Promise.withResolvers<void>()
    const starting = startService(
      { ...settings, databaseUrls: ['postgresql://ada@127.0.0.1:1/stillhere', databaseUrl(fresh.connection)] },
      (line) => {
        lines.push(line)
        said.resolve()
      },
    )
    await Promise.race([said.promise, starting])
    await takeWrites('off')
    const { stop } = await starting
    expect(lines).toEqual(['waiting for a database that takes writes'])
    await stop()
    await fresh.drop()
  })

  it('refuses a DATABASE_URL whose only host takes no writes', async () => {
    const problem = await refusalOf({ DATABASE_URL: `${databaseUrl(scratch.connection)}${READ_ONLY}` })
    expect(problem.message).toBe('DATABASE_URL cannot be used: the database takes no writes')
  })

  it('refuses a DATA_DIR that is no folder, and names it', async () => {
    const problem = await refusalOf({ DATA_DIR: import.meta.filename })
    expect(problem.message).toMatch(/^DATA_DIR cannot be used: EEXIST: [^\n]*$/)
  })

  it('refuses a SECRET_KEY that the database was not made with', async () => {
    const started = await start({})
    await started.stop()
    const problem = await refusalOf({ SECRET_KEY: 'another-key-of-tests' })
    expect(problem.message).toBe('SECRET_KEY is not the one that this database was made with')
  })

  it('refuses to be a sandbox on the database of a service, and keeps it as it was', async () => {
    const problem = await refusalOf({ SANDBOX: 'yes' })
    expect(problem.message).toBe(
      'this is a sandbox, and the database is that of a service: set another DATA_DIR or DATABASE_URL',
    )
    const started = await start({})
    expect((await listKeys(started.service.db)).map(({ use }) => use)).toEqual(['production'])
    await started.stop()
  })
})

function start(env: Record<string, string>) {
  const usual = {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: databaseUrl(scratch.connection),
    SECRET_KEY: 'a-secret-key-of-tests',
  }
  return startService(readSettings({ ...usual, ...env }), () => {})
}

async function refusalOf(env: Record<string, string>): Promise<SettingProblem> {
  const problem: unknown = await start(env).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(problem).toBeInstanceOf(SettingProblem)
  return problem as SettingProblem
}
