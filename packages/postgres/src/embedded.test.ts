import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { startPostgres } from './embedded.ts'
import { findProcesses, listProcesses, type Process } from './leftovers.ts'
import { computePaths, type Connection } from './paths.ts'

const SERVER = join(import.meta.dirname, '../test/embedded-server.ts')
const FAST = { fsync: 'off' }
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const linux = process.platform === 'linux'

type Answer = { connection?: Connection; problem?: string }
type Server = { child: ChildProcess; lines: string[]; answer: Promise<Answer> }

const servers = new Set<ChildProcess>()
let root: string
let dataDir: string

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// One cluster for nearly all of the tests: making and removing them is what takes time.
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'stillhere-embedded-'))
  chmodSync(root, 0o711)
  dataDir = join(root, 'data')
  const lines: string[] = []
  const { stop } = await startPostgres({ dataDir, log: (line) => lines.push(line), settings: FAST })
  await stop()
  expect(lines).toEqual(['preparing the database, once'])
})

afterEach(async () => {
  for (const child of servers) child.kill('SIGKILL')
  await vi.waitUntil(() => !listProcesses().some(isProgramInRoot), OFTEN)
})

afterAll(() => rmSync(root, { recursive: true }))

describe('a start', () => {
  it('says nothing, and finds what was written before', async () => {
    const log = vi.fn()
    const first = await startPostgres({ dataDir, log, settings: FAST })
    await ask(first.connection, `CREATE TABLE found AS SELECT 42 AS n`)
    await first.stop()
    const second = await startPostgres({ dataDir, log, settings: FAST })
    expect(await ask(second.connection, `SELECT n FROM found`)).toEqual([{ n: 42 }])
    await second.stop()
    expect(log).not.toHaveBeenCalled()
  })

  it('keeps checksums, UTF-8 and one order of letters for every machine', async () => {
    const { connection } = await startServer()
    const question = `SELECT current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
      datlocprovider AS provider, datlocale AS locale FROM pg_database WHERE datname = current_database()`
    const expected = { checksums: 'on', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }
    expect(await ask(connection, question)).toEqual([expected])
  })

  it('is durable where the tests do not say otherwise', async () => {
    const { connection } = await startServer({ settings: {} })
    const question = `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit`
    expect(await ask(connection, question)).toEqual([{ fsync: 'on', commit: 'on' }])
  })

  it('puts the socket where only its user can reach it', async () => {
    const { connection } = await startServer()
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
  })

  it.runIf(linux)('opens no TCP port', async () => {
    const { connection } = await startServer()
    const { pid } = await askOne<{ pid: number }>(connection, postmasterPid)
    const listening = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'))
    const inodes = new Set(listening.map((line) => line.trim().split(/\s+/)[9]))
    const sockets = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`))
    const own = sockets.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]).filter((inode) => inode !== undefined)
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter((inode) => inodes.has(inode))).toEqual([])
  })

  it('works below a path that is too long for a socket', async () => {
    const long = join(root, 'x'.repeat(120))
    mkdirSync(long, { mode: 0o711 })
    const moveBack = moveCluster(long)
    const { connection, stop } = await startPostgres({ dataDir: long, log: () => {}, settings: FAST })
    expect(connection.host).toBe(join(tmpdir(), computePaths(long).clusterName))
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(await ask(connection, `SELECT 1 AS n`)).toEqual([{ n: 1 }])
    await stop()
    rmSync(connection.host, { recursive: true })
    moveBack()
  })

  it.runIf(isRoot)('refuses a socket folder that somebody else made', async () => {
    const long = join(root, 'y'.repeat(120))
    const { socket } = computePaths(long)
    mkdirSync(socket)
    chownSync(socket, NOBODY, NOBODY)
    await expect(startPostgres({ dataDir: long, log: () => {} })).rejects.toThrow(`${socket} belongs to another user`)
    rmSync(socket, { recursive: true })
  })

  it('is refused with the end of PostgreSQL’s log when PostgreSQL refuses', async () => {
    const wrong = startPostgres({ dataDir, log: () => {}, settings: { shared_buffers: 'many' } })
    await expect(wrong).rejects.toThrow(
      /^PostgreSQL did not start \(code 1\).*\n.*invalid value for parameter "shared_buffers"/s,
    )
  })

  it('puts a log of more than 10 MB aside', async () => {
    writeFileSync(computePaths(dataDir).log, 'x'.repeat(10_000_001))
    await startServer()
    expect(statSync(`${computePaths(dataDir).log}.1`).size).toBe(10_000_001)
    expect(statSync(computePaths(dataDir).log).size).toBeLessThan(10_000)
  })
})

describe('a folder that is not to be touched', () => {
  it('is one of another version, and both are named', async () => {
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    writeFileSync(version, '17\n')
    await expect(startPostgres({ dataDir, log: () => {} })).rejects.toThrow(
      /postgres is a database of PostgreSQL 17, but this version brings PostgreSQL 18\.4: make a backup/,
    )
    expect(readFileSync(version, 'utf8')).toBe('17\n')
    writeFileSync(version, '18\n')
  })

  it('is one with something else in the database’s place', async () => {
    const other = join(root, 'other')
    mkdirSync(join(other, 'postgres'), { recursive: true })
    writeFileSync(join(other, 'postgres', 'thesis.txt'), 'years of work')
    const start = startPostgres({ dataDir: other, log: () => {} })
    await expect(start).rejects.toThrow('holds something that is not a database')
    expect(readdirSync(join(other, 'postgres'))).toEqual(['thesis.txt'])
  })

  it('is one that another server uses, whose database goes on', async () => {
    const { connection } = await startServer()
    const inUse = `another server uses the data folder ${dataDir}: stop it, or set another DATA_DIR`
    await expect(startPostgres({ dataDir, log: () => {} })).rejects.toThrow(inUse)
    expect(await forkServer().answer).toEqual({ problem: inUse })
    expect(await ask(connection, `SELECT 1 AS n`)).toEqual([{ n: 1 }])
  })

  it('is one that this process already uses', async () => {
    const { connection, stop } = await startPostgres({ dataDir, log: () => {}, settings: FAST })
    await expect(startPostgres({ dataDir, log: () => {} })).rejects.toThrow('another server uses the data folder')
    expect(await forkServer().answer).toMatchObject({ problem: expect.stringContaining('another server uses') })
    expect(await ask(connection, `SELECT 1 AS n`)).toEqual([{ n: 1 }])
    await stop()
  })
})

describe('a stop', () => {
  it('leaves no process and no need to recover, and can be asked for twice', async () => {
    const { stop } = await startPostgres({ dataDir, log: () => {}, settings: FAST })
    await Promise.all([stop(), stop()])
    await stop()
    expect(processesIn(dataDir)).toEqual([])
    expect(logOf(dataDir)).toMatch(/database system is shut down\n$/)
  })

  it('does not wait for connections that are still open', async () => {
    const { connection, stop } = await startPostgres({ dataDir, log: () => {}, settings: FAST })
    const db = openPool(connection)
    const sleeping = expect(db.query(`SELECT pg_sleep(600)`)).rejects.toThrow()
    await db.query(`SELECT 1`)
    await stop()
    await sleeping
    await db.end()
    expect(logOf(dataDir)).toMatch(/database system is shut down\n$/)
  })
})

describe('when the server is killed', () => {
  it.each(['alone', 'with its process group'])('%s, PostgreSQL stops by itself', async (what) => {
    const { child } = await startServer()
    process.kill(what === 'alone' ? child.pid! : -child.pid!, 'SIGKILL')
    await untilGone(dataDir)
    expect(logOf(dataDir)).toMatch(/received fast shutdown request.*database system is shut down\n$/s)
  })

  it('the next start works at once, again and again, and has all that was committed', async () => {
    const written = []
    for (let round = 1; round <= 5; round++) {
      const { connection, child } = await startServer()
      await ask(connection, `CREATE TABLE IF NOT EXISTS round (n int)`)
      await ask(connection, `INSERT INTO round VALUES (${round})`)
      written.push({ n: round })
      child.kill('SIGKILL')
    }
    const { connection } = await startServer()
    expect(await ask(connection, `SELECT n FROM round ORDER BY n`)).toEqual(written)
  })

  it('together with what watches over it, the next start stops the orphan', async () => {
    const { child, connection } = await startServer()
    const { pid } = await askOne<{ pid: number }>(connection, postmasterPid)
    for (const guard of guardsIn(dataDir)) process.kill(guard, 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(processesIn(dataDir)).toContain(pid)
    const next = await startServer()
    expect(next.lines).toEqual(['stopped the database that an earlier server had left running'])
    expect(processesIn(dataDir)).not.toContain(pid)
  })

  it('while it makes the cluster, the next start makes it again', async () => {
    const fresh = join(root, 'fresh')
    for (const sign of ['', 'PG_VERSION', 'global/pg_control', 'base/4', 'base/5']) {
      const left = unfinishedIn(fresh)
      const hasMade = (path: string) =>
        unfinishedIn(fresh).some((name) => !left.includes(name) && existsSync(join(fresh, name, path)))
      const { child } = forkServer({ dataDir: fresh })
      await vi.waitUntil(() => hasMade(sign === '' ? '' : 'base'), { ...OFTEN, interval: 1 })
      // While the server stands still initdb goes on, and a busy machine cannot miss the sign: nobody puts the cluster in place.
      child.kill('SIGSTOP')
      await vi.waitUntil(() => hasMade(sign), OFTEN)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(existsSync(join(fresh, 'postgres'))).toBe(false)
    }
    const { connection, lines } = await startServer({ dataDir: fresh })
    expect(lines).toEqual(['preparing the database, once'])
    expect(await ask(connection, `SELECT 1 AS n`)).toEqual([{ n: 1 }])
    expect(unfinishedIn(fresh)).toEqual([])
  })
})

describe('when PostgreSQL is killed', () => {
  it.each([
    ['all of it', () => processesIn(dataDir)],
    ['only the first process', () => processesIn(dataDir).slice(0, 1)],
    ['only a connection', () => processesIn(dataDir, / stillhere stillhere /)],
  ])('%s, it comes back with all that was committed', async (_, victims) => {
    const { connection, lines } = await startServer()
    const db = openPool(connection)
    await db.query(`CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS n`)
    const killed = victims()
    expect(killed).not.toEqual([])
    for (const pid of killed) process.kill(pid, 'SIGKILL')
    await vi.waitUntil(() => !processesIn(dataDir).some((pid) => killed.includes(pid)), OFTEN)
    const again = await vi.waitFor(() => db.query(`SELECT n FROM kept`), OFTEN)
    expect(again.rows).toEqual([{ n: 42 }])
    expect(lines.every((line) => line.startsWith('PostgreSQL ended unexpectedly (SIGKILL)'))).toBe(true)
    await db.end()
  })
})

describe('a lock file that was left', () => {
  it.each([
    ['with the number of a stranger that runs', () => process.pid],
    ['with the number of a process that is gone', () => 4_000_000],
    ['with nothing in it', () => ''],
  ])('%s does not stop the start', async (_, content) => {
    const { connection, child } = await startServer()
    child.send('stop')
    await once(child, 'exit')
    const { cluster, socketLock } = computePaths(dataDir)
    for (const file of [join(cluster, 'postmaster.pid'), socketLock])
      writeFileSync(file, `${content()}\n${dataDir}/postgres\n`)
    const next = await startServer()
    expect(await ask(next.connection, `SELECT 1 AS n`)).toEqual([{ n: 1 }])
    expect(next.connection).toEqual(connection)
  })
})

describe.runIf(isRoot)('started by root', () => {
  it('runs as a user of its own, and changes the owner of nothing but the database', async () => {
    const { connection } = await startServer()
    const { pid } = await askOne<{ pid: number }>(connection, postmasterPid)
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t61042\t61042\t61042\t61042\nGid:\t61042\t/m)
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^CapEff:\t0+$/m)
    const foreign = readdirSync(dataDir).filter((name) => statSync(join(dataDir, name)).uid !== 0)
    expect(foreign.toSorted()).toEqual(['postgres', 'postgres-socket'])
  })

  it('cannot be reached by another user', async () => {
    const { connection } = await startServer()
    const look = [
      '-e',
      `require('net').connect('${connection.host}/.s.PGSQL.5432').on('error', (e) => console.log(e.code))`,
    ]
    const told = execFileSync(process.execPath, look, { uid: NOBODY, gid: NOBODY, encoding: 'utf8' })
    expect(told).toBe('EACCES\n')
  })

  it('in a folder that only root can enter, it runs in a user namespace or says what to do', async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const moveBack = moveCluster(closed)
    const { child, answer } = forkServer({ dataDir: closed })
    const { connection, problem } = await answer
    if (connection === undefined) expect(problem).toContain('PostgreSQL does not run as root')
    else expect(await ask(connection, `SELECT 1 AS n`)).toEqual([{ n: 1 }])
    child.kill('SIGKILL')
    await untilGone(closed)
    moveBack()
  })
})

describe('started by a normal user', () => {
  it.runIf(isRoot)('makes and runs the database as that user', async () => {
    const home = join(root, 'home')
    mkdirSync(home, { mode: 0o700 })
    chownSync(home, NOBODY, NOBODY)
    const { connection } = await startServer({ dataDir: join(home, 'data'), uid: NOBODY, gid: NOBODY })
    const { pid } = await askOne<{ pid: number }>(connection, postmasterPid)
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\t65534\t65534\t/m)
    expect(statSync(join(home, 'data')).mode & 0o777).toBe(0o700)
  })

  it.runIf(isRoot)('is told when the database belongs to another user', async () => {
    const foreign = join(root, 'foreign')
    mkdirSync(join(foreign, 'postgres'), { recursive: true, mode: 0o700 })
    chownSync(foreign, NOBODY, NOBODY)
    const { problem } = await forkServer({ dataDir: foreign, uid: NOBODY, gid: NOBODY }).answer
    expect(problem).toMatch(/postgres belongs to user 0, but the service runs as user 65534: start it as that user/)
  })
})

const OFTEN = { interval: 20, timeout: 20_000 }

const postmasterPid = `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`

type Start = { dataDir?: string; settings?: Record<string, string>; uid?: number; gid?: number }

function forkServer({ dataDir: folder = dataDir, settings = FAST, ...ids }: Start = {}): Server {
  const execArgv = ['--conditions=stillhere-source']
  const child = fork(SERVER, [folder, JSON.stringify(settings)], { execArgv, detached: true, cwd: '/', ...ids })
  servers.add(child)
  child.once('exit', () => servers.delete(child))
  const lines: string[] = []
  const answer = new Promise<Answer>((resolve) => {
    child.on('message', (message: Answer & { line?: string }) => {
      if (message.line === undefined) resolve(message)
      else lines.push(message.line)
    })
  })
  return { child, lines, answer }
}

async function startServer(start: Start = {}) {
  const { child, lines, answer } = forkServer(start)
  const { connection, problem } = await answer
  if (connection === undefined) throw new Error(problem)
  return { child, lines, connection }
}

/** Puts the cluster into another data folder, and answers how to put it back. */
function moveCluster(folder: string): () => void {
  const [here, there] = [join(dataDir, 'postgres'), join(folder, 'postgres')]
  renameSync(here, there)
  return () => renameSync(there, here)
}

/** Opens connections that may be lost, in use or idle, without ending the tests. */
function openPool(connection: Connection): Pool {
  const db = new Pool(connection)
  const ignore = () => {}
  db.on('error', ignore)
  db.on('connect', (client) => client.on('error', ignore))
  return db
}

async function ask(connection: Connection, statement: string): Promise<unknown[]> {
  const db = openPool(connection)
  const { rows } = await db.query(statement)
  await db.end()
  return rows
}

async function askOne<Row>(connection: Connection, statement: string): Promise<Row> {
  return (await ask(connection, statement))[0] as Row
}

/** The processes of the database in a folder, the postmaster first. */
function processesIn(folder: string, title = /./): number[] {
  const found = findProcesses(computePaths(folder).clusterName).filter(({ args }) => title.test(args.join(' ')))
  return found.map(({ pid }) => pid).toSorted((a, b) => a - b)
}

// The shell that watches over a program bears its arguments too, and goes home a second later.
function isProgramInRoot({ args: [program = '', ...rest] }: Process): boolean {
  return ['postgres', 'initdb'].includes(basename(program)) && rest.some((one) => one.startsWith(root))
}

function guardsIn(folder: string): number[] {
  const mark = `cluster_name=${computePaths(folder).clusterName}`
  return listProcesses()
    .filter(({ args }) => args.includes('guard') && args.includes(mark))
    .map(({ pid }) => pid)
}

async function untilGone(folder: string): Promise<void> {
  await vi.waitUntil(() => processesIn(folder).length === 0, OFTEN)
}

function unfinishedIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('postgres.new-')) : []
}

function logOf(folder: string): string {
  return readFileSync(computePaths(folder).log, 'utf8')
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
