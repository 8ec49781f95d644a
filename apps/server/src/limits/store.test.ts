import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { sql } from '../database/sql.ts'
import { type Budget, takeRoughly, takeRoughlyFromAll } from './store.ts'

const START = Date.parse('2026-03-10T12:00:00.000Z')

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const budget = (name: string, count: number, atMs = 0): Budget => ({
  name,
  key: Buffer.from(name),
  limit: { count, perSeconds: 10 },
  now: new Date(START + atMs),
})
const dueOf = async (name: string) =>
  (await service.db.one<{ due: Date }>(sql`SELECT due FROM budget WHERE name = ${name}`)).due

describe('takeRoughlyFromAll', () => {
  it('decides as takeRoughly does, also after the clock was set back by hours', async () => {
    const times = [
      0, 0, 1000, 1000, 1000, 4400, 4400, 9999, 20_000, 20_000, 20_000, 20_000, 20_000, -7_200_000, -7_199_999,
    ]
    for (const at of times) {
      const one = await takeRoughly(service.db, budget('alone', 4, at))
      const all = await takeRoughlyFromAll(service.db, [budget('together', 4, at)])
      expect([at, all.ok, await dueOf('together')]).toEqual([at, one.ok, await dueOf('alone')])
    }
  })

  it('spends one of each, and refuses by the first that is empty, with the time that it takes to fill', async () => {
    const both = () => takeRoughlyFromAll(service.db, [budget('large', 5), budget('small', 2)])
    expect([(await both()).ok, (await both()).ok]).toEqual([true, true])
    expect(await both()).toEqual({ ok: false, retryAfterSeconds: 5 })
  })
})
