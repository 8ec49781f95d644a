import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashCode } from '../src/identity/codes/codes.ts'
import { saveCode } from '../src/identity/codes/store.ts'
import { sql } from '../src/platform/database/sql.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import type { Service } from '../src/platform/service.ts'
import { addGrant } from '../src/requests/request/decision-store.ts'
import { computeCode } from '../src/requests/request/redeem.ts'
import { addSiteWithSecret } from '../src/requests/sites/routes.ts'
import { createChallenge, sealChallenge } from '../src/scan/challenge/challenge.ts'
import { sealOutcome } from '../src/scan/receipts/issue.ts'
import { addAskingSite, addGrantedApprovals, GRANTED_DIGEST } from './granted-approvals.ts'
import { addNode, bearerFor } from './nodes.ts'
import { type Scratch, scratchDatabase } from './scratch-database.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const SECRET_KEY = 'a secret key for the tests of several processes'
const PEOPLE = 250
const CODE = '123456'
const secrets = createSecrets(createHash('sha256').update(SECRET_KEY).digest())
// As much of a service as registering sites takes.
const service = { secrets, settings: { deviceRoots: [] as readonly unknown[] } } as Service

let scratch: Scratch
let processes: ServerProcess[]

beforeAll(async () => {
  scratch = await scratchDatabase()
  const env = {
    SECRET_KEY,
    ADMIN_SECRET: 'the admin secret of the tests',
    INVITES: 'open',
    LIMITS: 'code.try.address=1000000/600',
  }
  processes = await Promise.all(Array.from({ length: 4 }, () => startServerProcess(scratch.connection, env)))
}, 120_000)

afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  await scratch.drop()
}, 120_000)

const emailOf = (index: number): string => `person-${index}@example.org`

/** Sends all at once, in turn to each of the processes, and again whatever a process sheds under the load. */
function together(count: number, path: string, body: (index: number) => object, more = {}): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => send(index, path, JSON.stringify(body(index)), more)))
}

async function send(index: number, path: string, body: string, more: Record<string, string>): Promise<Response> {
  const url = `${processes[index % processes.length]?.address}${path}`
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...more }, body })
  return answer.status === 503 ? send(index + 1, path, body, more) : answer
}

async function expectCode(email: string): Promise<void> {
  const now = new Date()
  await saveCode(scratch.db, {
    emailHash: secrets.hash('email', email),
    askerHash: Buffer.alloc(32),
    codeHash: hashCode(service, email, CODE),
    inviteId: null,
    now,
    expiresAt: new Date(now.getTime() + 600_000),
  })
}

describe('four processes on one database', () => {
  it(
    '250 activations at once: exactly 100 genesis nodes, in the order of activation',
    {
      timeout: 300_000,
    },
    async () => {
      await scratch.db.query(sql`
      INSERT INTO node (email, email_key, node_handle, handle_key, status, registered_at)
      SELECT e, e, h, h, 'PENDING_VERIFICATION', now()
      FROM (SELECT 'person-' || n || '@example.org' AS e, 'handle-' || n AS h FROM generate_series(0, ${PEOPLE - 1}) n) p`)
      await Promise.all(Array.from({ length: PEOPLE }, (_, index) => expectCode(emailOf(index))))
      const answers = await together(PEOPLE, '/api/verify-otp', (index) => ({ email: emailOf(index), otp: CODE }))
      expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
      const stored = await scratch.db.query<{ index: number }>(sql`
      SELECT genesis_index AS index FROM node WHERE status = 'GENESIS_NODE' ORDER BY activated_at, genesis_index`)
      expect(stored.map(({ index }) => index)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
      const count = await fetch(`${processes[0]?.address}/api/nodes/count`)
      expect(await count.json()).toEqual({ total: PEOPLE, humans: PEOPLE, agents: 0, genesis_nodes: 100 })
    },
  )

  it('200 scans of one node at once: three are recorded', { timeout: 120_000 }, async () => {
    const answers = await together(200, '/api/motion/record', () => ({ email: emailOf(0) }))
    const days = await scratch.db.query<{ scans: number }>(sql`SELECT scans FROM scan_day`)
    // One day, and two where midnight comes in between.
    const recorded = days.reduce((sum, { scans }) => sum + scans, 0)
    expect(Math.max(...days.map(({ scans }) => scans))).toBe(3)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(recorded)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(200 - recorded)
  })

  it('200 guesses of one code at once: five are compared', { timeout: 120_000 }, async () => {
    // Nobody has tried a code for this one yet.
    const email = emailOf(PEOPLE)
    await expectCode(email)
    const answers = await together(200, '/api/verify-otp', (index) => ({
      email,
      otp: String(200_000 + index),
    }))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(195)
  })

  it('one check is given out once: of 100 siteverify calls and 100 redemptions at once one succeeds', async () => {
    const { secret, site } = await scratch.db.transaction((tx) =>
      addSiteWithSecret(tx, service, { name: 'Shop', origins: ['https://shop.example'] }),
    )
    const authorization = `Bearer ${secret}`
    const headers = { 'content-type': 'application/json', authorization }
    const asked = { method: 'POST', headers, body: JSON.stringify({ action: `Pay ${site.name}` }) }
    const { id } = (await (await fetch(`${processes[0]?.address}/api/checks`, asked)).json()) as { id: string }
    const passing = { askerId: null, subject: 'sha256:', reached: 1 as const, sealed: sealOutcome(service, {}) }
    await scratch.db.transaction((tx) => addGrant(tx, id, passing, tx.now))
    const response = `${id}.${computeCode(service, id)}`
    const [verified, redeemed] = await Promise.all([
      together(100, '/api/siteverify', () => ({ secret, response })),
      together(100, `/api/checks/${id}/redeem`, () => ({}), { authorization }),
    ])
    const successes = (await Promise.all(verified.map((one) => one.json()))) as { success: boolean }[]
    const given =
      successes.filter(({ success }) => success).length + redeemed.filter(({ status }) => status === 200).length
    expect(given).toBe(1)
  })

  it('one approval is given out once: of 100 redemptions at once one succeeds', async () => {
    const place = { db: scratch.db, secrets }
    const secret = await addAskingSite(place)
    const [id] = await addGrantedApprovals(place, secret, 1)
    const authorization = `Bearer ${secret}`
    const redeem = () => ({ digest: GRANTED_DIGEST })
    const answers = await together(100, `/api/approvals/${id}/redeem`, redeem, { authorization })
    const said = (await Promise.all(answers.map((answer) => answer.json()))) as { receipt?: object; error?: string }[]
    expect(said.filter(({ receipt }) => receipt !== undefined)).toHaveLength(1)
    expect(said.filter(({ error }) => error === 'APPROVAL_REDEEMED')).toHaveLength(99)
  })

  it('200 grants of 20 approvals at once, each by six of ten people: six count for each, and are given out once', async () => {
    const place = { ...service, db: scratch.db }
    const { secret, site } = await scratch.db.transaction((tx) =>
      addSiteWithSecret(tx, place, { name: 'Ten', origins: ['https://ten.example'] }),
    )
    const authorization = `Bearer ${secret}`
    const people = await Promise.all(Array.from({ length: 200 }, (_, index) => addTenth(place, site.site_key, index)))
    const asked = await Promise.all(
      Array.from({ length: 20 }, async (_, nth) => {
        const of = people.slice(nth * 10, nth * 10 + 10).map(({ handle }) => handle)
        const action = { type: 'deploy', summary: `Deploy ${nth}` }
        const body = JSON.stringify({ approvers: { of, need: 6 }, action, assurance: 1, other_way: true })
        return (await (await send(nth, '/api/approvals', body, { authorization })).json()) as Asked
      }),
    )
    const confirm = ({ bearer }: { bearer: string }, index: number) => {
      const { id, digest } = asked[Math.floor(index / 10)] as Asked
      // A process each, in another order for each approval.
      return send(index * 7, `/api/approvals/${id}/confirm`, JSON.stringify({ otp: CODE, digest }), {
        authorization: bearer,
      })
    }
    const answers = await Promise.all(people.map(confirm))
    const statuses = answers.map(({ status }) => status)
    expect([statuses.filter((one) => one === 200).length, statuses.filter((one) => one === 409).length]).toEqual([
      120, 80,
    ])
    for (const { id, digest } of asked) {
      const redeemed = await together(4, `/api/approvals/${id}/redeem`, () => ({ digest }), { authorization })
      const said = (await Promise.all(redeemed.map((one) => one.json()))) as { receipts?: { subject: string }[] }[]
      const given = said.flatMap(({ receipts }) =>
        receipts ? [new Set(receipts.map(({ subject }) => subject)).size] : [],
      )
      expect(given).toEqual([6])
    }
  }, 120_000)

  it('200 answers to one challenge at once: one is judged', { timeout: 180_000 }, async () => {
    const challenge = challengeOfAMinuteAgo()
    const { challenge_id } = challenge
    const body = { enrollment: {}, challenge, response: { challenge_id }, signature: {} }
    const answers = await together(200, '/api/verify', () => body)
    const said = (await Promise.all(answers.map((answer) => answer.json()))) as { rejection_reason: string }[]
    const reasons = said.map(({ rejection_reason }) => rejection_reason)
    expect(reasons.filter((reason) => reason === 'enrollment_invalid')).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'challenge_replayed')).toHaveLength(199)
  })
})

type Asked = { id: string; digest: string }

/** Adds a person whom a site may ask, with a token and a code. */
async function addTenth(place: Service, siteKey: string, index: number): Promise<{ handle: string; bearer: string }> {
  const [email, handle] = [`tenth-${index}@example.org`, `tenth-${index}`]
  const { id: nodeId } = await addNode(place, { email, handle })
  await expectCode(email)
  await scratch.db.query(sql`
    INSERT INTO asker (node_id, site_id, subject, allowed_at, per_day, day)
    SELECT ${nodeId}, id, ${`sha256:${handle}`}, now(), 5, current_date FROM site WHERE site_key = ${siteKey}`)
  const { authorization } = await bearerFor({ ...place, now: () => new Date() }, { id: nodeId })
  return { handle, bearer: authorization }
}

/** Old enough that no answer comes too early, and good for longer than a busy machine takes. */
function challengeOfAMinuteAgo() {
  const drawn = createChallenge({ purpose: 'verify', node: null }, new Date(Date.now() - 60_000))
  const issued = { ...drawn, expiresAt: new Date(Date.now() + 600_000) }
  return { challenge_id: issued.id, challenge_token: sealChallenge(secrets, issued) }
}
