import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentsOf } from '../../../test/contents.ts'
import { researchUpload } from '../../../test/research.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createDeleteToken } from './rules.ts'
import {
  addGiver,
  addStrokeSession,
  updateGiven,
  lockGiver,
  type NewStrokeSession,
  listStrokeSessions,
} from './store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const token = createDeleteToken(randomBytes)
const PHONE = researchUpload().device

type Given = Partial<NewStrokeSession> & { motion?: string | null }

/** Stores a session as an upload does; false when it is refused. */
function give({ motion = randomUUID(), ...given }: Given = {}): Promise<boolean> {
  const session: NewStrokeSession = {
    sessionId: randomUUID(),
    day: '2026-03-10',
    deleteHash: service.secrets.hash('research-delete', token),
    person: randomBytes(32),
    source: Buffer.alloc(32, 5),
    strokes:
      motion === null ? null : { packed: Buffer.from(motion), contentHash: service.secrets.hash('mask', motion) },
    device: PHONE,
    ...given,
  }
  return service.db.transaction(async (tx) => {
    const { person } = session
    if (!(await lockGiver(tx, person))) await addGiver(tx, person)
    let isAdded = false
    await updateGiven(tx, { person, accepted: 1 }, async () => void (isAdded = await addStrokeSession(tx, session)))
    return isAdded
  })
}

const stats = async () => (await service.call('GET', '/api/research/stats')).json().strokes
const remove = async (id: string, bearer = token) =>
  (await service.call('DELETE', `/api/research/sessions/${id}`, { headers: { authorization: `Bearer ${bearer}` } }))
    .statusCode

it('strokeSessionsAfter: reads usable sessions page by page, in the order they came', async () => {
  const person = randomBytes(32)
  await give({ person, motion: 'a' })
  await give({ motion: null })
  await give({
    person,
    motion: 'b',
    day: '2026-03-12',
    device: { ...PHONE, os: 'iOS', viewportWidth: 844, viewportHeight: 390 },
  })
  await give({ motion: 'c' })
  const page = await listStrokeSessions(service.db, { afterId: 0, limit: 2 })
  const source = '05'.repeat(32)
  expect(page).toMatchObject([
    { person: person.toString('hex'), source, day: '2026-03-10', device: 'Android 412', strokes: Buffer.from('a') },
    { person: person.toString('hex'), source, day: '2026-03-12', device: 'iOS 390', strokes: Buffer.from('b') },
  ])
  const rest = await listStrokeSessions(service.db, { afterId: page[1]?.id ?? 0, limit: 2 })
  expect(rest.map(({ strokes }) => String(strokes))).toEqual(['c'])
})

it('addStrokeSession: takes an id once, and a motion once', async () => {
  const sessionId = randomUUID()
  expect(await give({ sessionId, motion: 'once' })).toBe(true)
  expect(await give({ sessionId })).toBe(false)
  expect(await give({ motion: 'once' })).toBe(false)
})

describe('the figures of strokes', () => {
  it('count people, those of several days and those of several phones, by what a calibration can use', async () => {
    const own = service
    service = await startTestService()
    const [ada, bob, eve] = [randomBytes(32), randomBytes(32), randomBytes(32)]
    await give({ person: ada })
    await give({ person: ada, day: '2026-03-11' })
    await give({ person: ada, day: '2026-03-12' })
    await give({ person: bob })
    await give({ person: bob, device: { ...PHONE, os: 'iOS' } })
    await give({ person: bob, device: { ...PHONE, browser: 'Firefox' } })
    await give({ person: eve, motion: null })
    await give({ person: eve, motion: null, day: '2026-03-11' })
    expect(await stats()).toEqual({
      session_count: 8,
      sessions_needed: 294,
      people: 2,
      people_on_other_days: 1,
      people_on_other_devices: 1,
    })
    await service.stop()
    service = own
  })

  it('count a person once, however many sessions of theirs come and go at once', async () => {
    const before = await stats()
    const person = randomBytes(32)
    await give({ person })
    const ids = Array.from({ length: 6 }, () => randomUUID())
    await Promise.all(ids.map((sessionId, at) => give({ sessionId, person, day: `2026-04-0${at + 1}` })))
    expect(await stats()).toMatchObject({
      people: before.people + 1,
      people_on_other_days: before.people_on_other_days + 1,
      people_on_other_devices: before.people_on_other_devices,
    })
    await Promise.all(ids.map((id) => remove(id)))
    expect(await stats()).toMatchObject({
      people: before.people + 1,
      people_on_other_days: before.people_on_other_days,
    })
  })
})

describe('DELETE /api/research/sessions/:id', () => {
  it('200: deletes strokes, moves the figures back, and forgets who gave nothing else', async () => {
    const [before, contents] = [await stats(), await contentsOf(service.db)]
    const person = randomBytes(32)
    const ids = [randomUUID(), randomUUID()]
    for (const [at, sessionId] of ids.entries()) await give({ sessionId, person, day: `2026-03-1${at}` })
    expect((await stats()).people_on_other_days).toBe(before.people_on_other_days + 1)
    expect(await remove(ids[0] ?? '')).toBe(200)
    expect(await stats()).toMatchObject({
      people: before.people + 1,
      people_on_other_days: before.people_on_other_days,
    })
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(ids[1]?.toUpperCase() ?? '')))
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404])
    expect(await stats()).toEqual(before)
    const { research_giver, research_strokes } = await contentsOf(service.db)
    expect({ research_giver, research_strokes }).toEqual({
      research_giver: contents['research_giver'],
      research_strokes: contents['research_strokes'],
    })
  })

  it('404: deletes nothing with another token', async () => {
    const sessionId = randomUUID()
    await give({ sessionId })
    expect(await remove(sessionId, createDeleteToken(randomBytes))).toBe(404)
    expect(await remove(sessionId)).toBe(200)
  })

  it('200: deletes what the token is of, where landmarks have the same id', async () => {
    const payload = researchUpload()
    const { delete_token } = (await service.call('POST', '/api/research/upload', { payload })).json()
    await give({ sessionId: payload.session_id })
    expect(await remove(payload.session_id)).toBe(200)
    expect(await remove(payload.session_id)).toBe(404)
    expect(await remove(payload.session_id, delete_token)).toBe(200)
  })
})
