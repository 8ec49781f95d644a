import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Scratch, scratchDatabase } from '../../../test/scratch-database.ts'
import { createTables, MIGRATIONS_FOLDER, readMigrations } from '../../platform/database/migrate.ts'
import { toScript, sql } from '../../platform/database/sql.ts'
import { describeAsked, describeCheck } from './rules.ts'
import { findBackchannelApproval, findRequest, redeemRequest } from './store.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const [MADE, ENDED, EXPIRED] = ['2026-03-10T11:50:00.000Z', '2026-03-10T11:58:00.000Z', '2026-03-10T11:59:00.000Z']
const LATER = '2026-03-10T12:30:00.000Z'
const DIGEST = 'a'.repeat(64)

const [POLLED, PINGED] = [Buffer.alloc(32, 8), Buffer.alloc(32, 9)]

let scratch: Scratch

/** A database at 0052 with a site, an agent and two nodes, as the version before left it. */
beforeAll(async () => {
  scratch = await scratchDatabase()
  await scratch.db.query(toScript('DROP SCHEMA public CASCADE; CREATE SCHEMA public'))
  await scratch.db.transaction((tx) => createTables(tx, 1))
  await scratch.db.query(
    toScript(`
    INSERT INTO site (site_key, name, origins, return_urls, test, created_at)
      VALUES ('sk_1', 'Shop', '{https://shop.example}', '{https://shop.example/back}', true, '${MADE}');
    INSERT INTO agent (agent_id, agent_handle, handle_key, agent_type, origin, public_key, state, declared_at, verified_at)
      VALUES ('agent-1', 'Buyer', 'buyer', 'other', 'https://agent.example', 'key', 'verified', '${MADE}', '${MADE}');
    INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at)
      VALUES ('ada@example.org', 'ada@example.org', 'Ada', 'ada', 'SUBSCRIBED', '${MADE}');
    INSERT INTO asker (node_id, site_id, agent_id, subject, allowed_at, per_day, day)
      VALUES (1, 1, NULL, 'sha256:ada', '${MADE}', 5, '2026-03-10'), (1, NULL, 1, 'sha256:ada', '${MADE}', 5, '2026-03-10')`),
  )
})
afterAll(() => scratch.drop())

const idOf = (kind: 'c' | 'a', number: number) => `00000000-0000-4000-8000-0000000000${kind}${number}`

type Row = Record<string, string | number | boolean>

async function add(table: string, row: Row): Promise<void> {
  const values = Object.values(row).map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  await scratch.db.query(
    toScript(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`),
  )
}

const CHECK = { site_id: 1, assurance: 1, other_way: true, audience: 'https://shop.example', created_at: MADE }
const TEXT = { action: 'Pay 7 €', details: '{"to":"Eve"}', nonce: 'order 7', cdata: 'c' }
const PAGE = { asked_by: 'page', origin: 'https://shop.example' }
const HASH = `\\x${'07'.repeat(32)}`
const PASSED = { state: 'passed', settled_at: ENDED, subject: 'sha256:eve', reached: 0, sealed: '\\x0102' }
const FAILED = { state: 'failed', settled_at: ENDED }

const CHECKS: readonly (readonly [row: Row, described: object])[] = [
  [
    { expires_at: LATER, return_url: 'https://shop.example/back' },
    { status: 'open', reason: null },
  ],
  [{ expires_at: EXPIRED }, { status: 'expired' }],
  [
    { ...PASSED, expires_at: LATER },
    { status: 'passed', subject: 'sha256:eve', assurance: 0 },
  ],
  [
    { ...PASSED, expires_at: LATER, redeemed_at: ENDED, reached: 1 },
    { status: 'passed', assurance: 1 },
  ],
  [
    { ...FAILED, expires_at: LATER, reason: 'cancelled_by_person' },
    { status: 'failed', reason: 'cancelled_by_person' },
  ],
  [
    { ...FAILED, expires_at: LATER, reason: 'cancelled_by_site' },
    { status: 'failed', reason: 'cancelled_by_site' },
  ],
  [
    { ...FAILED, expires_at: LATER, reason: 'wrong_number' },
    { status: 'failed', reason: 'wrong_number' },
  ],
  [
    { ...FAILED, expires_at: LATER, reason: 'too_many_refusals' },
    { status: 'failed', reason: 'too_many_refusals' },
  ],
  [
    { ...PAGE, expires_at: LATER, screen_hash: HASH, open_hash: HASH, open_number: 7, same_browser: true, changes: 2 },
    { status: 'open' },
  ],
]

const APPROVAL = {
  test: false,
  assurance: 1,
  audience: 'https://shop.example',
  digest: DIGEST,
  created_at: MADE,
  expires_at: LATER,
}
const ACTION = { type: 'deploy', summary: 'Deploy 1.4', details: { z: 'last', commit: '9f' } }
const GRANTED = { state: 'granted', decided_at: ENDED, subject: 'sha256:ada', reached: 1, sealed: '\\x0304' }
const DENIED = { state: 'denied', decided_at: ENDED }

const APPROVALS: readonly (readonly [row: Row, described: object])[] = [
  [{ asker_id: 1 }, { status: 'open', asker: { kind: 'site', name: 'Shop' } }],
  [
    { asker_id: 2, expires_at: EXPIRED },
    { status: 'expired', asker: { kind: 'agent', id: 'agent-1' } },
  ],
  [
    { asker_id: 1, ...GRANTED },
    { status: 'granted', reached: 1, decided_at: ENDED, redeemed_at: null },
  ],
  [
    { asker_id: 2, ...GRANTED, redeemed_at: ENDED },
    { status: 'granted', redeemed_at: ENDED },
  ],
  [
    { asker_id: 1, ...GRANTED, other_way: true, reached: 0 },
    { status: 'granted', reached: 0 },
  ],
  [
    { asker_id: 1, ...DENIED, reason: 'denied_by_person' },
    { status: 'denied', reason: 'denied_by_person' },
  ],
  [
    { asker_id: 1, ...DENIED, reason: 'asker_removed' },
    { status: 'denied', reason: 'asker_removed' },
  ],
  [
    { asker_id: 2, ...DENIED, reason: 'too_many_refusals' },
    { status: 'denied', reason: 'too_many_refusals' },
  ],
]

it('moves checks, approvals and backchannel requests in every state, and their public answers stay', async () => {
  const { db } = scratch
  for (const [index, [row]] of CHECKS.entries())
    await add('site_check', { id: idOf('c', index), ...CHECK, ...TEXT, ...row })
  for (const [index, [row]] of APPROVALS.entries())
    await add('approval', { id: idOf('a', index), ...APPROVAL, action: JSON.stringify(ACTION), ...row })
  await add('backchannel_request', {
    request_hash: HASH,
    approval_id: idOf('a', 2),
    sealed: '\\x05',
    ping_at: LATER,
    pings: 1,
  })

  const migrations = readMigrations(MIGRATIONS_FOLDER).filter(({ number }) => number >= 53)
  for (const { number, text } of migrations) {
    if (number === 62)
      await db.query(sql`
        INSERT INTO backchannel_request (request_hash, approval_id) VALUES (${POLLED}, ${idOf('a', 0)}), (${PINGED}, ${idOf('a', 5)})`)
    await db.query(toScript(text))
  }

  for (const [index, [, expected]] of CHECKS.entries()) {
    const check = await findRequest(db, 'check', idOf('c', index))
    expect(check && describeCheck(check, NOW)).toMatchObject({
      ...expected,
      action: TEXT.action,
      nonce: TEXT.nonce,
      test: true,
      created_at: MADE,
    })
    expect(check).toMatchObject({
      details: { to: 'Eve' },
      cdata: 'c',
      otherWay: true,
      audience: 'https://shop.example',
    })
  }
  expect(await findRequest(db, 'check', idOf('c', 8))).toMatchObject({
    needsProof: true,
    sameBrowser: true,
    changes: 2,
  })
  for (const [index, [, expected]] of APPROVALS.entries()) {
    const approval = await findRequest(db, 'approval', idOf('a', index))
    expect(approval && describeAsked(approval, 1, NOW)).toMatchObject({
      ...expected,
      action: ACTION,
      need: 1,
      approvers: [{ name: 'Ada', status: approval?.state === 'failed' ? 'denied' : approval?.state }],
      digest: DIGEST,
      test: false,
    })
    expect([approval?.nonce, Object.keys(approval?.details ?? {})]).toEqual([approval?.id, ['z', 'commit']])
  }
  const [unanswered, refused] = [
    await findRequest(db, 'approval', idOf('a', 0)),
    await findRequest(db, 'approval', idOf('a', 7)),
  ]
  expect([unanswered?.agentId, unanswered?.siteId, refused?.agentId, refused?.siteId]).toEqual([null, 1, 1, null])
  expect(refused?.approvers).toMatchObject([{ state: 'failed', askerId: 2, nodeId: 1, handle: 'Ada' }])
})

it('an outcome that was not given out before is given out once, and no other', async () => {
  const redeem = (kind: 'check' | 'approval', id: string) =>
    redeemRequest(scratch.db, {
      id,
      kind,
      requester: { kind: 'site', id: 1 },
      states: ['granted'],
      digest: kind === 'approval' ? DIGEST : null,
      hasCode: true,
      allowsTest: true,
      isSandbox: false,
      minAssurance: null,
      allowsFirstVisit: true,
      now: NOW,
    })
  for (const [kind, id, sealed] of [
    ['check', idOf('c', 2), '0102'],
    ['approval', idOf('a', 2), '0304'],
  ] as const) {
    expect((await redeem(kind, id))?.sealed?.[0]?.toString('hex')).toBe(sealed)
    expect(await redeem(kind, id)).toBeUndefined()
  }
  for (const [kind, id] of [
    ['check', idOf('c', 3)],
    ['check', idOf('c', 4)],
    ['approval', idOf('a', 3)],
    ['approval', idOf('a', 5)],
  ] as const)
    expect(await redeem(kind, id)).toBeUndefined()
})

it('backchannel requests become approvals with a hash; their pings stay, and no check has a hash', async () => {
  const { db } = scratch
  const found = [POLLED, PINGED, Buffer.from('07'.repeat(32), 'hex')].map((hash) => findBackchannelApproval(db, hash))
  expect(await Promise.all(found)).toMatchObject([
    { id: idOf('a', 0), state: 'open' },
    { id: idOf('a', 5), state: 'denied' },
    { id: idOf('a', 2), state: 'granted' },
  ])
  expect(await db.one(toScript('SELECT count(auth_req_hash) FROM request'))).toEqual({ count: 3 })
  expect(await db.query(toScript('SELECT channel, key, attempts FROM outbox'))).toEqual([
    { channel: 'ping', key: idOf('a', 2), attempts: 1 },
  ])
  const setHash = (id: string) => db.query(sql`UPDATE request SET auth_req_hash = ${POLLED} WHERE id = ${id}`)
  await expect(setHash(idOf('a', 1))).rejects.toThrow('request_auth_req_hash_key')
  await expect(setHash(idOf('c', 0))).rejects.toThrow('request_check')
})
