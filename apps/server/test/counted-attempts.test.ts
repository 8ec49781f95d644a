import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNonce } from '../src/identity/wallet/sign-in.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import { type Sql, sql } from '../src/platform/database/sql.ts'
import { newAuthenticator } from './authenticator.ts'
import { addTestCheck, addTestSite } from './checks.ts'
import { addNode, bearerFor } from './nodes.ts'
import { addPasskey } from './passkeys.ts'
import { ADA, answerOf, challengeFor, enrollPerson, verifyBody } from './people.ts'
import { startTestService, type TestService } from './service.ts'
import { activate, lastCode, post } from './sign-in.ts'
import { createTestApp } from './test-app.ts'
import { messageOf, newWallet, signBody, visit } from './wallets.ts'

const EMAIL = 'ada@example.org'
/** An address that asked for no code. */
const ELSEWHERE = '198.51.100.7'
/** A sign-in waits here when it has counted the attempt and is about to write its token. */
const TOKENS = sql`LOCK TABLE node_token IN EXCLUSIVE MODE`

let service: TestService
/** The service in a process that asks a lost database no second time. */
let app: FastifyInstance

beforeAll(async () => {
  service = await startTestService({ publicUrl: 'http://localhost' })
  const db = openDatabase({ connection: service.connection, max: 5, now: service.now, patienceMs: 0 })
  app = createTestApp({ ...service, db })
  app.addHook('onClose', () => db.close())
  await activate(service, EMAIL)
})
afterAll(async () => {
  await app.close()
  await service.stop()
})
// Each test has its own tries and budgets.
beforeEach(() => service.clock.pass(7_200_000))

type Call = Pick<InjectOptions, 'remoteAddress'> & { url: string; payload: object }

/** Sends a call, and ends its connection to the database while it waits for a lock that the test holds. */
function loseConnection(lock: Sql, { url, payload, ...more }: Call): Promise<LightMyRequestResponse> {
  return service.db.transaction(async (tx) => {
    await tx.query(lock)
    const answered = app.inject({ method: 'POST', url, payload, ...more }).then((answer) => answer)
    while (!(await Promise.race([answered.then(() => true), endWaiting()])));
    return answered
  })
}

async function endWaiting(): Promise<boolean> {
  const ended = await service.db.query(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  return ended.length > 0
}

async function mailCode(from: { remoteAddress?: string } = {}): Promise<string> {
  await post(service, '/api/send-otp', { email: EMAIL }, from)
  return lastCode(service, EMAIL)
}

const listTries = () =>
  service.db.query(sql`
    SELECT tries, other_tries AS others, used_at AS "usedAt" FROM otp_code WHERE expires_at > ${service.now()} ORDER BY tries`)

async function countHits(name: string): Promise<number> {
  const { hits } = await service.db.one<{ hits: number }>(sql`
    SELECT coalesce(sum(cardinality(hits)), 0)::int AS hits FROM budget WHERE name = ${name} AND stale_at > ${service.now()}`)
  return hits
}

describe('a process that dies after it counted, and before it answers', () => {
  it('503: a code by mail has one try less, and is still good', async () => {
    const otp = await mailCode()
    const call = { url: '/api/verify-otp', payload: { email: EMAIL, otp }, remoteAddress: ELSEWHERE }
    expect((await loseConnection(TOKENS, call)).statusCode).toBe(503)
    expect(await listTries()).toEqual([{ tries: 0, others: 1, usedAt: null }])
    expect([await countHits('code.none'), await countHits('code.wrong.email')]).toEqual([1, 1])
    expect((await post(service, call.url, call.payload)).statusCode).toBe(200)
  })

  it('503: a wrong guess is counted at the own code before others’ codes are compared', async () => {
    await mailCode()
    const { hash } = await service.db.one<{ hash: Buffer }>(sql`
      SELECT asker_hash AS hash FROM otp_code WHERE expires_at > ${service.now()}`)
    const otp = await mailCode({ remoteAddress: ELSEWHERE })
    const wrong = String((Number(otp) + 1) % 1_000_000).padStart(6, '0')
    const lock = sql`SELECT 1 FROM otp_code WHERE asker_hash = ${hash} FOR UPDATE`
    const call = { url: '/api/verify-otp', payload: { email: EMAIL, otp: wrong }, remoteAddress: ELSEWHERE }
    expect((await loseConnection(lock, call)).statusCode).toBe(503)
    expect(await listTries()).toMatchObject([
      { tries: 0, others: 0 },
      { tries: 1, others: 0 },
    ])
  })

  it('503: a code for a check has one try less, and the check stays open', async () => {
    const otp = await mailCode()
    const { id } = await addTestCheck(service, await addTestSite(service), { other_way: true })
    const url = `/api/checks/${id}/confirm`
    const call = { url, payload: { email: EMAIL, otp }, remoteAddress: ELSEWHERE }
    const lock = sql`LOCK TABLE request IN EXCLUSIVE MODE`
    expect((await loseConnection(lock, call)).statusCode).toBe(503)
    expect(await listTries()).toEqual([{ tries: 0, others: 1, usedAt: null }])
    expect((await post(service, url, call.payload)).json()).toMatchObject({ status: 'passed' })
  })

  it('503: a try at a recovery code is counted, and the code is still good', async () => {
    const headers = await bearerFor(service, await addNode(service))
    const { codes } = (await service.call('POST', '/api/node/recovery-codes', { headers })).json()
    const call = { url: '/api/auth/recovery', payload: { recovery_code: codes[0] } }
    const before = await countHits('recovery.address')
    expect((await loseConnection(TOKENS, call)).statusCode).toBe(503)
    expect(await countHits('recovery.address')).toBe(before + 1)
    expect((await post(service, call.url, call.payload)).statusCode).toBe(200)
  })

  it('503: a wallet’s message is used up', async () => {
    const [wallet, headers] = [newWallet(), await bearerFor(service, await addNode(service))]
    expect((await visit(service, wallet, { headers })).statusCode).toBe(200)
    const nonce = createNonce(service.secrets, service.now())
    const payload = await signBody(wallet, messageOf(wallet, service.now(), { nonce }))
    expect((await loseConnection(TOKENS, { url: '/api/auth/siwe', payload })).statusCode).toBe(503)
    const again = await post(service, '/api/auth/siwe', payload)
    expect(again.json()).toMatchObject({ status: 401, detail: 'nonce: was used before.' })
  })

  it('503: a passkey’s challenge is used up', async () => {
    const [authenticator, headers] = [newAuthenticator(), await bearerFor(service, await addNode(service))]
    await addPasskey(service, headers, { authenticator })
    const { token, options } = (await service.call('POST', '/api/auth/passkey/options')).json()
    const payload = { token, response: authenticator.sign(Buffer.from(options.challenge, 'base64url')) }
    expect((await loseConnection(TOKENS, { url: '/api/auth/passkey', payload })).statusCode).toBe(503)
    const again = await post(service, '/api/auth/passkey', payload)
    expect(again.json()).toMatchObject({ status: 400, detail: 'It was used before: ask for new options.' })
  })

  it.each([
    ['while it judges', sql`LOCK TABLE replay_waiting IN EXCLUSIVE MODE`],
    ['before it signs', sql`LOCK TABLE receipt IN EXCLUSIVE MODE`],
  ])(
    '503: the challenge of a scan is used up (%s)',
    async (_, lock) => {
      const enrollment = await enrollPerson(service, ADA)
      const asked = await challengeFor(service, { purpose: 'verify' })
      const payload = verifyBody(asked, enrollment, answerOf(ADA, asked))
      expect((await loseConnection(lock, { url: '/api/verify', payload })).statusCode).toBe(503)
      expect(await countHits('verify.refused.user')).toBe(1)
      const again = (await service.call('POST', '/api/verify', { payload })).json()
      expect(again).toMatchObject({ verified: false, rejection_reason: 'challenge_replayed' })
    },
    120_000,
  )
})
