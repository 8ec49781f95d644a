import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createNonce } from '../src/identity/wallet/sign-in.ts'
import { sql } from '../src/platform/database/sql.ts'
import { sendDue } from '../src/platform/outbox/deliver.ts'
import { queueDelivery } from '../src/platform/outbox/store.ts'
import { chainOf, type EthereumNode, startEthereumNode } from './ethereum-node.ts'
import { addNode, bearerFor } from './nodes.ts'
import { ADA, answerOf, challengeFor, enrollmentBody, verifyBody } from './people.ts'
import { startTestService, type TestService } from './service.ts'
import { createTestApp } from './test-app.ts'
import { messageOf, newWallet, signBody } from './wallets.ts'

const CHAIN = chainOf('0x1', { result: `0x1626ba7e${'0'.repeat(56)}` })

let service: TestService
let ethereum: EthereumNode
/** The service with threads that look at the database before each task. */
let app: FastifyInstance
/** How many transactions were open and idle at each look. */
let looks: number[]

beforeAll(async () => {
  ethereum = await startEthereumNode()
  service = await startTestService({ ethRpcUrl: ethereum.url, publicUrl: 'http://localhost' })
  const { threads } = service
  const run: typeof threads.run = async (...task) => {
    await look()
    return threads.run(...task)
  }
  app = createTestApp({ ...service, threads: { ...threads, run } })
})
afterAll(async () => {
  await app.close()
  await service.stop()
  ethereum.stop()
})
beforeEach(() => (looks = []))

async function look(): Promise<void> {
  const { idle } = await service.db.one<{ idle: number }>(sql`
    SELECT count(*)::int AS idle FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`)
  looks.push(idle)
}

const post = (url: string, payload: object, headers = {}) => app.inject({ method: 'POST', url, payload, headers })

/** Holds for requests with a key, too, whose response is stored with the work. */
const KEYED = { 'idempotency-key': 'a-key-of-a-slow-request' }

it('a look sees a transaction that waits', async () => {
  await service.db.transaction(look)
  expect(looks).toEqual([1])
})

describe('no transaction is open', () => {
  it('201, 200: while threads enroll and judge', async () => {
    const node = await addNode(service)
    const whose = { email: node.email, headers: await bearerFor(service, node) }
    const headers = { ...KEYED, ...whose.headers }
    const enrolled = await post('/api/enroll', await enrollmentBody(service, ADA, whose), headers)
    expect(enrolled.statusCode, enrolled.body).toBe(201)
    const asked = await challengeFor(service, { purpose: 'verify', email: node.email }, whose.headers)
    const verified = await post('/api/verify', verifyBody(asked, enrolled.json(), answerOf(ADA, asked)), headers)
    expect(verified.json()).toMatchObject({ verified: true })
    // Reading, tracing and judging, each twice.
    expect(looks).toEqual([0, 0, 0, 0, 0, 0])
  }, 120_000)

  it('200: while the node of Ethereum is asked about a contract wallet', async () => {
    ethereum.answerWith((call, response) => void look().then(() => CHAIN(call, response)))
    const message = messageOf(newWallet(), service.now(), { nonce: createNonce(service.secrets, service.now()) })
    const address = /0x[0-9a-fA-F]{40}/.exec(message)?.[0] ?? ''
    const payload = { ...(await signBody(newWallet(), message)), address }
    expect((await post('/api/auth/siwe', payload, KEYED)).statusCode).toBe(200)
    expect(looks.length).toBeGreaterThan(1)
    expect(new Set(looks)).toEqual(new Set([0]))
  })

  it('while a mail, or a delivery of another channel, is under way', async () => {
    const deliver = (inspect: () => Promise<void>) => {
      const send = () => inspect().then(() => ({ outcome: 'sent' as const }))
      return sendDue(service, { channel: 'mail', send }, { log: () => {} })
    }
    // Without the notices of the tests before: the outcome of one delivery is stored while the next one is under way.
    await deliver(async () => {})
    await queueDelivery(service.db, {
      channel: 'mail',
      kind: 'test',
      payload: Buffer.from('sealed'),
      now: service.now(),
    })
    await deliver(look)
    expect(looks).toEqual([0])
  })
})
