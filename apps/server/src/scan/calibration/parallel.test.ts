import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Processes, startTestProcesses } from '../../../test/processes.ts'
import { sql } from '../../platform/database/sql.ts'
import { startRun } from './run.ts'

let processes: Processes
beforeAll(async () => {
  processes = await startTestProcesses(4)
  const { db } = processes.nth(0)
  await db.query(sql`INSERT INTO tally (name, shard, value) VALUES ('research.usable', 0, 300)`)
})
afterAll(() => processes.stop())

it('of 40 runs begun at once by four processes one is made, and the others are told', async () => {
  const starts = Array.from({ length: 40 }, (_, one) => startRun(processes.nth(one), {}))
  const outcomes = await Promise.allSettled(starts)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused).toHaveLength(39)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CALIBRATION_RUNNING' })
})

it('409: a process answers so while another one calibrates', async () => {
  const { app } = processes.nth(2)
  const headers = { 'x-admin-secret': 'the-admin-secret' }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/admin/calibration/run',
    headers,
  })
  expect([answer.statusCode, answer.json().error]).toEqual([409, 'CALIBRATION_RUNNING'])
})
