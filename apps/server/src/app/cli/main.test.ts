import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { olderNode } from '../../../../../scripts/older-node.ts'
import { runStillhereHere } from '../../../test/command.ts'
import { databaseUrl, endProcesses, runStillhere, temporaryFolder } from '../../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { sql } from '../../platform/database/sql.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { findForgottenSandbox } from './command.ts'
import { listCommands } from './main.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

const BIN = join(import.meta.dirname, '../../../bin/stillhere.js')

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

const USAGES: Record<string, string> = { invite: 'invite [--count N] [--json]', backup: 'backup FILE' }

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
    [['invite', '--number', '3'], "Unknown option '--number'\n"],
    [['invite', '-x'], "Unknown option '-x'\n"],
    [['backup'], 'exactly one FILE is expected here'],
  ])('%j: exit code 64 and what was wrong', async (args, message) => {
    const { code, stdout, stderr } = await runHere(...args)
    expect([code, stdout]).toEqual([64, ''])
    expect(`${stderr}\n`).toContain(message)
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

  it('--version: prints the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
    for (const word of ['--version', '-v', 'version'])
      expect(await runHere(word)).toEqual({ code: 0, stdout: version, stderr: '' })
  })

  it.each(listCommands())(
    '%s --help: how it is written, what it does and an example that its own reader takes',
    async (name) => {
      const answers = [await runHere(name, '--help'), await runHere('help', name), await runHere(name, 'x', '-h')]
      expect(new Set(answers.map(({ stdout }) => stdout)).size).toBe(1)
      const { code, stdout, stderr } = await runHere(name, '--help')
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toMatch(new RegExp(`^Usage: stillhere ${name}\\b`))
      expect(stdout).toMatch(new RegExp(`\n\nExamples?:\n {2}stillhere ${name}\\b`))
      const overview = (await runHere('help')).stdout
      expect(overview).toContain(`\n  ${name}`)
    },
  )

  it('64: help for a command that does not exist', async () => {
    expect(await runHere('help', 'dance')).toMatchObject({ code: 64, stdout: '' })
    expect((await runHere('dance', '--help')).stderr).toMatch(/^there is no command "dance"\n/)
  })

  it('help asks for no settings, so a wrong one does not hide it', async () => {
    expect(await runStillhereHere(['serve', '--help'], { PORT: 'notaport' })).toMatchObject({ code: 0, stderr: '' })
  })

  it('an older Node gets one sentence', { timeout: 300_000 }, () => {
    const { status, stdout, stderr } = spawnSync(olderNode(), [BIN, 'help'], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^Stillhere needs Node 24 or later; this is v20\.\d+\.\d+\. .*\n$/)
  })

  it.skipIf(!existsSync('/bin/sh'))('is quiet when the reader of its output has left', () => {
    const script = 'exec 3>&1; { "$0" --conditions=stillhere-source "$1" help; echo "exit $?" >&3; } | true'
    const { stdout, stderr } = spawnSync('/bin/sh', ['-c', script, process.execPath, BIN], { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'exit 0\n', stderr: '' })
  })

  it('invite --json: the codes with the links that they open', async () => {
    const { code, stdout } = await runStillhereHere(['invite', '--count', '2', '--json'], {
      DATA_DIR: temporaryFolder(),
      ...env,
      PUBLIC_URL: 'https://id.example.org',
    })
    const made = JSON.parse(stdout) as { code: string; url: string }[]
    expect([code, made.length]).toEqual([0, 2])
    for (const one of made) expect(one.url).toBe(`https://id.example.org/join?invite=${one.code}`)
  })

  it('--sandbox, with any command: the data of a sandbox, which a command without it names', async () => {
    const sandbox = await scratchDatabase()
    const beside = { ...env, DATA_DIR: temporaryFolder(), DATABASE_URL: databaseUrl(sandbox.connection) }
    expect(await runStillhereHere(['site', 'list', '--sandbox', '--json'], beside)).toMatchObject({
      code: 0,
      stdout: '[]',
    })
    const refused = await runStillhereHere(['site', 'list'], beside)
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --sandbox or set SANDBOX=yes')])
    const doctor = await runStillhereHere(['doctor'], beside)
    expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('add --sandbox or set SANDBOX=yes')])
    expect((await runStillhereHere(['doctor', '--sandbox'], beside)).code).toBe(0)
    await sandbox.drop()
  })

  it('a command beside a sandbox makes no database of its own by accident', () => {
    const folder = temporaryFolder()
    const settings = readSettings({ DATA_DIR: join(folder, 'data') })
    expect(findForgottenSandbox(settings, folder)).toBeUndefined()
    mkdirSync(join(folder, 'data-sandbox', 'postgres'), { recursive: true })
    expect(findForgottenSandbox(settings, folder)?.message).toMatch(/data-sandbox: add --sandbox or set SANDBOX=yes$/)
    expect(findForgottenSandbox(readSettings({ DATA_DIR: join(folder, 'other') }), folder)).toBeUndefined()
    expect(findForgottenSandbox({ ...settings, sandbox: true }, folder)).toBeUndefined()
    mkdirSync(join(folder, 'data', 'postgres'), { recursive: true })
    expect(findForgottenSandbox(settings, folder)).toBeUndefined()
  })

  it('migrate says that there is nothing to do', async () => {
    expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'the database is up to date' })
  })
})
