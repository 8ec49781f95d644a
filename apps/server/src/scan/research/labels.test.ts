import type { FastifyRequest, InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { addNode, bearerFor } from '../../../test/nodes.ts'
import { newAddress, ownFrames, researchUpload } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { deleteExpired } from '../../app/jobs/tidy.ts'
import { sql } from '../../platform/database/sql.ts'
import { computePersonLabel, findPerson } from './routes.ts'
import { describeUpload } from './rules.ts'
import { addSession, type NewSession, listUsableSessions } from './store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(() => service.clock.set('2026-03-10T12:00:00.000Z'))

/** What calibration reads of a new session. */
async function uploaded(more: Partial<InjectOptions> = {}) {
  const payload = researchUpload(ownFrames())
  const answer = await service.call('POST', '/api/research/upload', {
    payload,
    remoteAddress: newAddress(),
    ...more,
  })
  expect(answer.statusCode).toBe(201)
  const sessions = await listUsableSessions(service.db, { afterId: 0, limit: 1000 })
  const found = sessions.find(({ sessionId }) => sessionId === payload.session_id)
  if (!found) throw new Error('the session is not usable')
  return found
}

describe('the person of a session', () => {
  it('is the same for every upload with a proved token of one node, and says nothing of the node', async () => {
    const [ada, bob] = [await addNode(service, { email: 'ada@example.org' }), await addNode(service)]
    const first = await uploaded({ headers: await bearerFor(service, ada) })
    const second = await uploaded({ headers: await bearerFor(service, ada) })
    const other = await uploaded({ headers: await bearerFor(service, bob) })
    expect(first.person).toMatch(/^[0-9a-f]{64}$/)
    expect(second.person).toBe(first.person)
    expect(other.person).not.toBe(first.person)
    const { research_session: sessions } = await contentsOf(service.db)
    expect(sessions).not.toContain('ada@example.org')
  })

  it('is nobody without a token, with an unproved one and with one that nobody has', async () => {
    const node = await addNode(service)
    expect((await uploaded()).person).toBeNull()
    expect((await uploaded({ headers: await bearerFor(service, node, { proved: false }) })).person).toBeNull()
    expect((await uploaded({ headers: { authorization: `Bearer sh_${'x'.repeat(43)}` } })).person).toBeNull()
    expect((await uploaded({ headers: { authorization: 'nonsense' } })).person).toBeNull()
  })

  it('is listed in the node’s export and forgotten when the node is erased', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    const { sessionId, id } = await uploaded({ headers })
    const exported = await service.call('GET', '/api/node/export', { headers })
    expect(exported.json().research_sessions).toEqual([sessionId])
    const erased = await service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
    expect(erased.statusCode).toBe(200)
    const row = await service.db.one(sql`SELECT person, usable FROM research_session WHERE id = ${id}`)
    expect(row).toEqual({ person: null, usable: true })
  })

  it('does not outlive an erasure that begins during the upload', async () => {
    const node = await addNode(service)
    const headers = await bearerFor(service, node)
    // From the second use on, a token leaves no lock of its own on the node.
    await uploaded({ headers })
    const { erased } = await service.db.transaction(async (tx) => {
      const person = await findPerson(tx, service, { headers } as FastifyRequest)
      const erasing = service.call('POST', '/api/node/erase', { headers, payload: { email: node.email } })
      await endOrLock(erasing)
      await addSession(tx, { ...emptySession(), person, now: tx.now })
      return { erased: erasing }
    })
    expect((await erased).statusCode).toBe(200)
    const label = computePersonLabel(service.secrets, node.id)
    expect(await service.db.query(sql`SELECT id FROM research_session WHERE person = ${label}`)).toEqual([])
  })
})

/** Waits until the work has ended, or waits itself for a lock in the database. */
async function endOrLock(work: Promise<unknown>): Promise<void> {
  const ended = work.then(() => true)
  const isWaiting = async () => {
    const waiting = await service.db.query(sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    return waiting.length > 0
  }
  while (!(await Promise.race([ended, isWaiting()])));
}

function emptySession(): Omit<NewSession, 'person' | 'now'> {
  const [source, deleteHash] = [Buffer.alloc(32), Buffer.alloc(32)]
  const described = describeUpload(researchUpload())
  return { described, motion: null, contentHash: null, source, deleteHash, repeats: false }
}

describe('the source of a session', () => {
  it('is the same for one network on one UTC day, and another on the next or elsewhere', async () => {
    const first = await uploaded({ remoteAddress: '2001:db8:7::1' })
    const second = await uploaded({ remoteAddress: '2001:db8:7::2' })
    const elsewhere = await uploaded({ remoteAddress: '2001:db8:7:1::1' })
    service.clock.set('2026-03-11T00:00:00.000Z')
    const tomorrow = await uploaded({ remoteAddress: '2001:db8:7::1' })
    expect(second.source).toBe(first.source)
    expect(new Set([first.source, elsewhere.source, tomorrow.source]).size).toBe(3)
  })

  it('leads back to no address once the day is over', async () => {
    service.clock.set('2026-04-01T23:59:59.000Z')
    const remoteAddress = newAddress()
    const before = await uploaded({ remoteAddress })
    await deleteExpired(service)
    expect((await uploaded({ remoteAddress })).source).toBe(before.source)
    service.clock.set('2026-04-02T00:00:00.000Z')
    await deleteExpired(service)
    expect(await service.db.query(sql`SELECT day FROM research_salt`)).toEqual([])
    service.clock.set('2026-04-01T23:59:59.500Z')
    expect((await uploaded({ remoteAddress })).source).not.toBe(before.source)
  })

  it('has one salt a day, however many begin the day', async () => {
    service.clock.set('2026-05-01T00:00:00.000Z')
    const remoteAddress = '203.0.113.9'
    const sources = await Promise.all(Array.from({ length: 5 }, () => uploaded({ remoteAddress })))
    expect(new Set(sources.map(({ source }) => source)).size).toBe(1)
  })

  it('leaves no trace of the address after 24 hours', async () => {
    service.clock.set('2026-06-01T12:00:00.000Z')
    await uploaded({ remoteAddress: '203.0.113.10' })
    service.clock.set('2026-06-02T12:00:00.001Z')
    await deleteExpired(service)
    expect(await service.db.query(sql`SELECT name FROM budget WHERE name LIKE 'research%'`)).toEqual([])
    expect(JSON.stringify(await contentsOf(service.db))).not.toContain('203.0.113.10')
  })
})
