import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runStillhereHere } from '../../test/command.ts'
import { databaseUrl, endProcesses, runStillhere, temporaryFolder } from '../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../test/scratch-database.ts'
import { sql } from '../database/sql.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

let scratch: Scratch
let env: Record<string, string>

beforeAll(async () => {
  scratch = await scratchDatabase()
  env = { DATABASE_URL: databaseUrl(scratch.connection), SECRET_KEY: 'a-secret-key-of-tests' }
})
afterEach(endProcesses)
afterAll(() => scratch.drop())

const run = (...args: string[]) => runStillhere(args, { DATA_DIR: temporaryFolder(), ...env }).exited
const runHere = (...args: string[]) => runStillhereHere(args, { DATA_DIR: temporaryFolder(), ...env })

const USAGES: Record<string, string> = { invite: 'invite [--count N]', backup: 'backup FILE' }

describe('stillhere', () => {
  it('explains itself when asked, and when not asked for anything', async () => {
    const [asked, bare] = [await run('--help'), await runHere()]
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: stillhere COMMAND/), stderr: '' })
    expect(bare.stdout).toBe(asked.stdout)
  })

  it('["dance"]: exit code 64 and what was wrong, of the process itself', async () => {
    const { code, stdout, stderr } = await run('dance')
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toContain('there is no command "dance"')
  })

  it.each([
    [['invite', '--count', 'many'], '--count must be a whole number from 1 to 1000, not "many"'],
    [['invite', '--number', '3'], "Unknown option '--number'"],
    [['backup'], 'exactly one FILE is expected here'],
  ])('%j: exit code 64 and what was wrong', async (args, message) => {
    const { code, stdout, stderr } = await runHere(...args)
    expect([code, stdout]).toEqual([64, ''])
    expect(stderr).toContain(message)
    expect(stderr.split('\n')).toEqual([expect.anything(), `Usage: stillhere ${USAGES[args[0] ?? '']}`])
  })

  it.each([
    [
      'de_DE.UTF-8',
      'den Befehl "dance" gibt es nicht\nstillhere help zeigt alle Befehle.',
      /^Aufruf: stillhere BEFEHL/,
    ],
    ['es_ES.UTF-8', 'no existe el comando "dance"\nstillhere help muestra los comandos.', /^Uso: stillhere COMANDO/],
  ])('speaks %s where the terminal does', async (LANG, refusal, usage) => {
    const speaking = { DATA_DIR: temporaryFolder(), ...env, LC_ALL: '', LC_MESSAGES: '', LANG }
    expect((await runStillhereHere(['dance'], speaking)).stderr).toBe(refusal)
    const { stdout } = await runStillhereHere(['help'], speaking)
    expect(stdout).toMatch(usage)
    expect(stdout).toContain('  backup FILE  ')
    const refused = await runStillhereHere(['doctor'], { ...speaking, PORT: 'x' })
    expect(refused.stderr).toMatch(/^PORT (?:muss|debe) .*"x"$/)
    const migrated = await runStillhereHere(['migrate'], speaking)
    expect(migrated.stdout.split('\n').at(-1)).toMatch(
      /^(?:die Datenbank ist auf dem neuesten Stand|la base de datos está al día)$/,
    )
  })

  it('invite prints codes and nothing else, and stores them', async () => {
    const { code, stdout } = await run('invite', '--count', '3')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^(?:SERVICE-[A-Z0-9]{4}-[A-Z0-9]{4}\n?){3}$/)
    expect(await scratch.db.query(sql`SELECT 1 FROM invite`)).toHaveLength(3)
  })

  it('migrate says that there is nothing to do', async () => {
    expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'the database is up to date' })
  })
})
