import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode, bearerFor, type NodeChoice } from '../../test/nodes.ts'
import { newPushBrowser } from '../../test/push-browser.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { openDatabase } from '../database/pool.ts'
import { sql } from '../database/sql.ts'
import { remindOfStreaks } from './remind.ts'

const AT_SIX = { at: '18:00', time_zone: 'Europe/Berlin' }
/** Scanned three days before the day of the tests: the last day on which the streak can be kept. */
const AT_RISK: NodeChoice = { streakDays: 5, lastDay: '2026-03-07' }

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.db.query(sql`DELETE FROM node`)
  // Six in the evening in Berlin.
  service.clock.set('2026-03-10T17:00:00Z')
})

const setReminder = (headers: object, reminder: unknown) =>
  service.call('PUT', '/api/node/notices/reminder', { headers: { ...headers }, payload: { reminder } })

/** A person with a streak, two devices and a reminder. */
async function addPerson(choice: NodeChoice = AT_RISK, reminder: object | null = AT_SIX) {
  const node = await addNode(service, choice)
  const headers = await bearerFor(service, node)
  for (const _ of ['phone', 'desktop']) {
    const payload = newPushBrowser({ origin: 'https://push.example' }).subscription
    await service.call('POST', '/api/node/push', { headers, payload })
  }
  expect((await setReminder(headers, reminder)).statusCode).toBe(200)
  return { node, headers }
}

async function readMessages(): Promise<unknown[]> {
  const rows = await service.db.query<{ sealed: Buffer; expiresAt: Date }>(
    sql`SELECT payload AS sealed, expires_at AS "expiresAt" FROM outbox WHERE channel = 'push' ORDER BY id`,
  )
  return rows.map(({ sealed, expiresAt }) => ({
    ...JSON.parse(service.secrets.open('push-message', sealed)),
    until: expiresAt.toISOString(),
  }))
}

describe('remindOfStreaks', () => {
  it('tells every device once a day, at the chosen hour, until the day ends', async () => {
    await addPerson()
    service.clock.set('2026-03-10T16:59:59Z')
    await remindOfStreaks(service)
    expect(await readMessages()).toEqual([])
    service.clock.set('2026-03-10T17:00:00Z')
    await remindOfStreaks(service)
    service.clock.set('2026-03-10T17:59:00Z')
    await remindOfStreaks(service)
    const message = {
      title: 'Your 5-day streak ends today',
      body: 'Scan before midnight UTC to keep it. You can turn reminders off in My node, Notices.',
      url: '/scan',
      until: '2026-03-11T00:00:00.000Z',
    }
    expect(await readMessages()).toEqual([message, { ...message }])
  })

  it('of many processes one reminds', async () => {
    await addPerson()
    const pools = [0, 1, 2, 3].map(() => openDatabase({ connection: service.connection, now: service.now }))
    await Promise.all(pools.flatMap((db) => [0, 1, 2].map(() => remindOfStreaks({ ...service, db }))))
    await Promise.all(pools.map((db) => db.close()))
    expect(await readMessages()).toHaveLength(2)
  })

  it.each<[string, NodeChoice]>([
    ['scanned today', { streakDays: 5, lastDay: '2026-03-10' }],
    ['can still scan tomorrow', { streakDays: 5, lastDay: '2026-03-08' }],
    ['lost the streak already', { streakDays: 5, lastDay: '2026-03-06' }],
    ['has a streak of one day', { streakDays: 1, lastDay: '2026-03-07' }],
    ['never scanned', {}],
  ])('leaves somebody in peace who %s', async (_, choice) => {
    await addPerson(choice)
    await remindOfStreaks(service)
    expect(await readMessages()).toEqual([])
  })

  it('leaves in peace whoever did not ask for it, took it back, is blocked, or has no device', async () => {
    await addPerson(AT_RISK, null)
    const { headers } = await addPerson()
    await setReminder(headers, null)
    const { node: blocked } = await addPerson()
    await service.db.query(sql`UPDATE node SET blocked_at = now() WHERE id = ${blocked.id}`)
    const { node: deviceless } = await addPerson()
    await service.db.query(sql`DELETE FROM push_device WHERE node_id = ${deviceless.id}`)
    await remindOfStreaks(service)
    expect(await readMessages()).toEqual([])
  })

  it.each([
    ['12:00', '19:00', 'Europe/Berlin', 0],
    ['18:01', '12:00', 'Europe/Berlin', 2],
    ['22:00', '18:01', 'Europe/Berlin', 0],
    ['18:00', '19:00', 'UTC', 2],
    ['17:00', '18:00', 'UTC', 0],
  ])('keeps quiet hours from %s to %s in %s: %i messages', async (from, to, time_zone, count) => {
    const { headers } = await addPerson()
    const payload = { mail: true, quiet: { from, to, time_zone } }
    expect((await service.call('PUT', '/api/node/notices', { headers, payload })).json().reminder).toEqual(AT_SIX)
    await remindOfStreaks(service)
    expect(await readMessages()).toHaveLength(count)
  })
})

describe('PUT /api/node/notices/reminder', () => {
  it.each([
    ['/reminder/time_zone', { at: '18:00', time_zone: 'Mars/Olympus' }],
    ['/reminder/at', { at: '18:30', time_zone: 'UTC' }],
    ['/reminder/at', { at: '24:00', time_zone: 'UTC' }],
  ])('400: names %s in %j', async (pointer, reminder) => {
    const headers = await bearerFor(service, await addNode(service))
    const answer = await setReminder(headers, reminder)
    const pointers = answer.json().errors.map((error: { pointer: string }) => error.pointer)
    expect([answer.statusCode, pointers]).toEqual([400, expect.arrayContaining([expect.stringContaining(pointer)])])
  })
})
