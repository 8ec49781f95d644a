import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addNode } from '../../test/nodes.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { type FiguresKept, keepFigures } from './figures.ts'

const START = '2026-03-10T12:00:00.000Z'

let service: TestService
let figures: FiguresKept
let readings = 0
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => {
  service.clock.set(START)
  readings = 0
  const { transaction } = service.db
  const db = {
    ...service.db,
    transaction: (...work: Parameters<typeof transaction>) => (readings++, transaction(...work)),
  }
  figures = keepFigures({ ...service, db: db as typeof service.db })
})
afterAll(() => service.stop())

const humans = async () => (await figures.recent()).figures.humans

describe('recent', () => {
  it('reads once for all callers who come at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => figures.recent()))
    expect([readings, new Set(all).size]).toEqual([1, 1])
  })

  it('keeps figures for less than a second, and says when they were read', async () => {
    const before = await humans()
    await addNode(service)
    service.clock.set('2026-03-10T12:00:00.999Z')
    expect(await humans()).toBe(before)
    expect(JSON.parse((await figures.recent()).statusText)).toMatchObject({ timestamp: START })
    service.clock.set('2026-03-10T12:00:01.000Z')
    expect(await humans()).toBe(before + 1)
    expect(JSON.parse((await figures.recent()).statusText)).toMatchObject({ timestamp: '2026-03-10T12:00:01.000Z' })
    expect(readings).toBe(2)
  })

  it('reads again when the clock was set back', async () => {
    await humans()
    service.clock.set('2026-03-10T11:00:00.000Z')
    await humans()
    expect(readings).toBe(2)
  })

  it('reads again after a write of this process', async () => {
    const before = await humans()
    await addNode(service)
    figures.forget()
    expect(await humans()).toBe(before + 1)
  })

  it('reads again after a write while a reading is under way', async () => {
    const early = figures.recent()
    figures.forget()
    const late = figures.recent()
    expect(await early).not.toBe(await late)
    expect(await figures.recent()).toBe(await late)
  })

  it('keeps what was read last for callers of nodes/count', async () => {
    const read = await figures.current()
    expect(await figures.recent()).toBe(read)
  })

  it('keeps no failure', async () => {
    let isDown = true
    const transaction = (...work: Parameters<typeof service.db.transaction>) =>
      isDown ? Promise.reject(new Error('the database is away')) : service.db.transaction(...work)
    const kept = keepFigures({ ...service, db: { ...service.db, transaction } as typeof service.db })
    await expect(Promise.all([kept.recent(), kept.recent()])).rejects.toThrow('away')
    isDown = false
    await expect(kept.recent()).resolves.toBeDefined()
  })
})
