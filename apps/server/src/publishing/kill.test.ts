import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PLATFORMS, type PlatformName } from '@stillhere/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Providers, startProviders } from '../../test/providers.ts'
import { type Scratch, scratchDatabase } from '../../test/scratch-database.ts'
import { sql } from '../platform/database/sql.ts'

// Processes are started.
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

/** Waits until all requests want to note what their platforms answered. */
async function waitForNotes(): Promise<void> {
  await vi.waitFor(async () => {
    const waiting = await scratch.db.query(sql`
      SELECT 1 FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE '%UPDATE publication SET state%'`)
    expect(waiting).toHaveLength(PLATFORMS.length)
  }, 30_000)
}

/** Holds the answers back until every platform has taken its post, and the rows are locked. */
function lockAfterPosts(): { lock: () => ReturnType<typeof lockRows> | undefined } {
  let lock: ReturnType<typeof lockRows> | undefined
  let taken = 0
  let tellLocked = () => {}
  const allLocked = new Promise<void>((resolve) => (tellLocked = resolve))
  providers.afterPost(async () => {
    if (++taken === PLATFORMS.length) {
      lock = lockRows()
      await lock.locked
      tellLocked()
    }
    await allLocked
  })
  return { lock: () => lock }
}

// The platforms have answered; what is missing is our note of it, because the rows are locked. Then the process is killed. It is one
// process for all platforms, because to start one takes longer than all that is asked of it.
beforeAll(async () => {
  const { lock } = lockAfterPosts()
  const lost = PLATFORMS.map((platform) => publish(platform).catch(() => 'lost'))
  await waitForNotes()
  expect(PLATFORMS.map((platform) => providers.posts(platform))).toEqual(PLATFORMS.map(() => 1))
  await kill()
  expect(await Promise.all(lost)).toEqual(PLATFORMS.map(() => 'lost'))
  lock()?.letGo()
  await lock()?.over
  providers.afterPost(async () => {})
  await startProcess()
})

it.each(PLATFORMS)(
  '%s: kill -9 between the answer of the platform and our note does not post twice',
  async (platform) => {
    expect(await publish(platform)).toMatchObject({ status: 409, body: { error: 'REQUEST_IN_FLIGHT' } })
    // A minute later.
    await scratch.db.query(
      sql`UPDATE publication SET claimed_until = now() WHERE state = 'sending' AND platform = ${platform}`,
    )
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
