import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Process, type Processes, startTestProcesses } from '../../../test/processes.ts'
import { lastCode, oneInvite, post, listQueuedMails } from '../../../test/sign-in.ts'
import { sql } from '../../platform/database/sql.ts'
import { hashCode, hashEmail } from '../codes/codes.ts'
import { addInviteCodes } from '../invites/routes.ts'

// Hundreds of calls wait for a few connections; on a busy machine that takes its time.
vi.setConfig({ testTimeout: 180_000 })

const ADA = 'ada@example.org'

let processes: Processes
let first: Process
beforeEach(async () => {
  processes = await startTestProcesses(4)
  first = processes.nth(0)
})
afterEach(() => processes.stop())

/** Calls spread over the processes and network addresses, all at once; whatever a process sheds under the load is sent again. */
function together(count: number, url: string, body: (index: number) => object) {
  const send = async (index: number, turn = 0): Promise<LightMyRequestResponse> => {
    const more = { remoteAddress: `192.0.2.${index % 4}` }
    const answer = await post(processes.nth(index + turn), url, body(index), more)
    return answer.statusCode === 503 ? send(index, turn + 1) : answer
  }
  return Promise.all(Array.from({ length: count }, (_, index) => send(index)))
}

function countOf<Value>(values: readonly Value[], value: Value): number {
  return values.filter((one) => one === value).length
}

it('500 parallel guesses of one code from four networks that did not ask for it: five are compared', async () => {
  await post(first, '/api/send-otp', { email: ADA, invite_code: await oneInvite(first) })
  const right = Number(await lastCode(first, ADA))
  const answers = await together(500, '/api/verify-otp', (index) => ({
    email: ADA,
    otp: String((right + 1 + index) % 1_000_000).padStart(6, '0'),
  }))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(countOf(statuses, 401)).toBe(20)
  expect(countOf(statuses, 429)).toBe(480)
  expect(await first.db.one(sql`SELECT tries, other_tries AS others FROM otp_code`)).toEqual({ tries: 0, others: 5 })
  const { wrong } = await first.db.one<{ wrong: number }>(sql`
    SELECT cardinality(hits) AS wrong FROM budget WHERE name = 'code.wrong.email'`)
  expect(wrong).toBe(5)
  // Nobody has touched the tries of the network that asked.
  expect((await post(first, '/api/verify-otp', { email: ADA, otp: String(right).padStart(6, '0') })).statusCode).toBe(
    200,
  )
})

it('100 parallel guesses from four networks for an e-mail address without a code: five of each are heard', async () => {
  const answers = await together(100, '/api/verify-otp', () => ({ email: ADA, otp: '123456' }))
  expect(
    countOf(
      answers.map(({ statusCode }) => statusCode),
      401,
    ),
  ).toBe(20)
})

it('120 parallel activations: 100 genesis places, in the order of activation', async () => {
  const invites = await addInviteCodes(first.db, first, { count: 120, now: new Date() })
  const sent = await together(120, '/api/send-otp', (index) => ({
    email: `node-${index}@example.org`,
    invite_code: invites[index],
  }))
  expect(
    countOf(
      sent.map(({ statusCode }) => statusCode),
      200,
    ),
  ).toBe(120)
  const codes = new Map((await listQueuedMails(first)).map(({ to, params }) => [to, params['code']]))
  const answers = await together(120, '/api/verify-otp', (index) => ({
    email: `node-${index}@example.org`,
    otp: codes.get(`node-${index}@example.org`),
  }))
  expect(
    countOf(
      answers.map((answer) => answer.statusCode),
      200,
    ),
  ).toBe(120)
  const given = answers.map((answer) => answer.json().genesis_index as number | null)
  const indices = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(given.filter((index) => index !== null).toSorted((a, b) => a - b)).toEqual(indices)
  const stored = await first.db.query<{ index: number }>(sql`
    SELECT genesis_index AS index FROM node WHERE status = 'GENESIS_NODE' ORDER BY activated_at, genesis_index`)
  expect(stored.map(({ index }) => index)).toEqual(indices)
  expect(await first.db.one(sql`SELECT sum(value)::int AS humans FROM tally WHERE name = 'humans'`)).toEqual({
    humans: 120,
  })
})

it('one invite behind 50 codes that are confirmed at once: used once', async () => {
  await oneInvite(first)
  for (let index = 0; index < 50; index++) await plantCode(`node-${index}@example.org`)
  const answers = await together(50, '/api/verify-otp', (index) => ({
    email: `node-${index}@example.org`,
    otp: '123456',
  }))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(countOf(statuses, 200)).toBe(1)
  expect(countOf(statuses, 409)).toBe(49)
  expect(await first.db.query(sql`SELECT id FROM node WHERE activated_at IS NOT NULL`)).toHaveLength(1)
  expect(await first.db.one(sql`SELECT taken FROM cohort WHERE name = 'genesis'`)).toEqual({ taken: 1 })
})

it('60 parallel requests for a code of one e-mail address from four networks: three mails for each', async () => {
  const invite = await oneInvite(first)
  const answers = await together(60, '/api/send-otp', () => ({ email: ADA, invite_code: invite }))
  expect(
    countOf(
      answers.map(({ statusCode }) => statusCode),
      200,
    ),
  ).toBe(12)
  expect(await listQueuedMails(first)).toHaveLength(12)
})

/** A code that only a breach of the reservation could have made: several for the one invite there is. */
async function plantCode(email: string): Promise<void> {
  await post(first, '/api/uplink', { email, node_handle: '' })
  const now = new Date()
  await first.db.query(sql`
    INSERT INTO otp_code (email_hash, asker_hash, code_hash, invite_id, created_at, expires_at)
    SELECT ${hashEmail(first, email)}, ${Buffer.alloc(32)}, ${hashCode(first, email, '123456')}, id, ${now},
      ${new Date(now.getTime() + 600_000)} FROM invite`)
}
