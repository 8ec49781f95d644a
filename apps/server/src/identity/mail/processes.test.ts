import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MailServer, readMail, startMailServer } from '../../../test/mail-server.ts'
import { codeMail, mailRows, queue } from '../../../test/mails.ts'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { openTaskThreads } from '../../app/tasks/tasks.ts'
import { sql } from '../../platform/database/sql.ts'
import { createSecrets } from '../../platform/secrets.ts'
import type { Service } from '../../platform/service.ts'
import { readSettings } from '../../platform/settings/settings.ts'

const PATIENCE_MS = 60_000
// Processes are started, and two hundred mails are sent.
vi.setConfig({ testTimeout: 180_000 })

const MAILS = Array.from({ length: 200 }, (_, one) => codeMail(`node-${one}@example.org`))

let scratch: Scratch
let service: Service
let server: MailServer
let processes: ChildProcess[]
beforeEach(async () => {
  scratch = await scratchDatabase()
  const secrets = createSecrets(Buffer.alloc(32, 7))
  service = { db: scratch.db, secrets, settings: readSettings({}), threads: openTaskThreads(), now: () => new Date() }
})
afterEach(async () => {
  for (const one of processes.filter(({ connected }) => connected)) {
    one.send('stop')
    await once(one, 'exit')
  }
  await server.stop()
  await scratch.drop()
})

function startProcess(): ChildProcess {
  const file = join(import.meta.dirname, '../../../test/outbox-worker.ts')
  const options = { execArgv: ['--conditions=stillhere-source'] }
  return fork(file, [JSON.stringify(scratch.connection), JSON.stringify({ SMTP_URL: server.url })], options)
}

const statesOf = async () => new Set((await mailRows(service)).map(({ state }) => state))
const allSent = () => vi.waitFor(async () => expect(await statesOf()).toEqual(new Set(['sent'])), PATIENCE_MS)

it('four processes on one database deliver 200 mails exactly once each', async () => {
  server = await startMailServer()
  processes = Array.from({ length: 4 }, startProcess)
  await Promise.all(processes.map((one) => once(one, 'message')))
  await queue(service, ...MAILS)
  await allSent()
  expect(server.received).toHaveLength(200)
  expect(new Set(server.received.map(({ to }) => to[0])).size).toBe(200)
  expect(new Set((await mailRows(service)).map(({ attempts }) => attempts))).toEqual(new Set([1]))
})

it('a process killed in the middle of eight mails loses none, and what comes twice has the same Message-ID', async () => {
  // Takes the first eight and never says so: the process dies between the server's 250 and its own note.
  const silence = new Promise<undefined>(() => {})
  server = await startMailServer({ answer: () => (server.received.length <= 8 ? silence : undefined) })
  processes = [startProcess()]
  await queue(service, ...MAILS)
  await vi.waitFor(() => expect(server.received).toHaveLength(8), PATIENCE_MS)
  processes[0]?.kill('SIGKILL')
  await once(processes[0]!, 'exit')
  // Five minutes later.
  await service.db.query(sql`UPDATE outbox SET next_try_at = now() WHERE state = 'sending'`)
  processes = [startProcess(), startProcess()]
  await allSent()
  const mails = await Promise.all(server.received.map(async ({ raw, to }) => ({ ...(await readMail(raw)), to: to[0] })))
  expect(mails).toHaveLength(208)
  expect(new Set(mails.map(({ to }) => to)).size).toBe(200)
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(200)
})
