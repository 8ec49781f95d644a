import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sql, sql } from '../src/platform/database/sql.ts'
import { startTestService, type TestService } from './service.ts'
import { activate } from './sign-in.ts'
import { findViolations } from './violations.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await activate(service, 'ada@example.org')
  for (const day of ['2026-03-10', '2026-03-11']) {
    service.clock.set(`${day}T12:00:00.000Z`)
    await service.call('POST', '/api/motion/record', { payload: { email: 'ada@example.org' } })
    await service.call('POST', '/api/node/entropy', { payload: { email: 'ada@example.org', pesScore: 0.9 } })
  }
  const agent = { agent_handle: 'scout', agent_type: 'bot', origin: 'example.org', public_key: 'scout' }
  await service.call('POST', '/api/agent/declare', { payload: agent })
})
afterAll(() => service.stop())

class Undo extends Error {}

/** What is found after a statement, which is then undone. */
async function findAfter(statement: Sql): Promise<string[]> {
  const found: string[] = []
  const changed = service.db.transaction(async (tx) => {
    await tx.query(statement)
    found.push(...new Set((await findViolations(tx)).map(({ rule }) => rule)))
    throw new Undo()
  })
  await expect(changed).rejects.toThrow(Undo)
  return found
}

describe('findViolations', () => {
  it('finds nothing after a walk', async () => {
    expect(await findViolations(service.db)).toEqual([])
  })

  it.each([
    ['the ledger adds up to the score', sql`UPDATE node SET entropy_score = entropy_score + 1`],
    ['each line of the ledger goes on from the one before', sql`UPDATE entropy_entry SET score = score + 1`],
    ['the days of gains are those of the ledger', sql`UPDATE gain_day SET gains = gains + 1`],
    ['a node has as many scans as its days', sql`UPDATE node SET scan_count = scan_count + 1`],
    ['a streak is no longer than the days with a gain', sql`UPDATE node SET streak_days = 3`],
    ['a public figure is the number of rows', sql`UPDATE tally SET value = value + 1 WHERE name = 'agents'`],
    ['places of genesis nodes were given out once', sql`UPDATE cohort SET taken = 0 WHERE name = 'genesis'`],
    [
      'a node came by one invite',
      sql`
      INSERT INTO invite (code_hash, hint, created_at, used_at, used_by)
      SELECT decode(repeat('00', 32), 'hex'), hint, created_at, used_at, used_by FROM invite`,
    ],
  ])('names it: %s', async (rule, statement) => {
    expect(await findAfter(statement)).toContain(rule)
  })
})
