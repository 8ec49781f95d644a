import { subscribe } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createTestApp } from '../../../test/test-app.ts'
import { sql } from '../database/sql.ts'
import { RequestProblem } from '../problem.ts'
import { serveTx } from './endpoint.ts'

let service: TestService
let app: FastifyInstance

beforeAll(async () => {
  service = await startTestService()
  app = createTestApp(service)
  const problem = new RequestProblem('CODE_INVALID', 'The code is wrong.')
  for (const way of ['returned', 'thrown'] as const) {
    serveTx(app, { ...subscribe, path: `/test/${way}` }, async (tx, { reply }) => {
      await tx.query(sql`INSERT INTO tally (name, shard, value) VALUES (${way}, 0, 1)`)
      reply.header('set-cookie', 'session=1')
      if (way === 'returned') return problem
      throw problem
    })
  }
})
afterAll(async () => {
  await app.close()
  await service.stop()
})

function post(path: string) {
  const headers = { 'idempotency-key': 'a-key-of-a-refused-call' }
  return app.inject({ method: 'POST', url: path, payload: { email: 'ada@example.org' }, headers })
}

describe('serveTx', () => {
  it.each([
    ['returned', 1],
    ['thrown', 0],
  ])('401: sends a %s problem, without a cookie; %i rows of the work are committed', async (way, rows) => {
    const refused = await post(`/test/${way}`)
    expect(refused.json()).toMatchObject({ status: 401, error: 'CODE_INVALID' })
    expect(refused.headers).not.toHaveProperty('set-cookie')
    expect(await service.db.query(sql`SELECT 1 FROM tally WHERE name = ${way}`)).toHaveLength(rows)
    expect(await service.db.query(sql`SELECT 1 FROM idempotent_answer`)).toEqual([])
  })
})
