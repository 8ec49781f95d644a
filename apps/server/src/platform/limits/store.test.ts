import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sql } from '../database/sql.ts'
import { type Budget, spendBuckets } from './store.ts'

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

describe('spendBuckets', () => {
  it('holds a period’s worth, refills step by step, and forgets what a clock that was set back by hours had promised', async () => {
    const times = [
      0, 0, 1000, 1000, 1000, 4400, 4400, 9999, 20_000, 20_000, 20_000, 20_000, 20_000, -7_200_000, -7_199_999,
    ]
    const [stepMs, periodMs] = [2500, 10_000]
    let due = 0
    for (const at of times) {
      const next = (due > at + 2 * periodMs ? at : Math.max(due, at)) + stepMs
      const isLeft = next <= at + periodMs
      if (isLeft) due = next
      const result = await spendBuckets(service.db, [budget('alone', 4, at)])
      expect([at, result.ok, await dueOf('alone')]).toEqual([at, isLeft, new Date(START + due)])
      if (result.ok) expect(result.remaining).toBe(Math.floor((at + periodMs - due) / stepMs))
    }
  })

  it('spends one of each, and refuses by the first that is empty, with the time that it takes to fill', async () => {
    const both = () => spendBuckets(service.db, [budget('large', 5), budget('small', 2)])
    expect([(await both()).ok, (await both()).ok]).toEqual([true, true])
    expect(await both()).toEqual({ ok: false, retryAfterSeconds: 5 })
  })
})
