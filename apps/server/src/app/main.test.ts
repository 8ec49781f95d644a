import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runStillhereHere } from '../../test/command.ts'
import { databaseUrl, endProcesses, runStillhere, temporaryFolder } from '../../test/process.ts'
import { type Scratch, scratchDatabase } from '../../test/scratch-database.ts'
import { sql } from '../platform/database/sql.ts'

// Processes are started; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 120_000 })

let scratch: Scratch
const LISTENING = /^Stillhere is listening on (http:\/\/127\.0\.0\.1:\d+)$/

beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterEach(endProcesses)
afterAll(() => scratch.drop())

async function start(env: Record<string, string> = {}) {
  const service = runStillhere(['serve'], {
    PORT: '0',
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: databaseUrl(scratch.connection),
    SECRET_KEY: 'a-secret-key-of-tests',
    ...env,
  })
  const lines = await service.linesUntil(LISTENING)
  return { ...service, lines, address: LISTENING.exec(lines.at(-1) ?? '')?.[1] ?? '' }
}

describe('the first start', () => {
  it('E6, S8: tells the newcomer where things are once a port is free, with a thread that runs; once it is set up, the next start prints the address only, and each stops cleanly', async () => {
    const dataDir = temporaryFolder()
    const env = { PORT: '0', DATA_DIR: dataDir }
    await failAtTakenPort(env)
    const first = runStillhere(['serve'], env)
    const lines = await first.linesUntil(LISTENING)
    const codes = lines.filter((line) => /^ +SERVICE-[A-Z0-9]{4}-[A-Z0-9]{4}$/.test(line)).map((line) => line.trim())
    expect(new Set(codes).size).toBe(10)
    expect(lines.join('\n')).toContain(join(dataDir, 'admin-secret'))
    expect(lines.join('\n')).toMatch(/http:\/\/127\.0\.0\.1:\d+\/docs/)
    expect(statSync(join(dataDir, 'admin-secret')).mode & 0o777).toBe(0o600)
    const address = LISTENING.exec(lines.at(-1) ?? '')?.[1]
    const answer = await fetch(`${address}/api/admin/address`, {
      headers: { 'x-admin-secret': readFileSync(join(dataDir, 'admin-secret'), 'utf8').trim() },
    })
    expect(await answer.json()).toEqual({ address: '127.0.0.1' })
    // The first verification does not wait for one.
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('\nstillhere_threads 1\n')
    const invited = await runStillhere(['invite', '--count', '2'], { DATA_DIR: dataDir }).exited
    expect(invited.stdout).toMatch(/^SERVICE-[A-Z0-9]{4}-[A-Z0-9]{4}\nSERVICE-[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    const token = /\/setup#([\w-]{43})$/m.exec(lines.join('\n'))?.[1]
    const opened = await fetch(`${address}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address ?? '' },
      body: JSON.stringify({ token }),
    })
    expect(opened.status).toBe(201)
    first.child.kill('SIGTERM')
    expect((await first.exited).code).toBe(0)

    const second = runStillhere(['serve'], env)
    const again = await second.linesUntil(LISTENING)
    expect(again).toHaveLength(1)
    expect((await fetch(`${LISTENING.exec(again[0] ?? '')?.[1]}/api/health`)).status).toBe(200)
    second.child.kill('SIGINT')
    expect((await second.exited).code).toBe(0)
  })
})

describe('the service', () => {
  it('finishes the request under way, refuses new ones, and writes its log before it ends', async () => {
    const { address, child, exited } = await start()
    const port = Number(new URL(address).port)
    // A connection on which nothing was ever sent must not keep the process.
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    const body = JSON.stringify({ email: 'blocked@example.org' })

    // The request waits for a table that this transaction holds.
    const { answer } = await scratch.db.transaction(async (tx) => {
      await tx.query(sql`LOCK TABLE recruitment_application IN ACCESS EXCLUSIVE MODE`)
      const asked = fetch(`${address}/api/recruitment/apply`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      await untilSomebodyWaits()
      child.kill('SIGTERM')
      await untilRefused(port)
      return { answer: asked }
    })
    const held = await answer
    expect(held.status).toBe(200)
    expect(held.headers.get('connection')).toBe('close')
    const { code, stderr } = await exited
    expect(code).toBe(0)
    expect(stderr).toContain('"route":"/api/recruitment/apply","status":200')
    expect(stderr).not.toContain('blocked@example.org')
    silent.destroy()
  })

  it('stops at a wrong PORT with one line that names it', async () => {
    const { code, stderr } = await runStillhere(['serve'], { PORT: 'http' }).exited
    expect(stderr).toBe('PORT must be a whole number from 0 to 65535, not "http"\n')
    expect(code).toBe(1)
  })

  it('F4: stops at a public HOST without PUBLIC_URL with one line that names the way out', async () => {
    const { code, stderr } = await runStillhereHere(['serve'], { HOST: '0.0.0.0', DATA_DIR: temporaryFolder() })
    expect(stderr).toMatch(/^HOST 0\.0\.0\.0 lets others in: set PUBLIC_URL [^\n]*$/)
    expect(code).toBe(1)
  })

  it('stops at a HOST it does not have with one line that names it', async () => {
    await expect(start({ HOST: '192.0.2.1', PUBLIC_URL: 'https://id.example.org' })).rejects.toThrow(
      'HOST cannot be used: listening on 192.0.2.1, port 0, failed with EADDRNOTAVAIL\n',
    )
  })
})

async function takePort() {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  return { other, port: (other.address() as AddressInfo).port }
}

/** A start that gets as far as the database, and no further: one line names the port and a way out. */
async function failAtTakenPort(env: Record<string, string>): Promise<void> {
  const { port, other } = await takePort()
  const { code, stdout, stderr } = await runStillhere(['serve'], { ...env, PORT: String(port) }).exited
  expect(code).toBe(1)
  expect(stderr).toBe(
    `PORT ${port} is taken on 127.0.0.1 (EADDRINUSE). Stop what listens there, or choose another one: PORT=${port + 1} npm start\n`,
  )
  expect(stdout).not.toContain('SERVICE-')
  other.close()
}

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const waiting = await scratch.db.query(sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    if (waiting.length > 0) return
  }
}

/** The port is closed as soon as the stop has begun. */
async function untilRefused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const opened = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (!opened) return
  }
}
