import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PLATFORMS, type PlatformName } from '@stillhere/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Providers, startProviders } from '../../test/providers.ts'
import { type Scratch, scratchDatabase } from '../../test/scratch-database.ts'
import { sql } from '../database/sql.ts'

// Each test starts a process.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const FILE = join(import.meta.dirname, '../../test/publishing-process.ts')

let scratch: Scratch
let providers: Providers
let child: ChildProcess | undefined
let address: string

beforeAll(async () => {
  scratch = await scratchDatabase()
  providers = await startProviders()
  await startProcess()
})
afterAll(async () => {
  await kill()
  await providers.stop()
  await scratch.drop()
})

async function startProcess(): Promise<void> {
  const args = [JSON.stringify(scratch.connection), JSON.stringify(providers.settings())]
  child = fork(FILE, args, { execArgv: ['--conditions=stillhere-source'] })
  const [message] = await once(child, 'message')
  address = String(message)
}

async function kill(): Promise<void> {
  if (!child) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  child = undefined
}

async function publish(platform: PlatformName): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${address}/api/matrix/publish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-secret': 'the-admin-secret' },
    body: JSON.stringify({ platform, title: 'T', content: 'once' }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** Keeps every row from being changed until it is told to let go. */
function lockRows(): { locked: Promise<void>; letGo: () => void; over: Promise<void> } {
  let letGo = () => {}
  let tellLocked = () => {}
  const told = new Promise<void>((resolve) => (letGo = resolve))
  const locked = new Promise<void>((resolve) => (tellLocked = resolve))
  const over = scratch.db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 FROM publication FOR UPDATE`)
    tellLocked()
    await told
  })
  return { locked, letGo, over }
}

async function waitingForRow(): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await scratch.db.query(sql`
      SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%UPDATE publication SET state%'`)
    expect(waiting).toHaveLength(1)
  }, 10_000)
}

// The platform has answered; what is missing is our note of it, because the row is locked. Then the process is killed.
it.each(PLATFORMS)(
  '%s: kill -9 between the answer of the platform and our note does not post twice',
  async (platform) => {
    let lock: ReturnType<typeof lockRows> | undefined
    providers.afterPost(async () => {
      lock = lockRows()
      await lock.locked
    })
    const lost = publish(platform).catch(() => 'lost')
    await waitingForRow()
    expect(providers.posts(platform)).toBe(1)
    await kill()
    expect(await lost).toBe('lost')
    lock?.letGo()
    await lock?.over
    providers.afterPost(async () => {})

    await startProcess()
    expect(await publish(platform)).toMatchObject({ status: 409, body: { error: 'REQUEST_IN_FLIGHT' } })
    // A minute later.
    await scratch.db.query(sql`UPDATE publication SET claimed_until = now() WHERE state = 'sending'`)
    const again = await publish(platform)
    if (platform === 'bluesky' || platform === 'farcaster') {
      expect(again).toMatchObject({ status: 200, body: { status: 'PUBLISHED', post_id: expect.any(String) } })
    } else {
      expect(again).toMatchObject({ status: 504, body: { error: 'PUBLISH_UNKNOWN' } })
      expect((await publish(platform)).status).toBe(504)
    }
    expect(providers.posts(platform)).toBe(1)
  },
)
