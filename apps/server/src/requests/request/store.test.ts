import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTestCheck, addTestSite, passTestCheck, type TestSite } from '../../../test/checks.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Queries } from '../../platform/database/pool.ts'
import { type Sql, toScript, sql, toQuery } from '../../platform/database/sql.ts'
import { redeemRequest, type Redemption } from './store.ts'

let service: TestService
let shop: TestSite
let id: string

// As a new installation is until autovacuum looks at it: a table that was never analyzed, and has grown.
beforeAll(async () => {
  service = await startTestService({}, { isNew: true })
  for (const table of ['request', 'request_grant', 'request_approver'])
    await service.db.query(toScript(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`))
  shop = await addTestSite(service)
  id = (await addTestCheck(service, shop)).id
  await passTestCheck(service, id)
  // Of sites it knows that there is one.
  await service.db.query(toScript('ANALYZE site'))
  await service.db.query(sql`
    INSERT INTO request (id, kind, asked_by, site_id, action, assurance, test, audience, created_at, expires_at)
    SELECT gen_random_uuid(), kind, asked_by, site_id, action, assurance, test, audience, created_at, expires_at
    FROM request, generate_series(1, 800) WHERE id = ${id}`)
})
afterAll(() => service.stop())

/** The plan of what gives out the check, by the secret or the id of its site. */
async function planOf(requester: Redemption<'check'>['requester'], kind: 'GENERIC_PLAN' | 'VERBOSE'): Promise<string> {
  let asked: Sql | undefined
  const maybeOne = async (statement: Sql) => void (asked = statement)
  const now = service.now()
  const counts = {
    hasCode: true,
    kind: 'check' as const,
    states: ['granted'] as const,
    digest: null,
    allowsTest: false,
    isSandbox: false,
    minAssurance: 1 as const,
    allowsFirstVisit: true,
  }
  await redeemRequest({ maybeOne } as unknown as Queries, { id, requester, ...counts, now })
  if (!asked) throw new Error('nothing was asked')
  // A statement that runs often is planned without its values.
  const explained =
    kind === 'VERBOSE' ? sql`EXPLAIN ${asked}` : toScript(`EXPLAIN (GENERIC_PLAN) ${toQuery(asked).text}`)
  const lines = await service.db.query<{ 'QUERY PLAN': string }>(explained)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

describe('redeemRequest', () => {
  it.each([
    ['its values', 'the secret', 'VERBOSE'],
    ['its values', 'the id', 'VERBOSE'],
    ['no values', 'the secret', 'GENERIC_PLAN'],
    ['no values', 'the id', 'GENERIC_PLAN'],
  ] as const)(
    'finds the check by its id alone where nothing was ever analyzed, planned with %s, by %s of the site',
    async (_values, by, kind) => {
      const { site_id: siteId } = await service.db.one<{ site_id: number }>(
        sql`SELECT site_id FROM request WHERE id = ${id}`,
      )
      const hash = service.secrets.hash('site-secret', shop.secret)
      const site = by === 'the id' ? { kind: 'site' as const, id: siteId } : { hash }
      const plan = await planOf(site, kind)
      expect(plan).toContain('Index Scan using request_pkey on request r')
      expect(plan).not.toMatch(/request_of_site|Seq Scan on request(_approver|_grant)? /)
    },
  )
})
