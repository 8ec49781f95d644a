import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addNode } from '../../../test/nodes.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { openDatabase } from '../../platform/database/pool.ts'
import { sql } from '../../platform/database/sql.ts'

const ENTROPY = '/api/node/entropy'
const START = Date.parse('2026-03-10T12:00:00.000Z')

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const record = async (email: string, scores: object) =>
  (await service.call('POST', ENTROPY, { payload: { email, ...scores } })).json()
const sumOf = (nodeId: number) =>
  service.db.one<{ score: number; sum: number; wrong: number }>(sql`
    SELECT entropy_score AS score,
      (SELECT coalesce(sum(change), 0)::int FROM entropy_entry WHERE node_id = ${nodeId}) AS sum,
      (SELECT count(*)::int FROM (
        SELECT score, sum(change) OVER (ORDER BY id) AS running FROM entropy_entry WHERE node_id = ${nodeId}
      ) AS line WHERE line.score <> line.running) AS wrong
    FROM node WHERE id = ${nodeId}`)

describe('the ledger', () => {
  const score = fc.double({ min: 0, max: 1, noNaN: true })
  const scan = fc.record({
    hoursLater: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 24 * 25, max: 24 * 400 })),
    scores: fc.record({ pesScore: score, pesNoise: score, pesFrequency: score, pesBiological: score }),
  })

  it('adds up to the score after every call, over random days and scans', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 40_000 }), fc.array(scan, { maxLength: 12 }), async (begin, scans) => {
        const node = await addNode(service, { score: begin, lastDay: '2026-03-09' })
        let time = START
        for (const { hoursLater, scores } of scans) {
          time += hoursLater * 3_600_000
          service.clock.set(new Date(time).toISOString())
          const { entropyScore } = await record(node.email, scores)
          expect(await sumOf(node.id)).toEqual({ score: entropyScore, sum: entropyScore, wrong: 0 })
        }
      }),
      { seed: 20260310, numRuns: 25 },
    )
  })

  it('adds up after 100 parallel calls over 4 servers, of which exactly 3 gain', async () => {
    const { connection, now } = service
    const pools = Array.from({ length: 4 }, () => openDatabase({ connection, max: 10, now }))
    const apps = pools.map((db) => createTestApp({ ...service, db }))
    const { id, email } = await addNode(service)
    const gains = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const payload = { email, pesScore: 0.9 }
        const answer = await apps[index % 4]!.inject({ method: 'POST', url: ENTROPY, payload })
        expect(answer.statusCode).toBe(200)
        return answer.json<{ entropyGain: number }>().entropyGain
      }),
    )
    await Promise.all(pools.map((db) => db.close()))
    expect(gains.filter((gain) => gain > 0)).toEqual([7, 7, 7])
    expect(await sumOf(id)).toEqual({ score: 21, sum: 21, wrong: 0 })
  })
})
