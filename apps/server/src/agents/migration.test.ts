import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../test/service.ts'
import { script } from '../database/sql.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

describe('migration 0008', () => {
  it('gives every agent that was declared before its first key', async () => {
    const migration = readFileSync(new URL('../database/migrations/0008-agents.sql', import.meta.url), 'utf8')
    const before = readFileSync(new URL('../database/migrations/0002-identity.sql', import.meta.url), 'utf8')
    const [table] = /CREATE TABLE agent \([^;]*;/.exec(before) ?? []
    await service.db.query(
      script(`
      CREATE SCHEMA before;
      SET search_path TO before, public;
      ${table}
      INSERT INTO agent (agent_id, agent_handle, handle_key, agent_type, origin, public_key, declared_at)
        VALUES ('agent:old@example.org', 'old', 'old', 'ai', 'example.org', 'key', '2026-01-01T00:00Z');
      ${migration};
      CREATE TABLE public.found AS SELECT version, k.public_key, added_at, thumbprint FROM agent_key k JOIN agent USING (public_key);
      SET search_path TO DEFAULT`),
    )
    const found = await service.db.query(script('SELECT * FROM found'))
    expect(found).toEqual([
      { version: 1, public_key: 'key', added_at: new Date('2026-01-01T00:00:00Z'), thumbprint: null },
    ])
  })
})
