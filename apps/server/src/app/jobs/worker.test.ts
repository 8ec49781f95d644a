import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { codeMail, mailRows, queue, temporaryFolder } from '../../../test/mails.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { startWorker } from './worker.ts'

const PATIENCE_MS = 20_000

let service: TestService
let dataDir: string
let lines: string[]
const log = (line: string) => void lines.push(line)
const states = async () => (await mailRows(service)).map(({ state }) => state)
beforeEach(async () => {
  lines = []
  dataDir = temporaryFolder()
  service = await startTestService({ dataDir })
})
afterEach(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

describe('the worker', () => {
  it('sends what was queued before it started and what comes afterwards, as files without SMTP_URL', async () => {
    await queue(service, codeMail())
    const worker = startWorker(service, log)
    await vi.waitFor(async () => expect(await states()).toEqual(['sent']), PATIENCE_MS)
    await queue(service, codeMail('eve@example.org'))
    await vi.waitFor(async () => expect(await states()).toEqual(['sent', 'sent']), PATIENCE_MS)
    await worker.stop()
    const files = readdirSync(join(dataDir, 'outbox')).toSorted()
    expect(lines).toEqual(files.map((file) => `mail written to ${join(dataDir, 'outbox', file)}`))
    expect(lines.join()).not.toMatch(/@|123456/)
  })

  it('sends through SMTP_URL', async () => {
    const server = await startMailServer()
    await queue(service, codeMail())
    const worker = startWorker({ ...service, settings: { ...service.settings, smtpUrl: server.url } }, log)
    await vi.waitFor(() => expect(server.received).toHaveLength(1), PATIENCE_MS)
    await worker.stop()
    expect(await states()).toEqual(['sent'])
    await server.stop()
  })

  it('finishes the mail in hand when it is stopped, and takes no other', async () => {
    const arrived = Promise.withResolvers<void>()
    const go = Promise.withResolvers<undefined>()
    const server = await startMailServer({ answer: () => (arrived.resolve(), go.promise) })
    await queue(service, codeMail())
    const begun: Promise<unknown>[] = []
    const transaction = ((...work: Parameters<typeof service.db.transaction>) => {
      const done = service.db.transaction(...work)
      begun.push(done)
      return done
    }) as typeof service.db.transaction
    const settings = { ...service.settings, smtpUrl: server.url }
    const worker = startWorker({ ...service, db: { ...service.db, transaction }, settings }, log)
    await arrived.promise
    const stopped = worker.stop()
    // A look for mails that began before the stop may still take what it finds.
    await Promise.all(begun)
    await queue(service, codeMail())
    go.resolve(undefined)
    await stopped
    expect(await states()).toEqual(['sent', 'waiting'])
    await server.stop()
  })

  it('survives a database that is away, and says so without details', async () => {
    const away = {
      ...service,
      db: { ...service.db, transaction: () => Promise.reject(new Error('connection to ada@example.org refused')) },
    }
    const worker = startWorker(away, log)
    await vi.waitFor(() => expect(new Set(lines).size).toBe(7), PATIENCE_MS)
    await worker.stop()
    // What is tried again says so again.
    expect([...new Set(lines)].toSorted()).toEqual([
      'calibration failed and is tried again; is the database there?',
      'housekeeping failed and is tried again; is the database there?',
      'pinging sites failed and is tried again; is the database there?',
      'remembering motion failed and is tried again; is the database there?',
      'sending mail failed and is tried again; is the database there?',
      'sending push messages failed and is tried again; is the database there?',
      'sending webhooks failed and is tried again; is the database there?',
    ])
  })
})
