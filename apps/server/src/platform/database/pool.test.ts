import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { type Database, openDatabase, type Queries } from './pool.ts'
import { toScript, type Sql, sql } from './sql.ts'

let scratch: Scratch
let db: Database

beforeAll(async () => {
  scratch = await scratchDatabase()
  db = scratch.db
  await db.query(sql`CREATE TABLE account (id int PRIMARY KEY, owner text UNIQUE, balance int NOT NULL)`)
})

afterAll(() => scratch.drop())

describe('a query', () => {
  it.each([
    ['a count', sql`SELECT count(*) AS value FROM generate_series(1, 3)`, 3],
    ['the largest safe int8', sql`SELECT ${'9007199254740991'}::int8 AS value`, Number.MAX_SAFE_INTEGER],
    ['int8[]', sql`SELECT ARRAY[1, NULL, 3]::int8[] AS value`, [1, null, 3]],
    ['a day', sql`SELECT ${'2026-03-01'}::date AS value`, '2026-03-01'],
    ['days', sql`SELECT ARRAY['2026-03-01']::date[] AS value`, ['2026-03-01']],
    ['a moment', sql`SELECT ${new Date(1)}::timestamptz AS value`, new Date(1)],
    ['a time without zone', sql`SELECT '2026-03-01 02:30'::timestamp AS value`, '2026-03-01 02:30:00'],
    ['JSON', sql`SELECT ${{ a: [1] }}::jsonb AS value`, { a: [1] }],
    ['bytes', sql`SELECT ${Buffer.from([0, 255])}::bytea AS value`, Buffer.from([0, 255])],
    ['a list as a parameter', sql`SELECT 2 = ANY (${[1, 2]}::int[]) AS value`, true],
    ['numeric, which stays text', sql`SELECT 0.10::numeric AS value`, '0.10'],
  ])('answers %s', async (_, statement, value) => {
    expect(await db.one(statement)).toEqual({ value })
  })

  it('refuses an int8 that a number cannot hold', async () => {
    await expect(db.query(sql`SELECT 9007199254740993 AS value`)).rejects.toThrow(RangeError)
  })

  it.each([
    [0, undefined, 'expected one row, got none'],
    [1, { n: 1 }, undefined],
    [2, 'expected one row at most, got 2', 'expected one row at most, got 2'],
  ])('of %i rows: maybeOne is %o, one complains %o', async (count, maybe, complaint) => {
    const statement = sql`SELECT n FROM generate_series(1, ${count}::int) AS n`
    expect(await db.maybeOne(statement).catch(messageOf)).toEqual(maybe)
    expect(await db.one(statement).catch(messageOf)).toEqual(complaint ?? maybe)
  })

  it('fails with code and constraint, but without the row’s values', async () => {
    const insert = () => db.query(sql`INSERT INTO account VALUES (1, 'a@example.org', 0) ON CONFLICT (id) DO NOTHING`)
    await insert()
    const failing = db.query(sql`INSERT INTO account VALUES (2, ${'a@example.org'}, 0)`)
    const error = await failing.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: '23505', constraint: 'account_owner_key' })
    expect(JSON.stringify(error) + String(error)).not.toContain('a@example.org')
  })

  it('runs under time limits and our name', async () => {
    expect(await db.one(setting('statement_timeout'))).toEqual({ value: '15s' })
    expect(await db.one(setting('idle_in_transaction_session_timeout'))).toEqual({ value: '15s' })
    expect(await db.one(setting('application_name'))).toEqual({ value: 'stillhere' })
  })

  it('is planned once per connection', async () => {
    const single = openDatabase({ connection: scratch.connection, max: 1 })
    for (const id of [1, 2, 3]) await single.query(sql`SELECT owner FROM account WHERE id = ${id}`)
    const plans = sql`SELECT count(*) AS count FROM pg_prepared_statements WHERE statement LIKE 'SELECT owner%'`
    expect(await single.one(plans)).toEqual({ count: 1 })
    await single.close()
  })
})

describe('a transaction', () => {
  it('writes all or nothing', async () => {
    await open(10)
    const failing = db.transaction(async (tx) => {
      await tx.query(sql`UPDATE account SET balance = 5 WHERE id = 10`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await balanceOf(10)).toBe(0)
  })

  it('does not answer as if written when a failed statement was overlooked', async () => {
    const failing = db.transaction((tx) => tx.query(sql`SELECT 1 / 0`).catch(() => 'overlooked'))
    await expect(failing).rejects.toThrow('nothing was written')
  })

  it.each(['REPEATABLE READ', 'SERIALIZABLE'] as const)(
    'loses no update of ten at once under %s',
    async (isolation) => {
      const id = isolation === 'SERIALIZABLE' ? 20 : 21
      await open(id)
      let runs = 0
      // Two at least have read before one writes.
      const twoHaveRead = barrier(2)
      const patient = openDatabase({ connection: scratch.connection, random: () => runs / 100 })
      const increment = () =>
        patient.transaction(
          async (tx) => {
            runs += 1
            const before = await balanceOf(id, tx)
            await twoHaveRead()
            await tx.query(sql`UPDATE account SET balance = ${before + 1} WHERE id = ${id}`)
          },
          { isolation },
        )
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, increment))
      const written = outcomes.filter(({ status }) => status === 'fulfilled').length
      expect(runs).toBeGreaterThan(10)
      expect(written).toBeGreaterThan(0)
      expect(await balanceOf(id)).toBe(written)
      await patient.close()
    },
  )

  it('gets out of a deadlock', async () => {
    await Promise.all([open(30), open(31)])
    const bothIn = barrier(2)
    const add = (first: number, second: number) =>
      db.transaction(async (tx) => {
        await tx.query(sql`UPDATE account SET balance = balance + 1 WHERE id = ${first}`)
        await bothIn()
        await tx.query(sql`UPDATE account SET balance = balance + 1 WHERE id = ${second}`)
      })
    await Promise.all([add(30, 31), add(31, 30)])
    expect(await Promise.all([balanceOf(30), balanceOf(31)])).toEqual([2, 2])
  })

  it('looks again where what it had found was removed meanwhile', async () => {
    await db.query(sql`CREATE TABLE card (account int REFERENCES account (id))`)
    await open(40)
    const issue = db.transaction(async (tx) => {
      const found = await tx.query(sql`SELECT 1 FROM account WHERE id = 40`)
      if (found.length === 0) return 'no account'
      await db.query(sql`DELETE FROM account WHERE id = 40`)
      await tx.query(sql`INSERT INTO card (account) VALUES (40)`)
      return 'issued'
    })
    expect(await issue).toBe('no account')
  })

  it('looks again where a row that it had found is gone', async () => {
    await open(41)
    const read = db.transaction(async (tx) => {
      const found = await tx.query(sql`SELECT 1 FROM account WHERE id = 41`)
      if (found.length === 0) return 'no account'
      await db.query(sql`DELETE FROM account WHERE id = 41`)
      return tx.one(sql`SELECT balance FROM account WHERE id = 41`)
    })
    expect(await read).toBe('no account')
  })

  it('gives up after five tries', async () => {
    let tries = 0
    const failing = db.transaction(async (tx) => {
      tries += 1
      await tx.query(sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`)
    })
    await expect(failing).rejects.toMatchObject({ code: '40001' })
    expect(tries).toBe(5)
  })

  it('tries other failures once', async () => {
    let tries = 0
    const failing = db.transaction(async (tx) => {
      tries += 1
      await tx.query(sql`SELECT 1 / 0`)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(tries).toBe(1)
  })

  it('leaves a usable pool when its connection is cut', async () => {
    const single = openDatabase({ connection: scratch.connection, max: 1, patienceMs: 0 })
    const failing = single.transaction(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
      await db.query(sql`SELECT pg_terminate_backend(${pid})`)
      await tx.query(sql`SELECT 1`)
    })
    await expect(failing).rejects.toThrow()
    expect(await single.one(sql`SELECT 1 AS n`)).toEqual({ n: 1 })
    await single.close()
  })
})

describe('a database that goes away', () => {
  const cut = (tx: Queries) => tx.query(sql`SELECT pg_terminate_backend(pg_backend_pid())`)

  it('is waited for, and the transaction begins again where nothing was committed', async () => {
    await open(60)
    let tries = 0
    const written = await db.transaction(async (tx) => {
      tries++
      await tx.query(sql`UPDATE account SET balance = balance + 1 WHERE id = 60`)
      if (tries < 3) await cut(tx)
      return tries
    })
    expect([written, await balanceOf(60)]).toEqual([3, 1])
  })

  it('is not asked again whether it heard a COMMIT', async () => {
    await db.query(
      toScript(`CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
        CREATE TABLE doomed (id int);
        CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON doomed DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION cut()`),
    )
    let tries = 0
    const failing = db.transaction(async (tx) => {
      tries++
      await tx.query(sql`INSERT INTO doomed VALUES (1)`)
    })
    await expect(failing).rejects.toThrow(/terminat/)
    expect(tries).toBe(1)
  })

  it('is given up in the end', async () => {
    const gone = openDatabase({ databaseUrls: ['postgres://a@127.0.0.1:1/a'], patienceMs: 10 })
    await expect(gone.transaction(async () => 1)).rejects.toThrow('ECONNREFUSED')
    await gone.close()
  })
})

describe('several hosts', () => {
  const url = (more: string) => {
    const { host, user, database } = scratch.connection
    return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}${more}`
  }
  const STANDBY = '&options=-c%20default_transaction_read_only%3Don'

  it.each([
    ['one that is gone', ['postgres://a@127.0.0.1:1/a', '']],
    ['one that only reads', [STANDBY, '']],
    ['two that only read', [STANDBY, STANDBY, '']],
  ])('the one that takes writes is used: %s', async (_, hosts) => {
    const several = openDatabase({
      databaseUrls: hosts.map((more) => (more.startsWith('postgres') ? more : url(more))),
    })
    const id = 70 + hosts.length
    await several.transaction((tx) =>
      tx.query(
        sql`INSERT INTO account VALUES (${id}, ${`several ${hosts.length}`}, 7) ON CONFLICT (id) DO UPDATE SET balance = 7`,
      ),
    )
    expect(await balanceOf(id, several)).toBe(7)
    await several.close()
  })

  it('a statement alone fails once, and the next one goes where writes are taken', async () => {
    const several = openDatabase({ databaseUrls: [url(STANDBY), url('')], max: 1 })
    const write = () => several.query(sql`UPDATE account SET balance = 1 WHERE id = 60`)
    await expect(write()).rejects.toThrow('read-only')
    await write()
    expect(await balanceOf(60, several)).toBe(1)
    await several.close()
  })
})

describe('openDatabase', () => {
  it('takes an address', async () => {
    const { host, user, database } = scratch.connection
    const byUrl = openDatabase({ databaseUrls: [`postgres://${user}@/${database}?host=${encodeURIComponent(host)}`] })
    expect(await byUrl.one(sql`SELECT current_database() AS name`)).toEqual({ name: database })
    await byUrl.close()
  })

  it('tells of an idle connection that was cut, and makes another', async () => {
    const { promise: told, resolve } = Promise.withResolvers<Error>()
    const idle = openDatabase({ connection: scratch.connection, max: 1, onIdleError: resolve })
    const { pid } = await idle.one<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    await db.query(sql`SELECT pg_terminate_backend(${pid})`)
    expect((await told).message).toContain('terminating connection')
    expect(await idle.one(sql`SELECT 1 AS n`)).toEqual({ n: 1 })
    await idle.close()
  })
})

function setting(name: string): Sql {
  return sql`SELECT current_setting(${name}) AS value`
}

async function balanceOf(id: number, on: Queries = db): Promise<number> {
  return (await on.one<{ balance: number }>(sql`SELECT balance FROM account WHERE id = ${id}`)).balance
}

async function open(id: number): Promise<void> {
  await db.query(sql`INSERT INTO account VALUES (${id}, ${`owner ${id}`}, 0)`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Answers a function whose promises wait for each other until so many have called it; later calls do not wait. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  return () => {
    waiting += 1
    if (waiting === count) resolve()
    return promise
  }
}
