import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { script } from '../database/sql.ts'
import { computeSkeleton, findNameProblem } from '../visible-text.ts'

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index))

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const migration = (name: string) => readFileSync(new URL(`../database/migrations/${name}.sql`, import.meta.url), 'utf8')

/** Agents of before, what came since, and what is found then. */
function migrateAgents(handles: readonly string[], later: string, found: string): Promise<unknown[]> {
  const [table = ''] = /CREATE TABLE agent \([^;]*;/.exec(migration('0002-identity')) ?? []
  const rows = handles.map((handle) => {
    const quoted = handle.replaceAll("'", "''")
    return `('agent:${quoted}@example.org', '${quoted}', '${quoted}', 'ai', 'example.org', 'key', '2026-01-01T00:00Z')`
  })
  const columns = 'agent_id, agent_handle, handle_key, agent_type, origin, public_key, declared_at'
  return migrate(`${table} INSERT INTO agent (${columns}) VALUES ${rows.join(', ')}; ${later}`, found)
}

/** Runs migrations in a schema of their own, and returns what is found then. */
async function migrate(statements: string, found: string): Promise<unknown[]> {
  await service.db.query(
    script(`
    DROP SCHEMA IF EXISTS before CASCADE;
    CREATE SCHEMA before;
    SET search_path TO before, public;
    ${statements};
    CREATE TABLE found AS ${found};
    SET search_path TO DEFAULT`),
  )
  return service.db.query(script('SELECT * FROM before.found'))
}

describe('migration 0008', () => {
  it('gives every agent that was declared before its first key', async () => {
    const keys = 'SELECT version, k.public_key, added_at, thumbprint FROM agent_key k JOIN agent USING (public_key)'
    expect(await migrateAgents(['old'], migration('0008-agents'), keys)).toEqual([
      { version: 1, public_key: 'key', added_at: new Date('2026-01-01T00:00:00Z'), thumbprint: null },
    ])
  })
})

describe('migration 0015', () => {
  const skeletons = 'SELECT agent_handle AS handle, skeleton FROM agent ORDER BY id'
  const since = (between = '') => [migration('0008-agents'), between, migration('0015-agent-handles')].join(';')

  it('F16: knows what an agent of before looks like, as the service does', async () => {
    // Between letters that look like nothing else, so that each handle is another one.
    const handles = ASCII.map((sign, index) => `h${index}${sign}h`).filter((handle) => !findNameProblem(handle))
    expect(handles.length).toBeGreaterThan(60)
    expect(await migrateAgents(handles, since(), skeletons)).toEqual(
      handles.map((handle) => ({ handle, skeleton: computeSkeleton(handle) })),
    )
  })

  it('F16: of agents that look alike the proved one has the look, or else the first; beyond ASCII nobody has one', async () => {
    const handles = ['c1aim', 'claim', 'cIaim', 'modem', 'rnodern', 'wörter']
    const proving = `UPDATE agent SET state = 'verified', verified_at = declared_at WHERE agent_handle = 'claim'`
    expect(await migrateAgents(handles, since(proving), skeletons)).toEqual([
      { handle: 'c1aim', skeleton: null },
      { handle: 'claim', skeleton: computeSkeleton('claim') },
      { handle: 'cIaim', skeleton: null },
      { handle: 'modem', skeleton: computeSkeleton('modem') },
      { handle: 'rnodern', skeleton: null },
      { handle: 'wörter', skeleton: null },
    ])
  })
})

describe('migration 0045', () => {
  it('of people that look alike the one that was active first has the look, and all keep their handles', async () => {
    const [table = ''] = /CREATE TABLE node \([^;]*;/.exec(migration('0001-nodes')) ?? []
    const handles = ['c1aim', 'claim', 'cIaim', 'Modem_1', 'rnodern', 'modern', 'quiet-river-7f3k']
    const rows = handles.map((handle, index) => {
      const activated = handle === 'claim' ? `'ACTIVE', '2026-01-02T00:00Z'` : `'SUBSCRIBED', NULL`
      return `('${index}@example.org', '${index}@example.org', '${handle}', '${handle.toLowerCase()}', '2026-01-01T00:00Z', ${activated})`
    })
    const columns = 'email, email_key, node_handle, handle_key, registered_at, status, activated_at'
    const statements = `${table} INSERT INTO node (${columns}) VALUES ${rows.join(', ')}; ${migration('0045-expand-node-looks')}`
    const look = (handle: string) => ({ handle, skeleton: computeSkeleton(handle) })
    expect(await migrate(statements, 'SELECT node_handle AS handle, skeleton FROM node ORDER BY id')).toEqual([
      { handle: 'c1aim', skeleton: null },
      look('claim'),
      { handle: 'cIaim', skeleton: null },
      look('Modem_1'),
      look('rnodern'),
      { handle: 'modern', skeleton: null },
      look('quiet-river-7f3k'),
    ])
  })
})

describe('migration 0052', () => {
  it('gives names with another apostrophe the look that the service sees, and each look to one', async () => {
    const handles = ['o’hara', "o'hara", 'd’’or', "d’'or", 'l’eau', 'plain']
    const looks = `UPDATE agent SET skeleton = agent_handle`
    const before = [migration('0008-agents'), migration('0015-agent-handles'), looks].join(';')
    const nodes = `CREATE TABLE node AS SELECT id, skeleton FROM agent; CREATE UNIQUE INDEX ON node (skeleton)`
    const later = [before, nodes, migration('0052-expand-apostrophes')].join(';')
    for (const table of ['agent', 'node'])
      expect(await migrateAgents(handles, later, `SELECT skeleton FROM ${table} ORDER BY id`)).toEqual(
        [null, "o'hara", "d''or", null, "l'eau", 'plain'].map((skeleton) => ({ skeleton })),
      )
    expect(computeSkeleton('l’eau')).toBe("l'eau")
  })
})
