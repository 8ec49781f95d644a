import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { sql } from '../src/platform/database/sql.ts'
import { DEFAULT_LIMITS, type Limits } from '../src/platform/settings/limits.ts'
import type { TestAgent } from '../src/requests/agents/testing.ts'
import { addGrant } from '../src/requests/request/decision-store.ts'
import { sealOutcome } from '../src/scan/receipts/issue.ts'
import { allowAsker, type Approver, type Asking, DEPLOY, findAskerOf } from './approvals.ts'
import { nameSubject, type TestSite } from './checks.ts'
import { addNode, bearerFor } from './nodes.ts'
import type { TestService } from './service.ts'

/** Somebody who can be asked, and cannot scan. */
export type Person = Pick<Approver, 'handle' | 'headers' | 'email'> & { id: number }

const MANY = { count: 100_000, perSeconds: 60 }

/** So that an attack is not refused for the number of those before it. */
export const MANY_ATTACKS: Limits = {
  ...DEFAULT_LIMITS,
  'agent.address': MANY,
  'approval.address': MANY,
  'approval.asker': MANY,
}

/** Adds somebody whom these may ask as often as can be. */
export async function addPerson(service: TestService, askers: readonly string[] = []): Promise<Person> {
  const node = await addNode(service)
  const person = { id: node.id, email: node.email, handle: node.handle, headers: await bearerFor(service, node) }
  for (const asker of askers) expect((await allowAsker(service, person, asker, { per_day: 100 })).statusCode).toBe(200)
  return person
}

/** Has a site ask somebody. */
export function askAsSite(
  service: TestService,
  { asSite }: TestSite,
  { handle }: Pick<Person, 'handle'>,
  changes: object = {},
): Promise<LightMyRequestResponse> {
  const payload = { approver: handle, action: DEPLOY, ...changes }
  return service.call('POST', '/api/approvals', { payload, ...asSite })
}

/** Asks for the receipt of an approval as a site. */
export function redeemAsSite(
  service: TestService,
  { asSite }: TestSite,
  { id, digest }: Pick<Asking, 'id' | 'digest'>,
): Promise<LightMyRequestResponse> {
  return service.call('POST', `/api/approvals/${id}/redeem`, { payload: { digest }, ...asSite })
}

/** Denies an approval in somebody's name. */
export function deny(
  service: TestService,
  { headers }: Pick<Person, 'headers'>,
  id: string,
  payload: object = {},
): Promise<LightMyRequestResponse> {
  return service.call('POST', `/api/approvals/${id}/deny`, { headers, payload })
}

/** What an asking that succeeds answers. */
export function readAsking(answer: LightMyRequestResponse): Asking {
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** Grants an approval as a scan at level 2 would, without one. */
export async function grantTestApproval(service: TestService, { id }: Pick<Asking, 'id'>): Promise<void> {
  const sealed = sealOutcome(service, { receipt: { stands: 'for one', evidence: [] } })
  const askerId = await findAskerOf(service, id)
  await addGrant(service.db, id, { askerId, subject: nameSubject(id), reached: 2, sealed }, service.now())
}

/** Takes from an agent, or a site, the right to be heard at all. */
export function revoke(service: TestService, asker: TestAgent | TestSite): Promise<LightMyRequestResponse> {
  const headers = { 'x-admin-secret': 'the-admin-secret' }
  if ('agentId' in asker)
    return service.call('POST', '/api/agent/revoke', { headers, payload: { agent_id: asker.agentId } })
  return service.call('PATCH', `/api/admin/sites/${asker.key}`, { headers, payload: { disabled: true } })
}

/** The status and the code of an answer. */
export function refusalOf(answer: LightMyRequestResponse): [number, string] {
  return [answer.statusCode, answer.json().error]
}

/** Tries what must be refused so, and change no approval and nobody's right to ask for one. */
export async function expectRefused(
  service: TestService,
  attack: () => Promise<LightMyRequestResponse>,
  refusal: [status: number, code: string],
): Promise<LightMyRequestResponse> {
  const answer = await expectNoChange(service, attack)
  expect(refusalOf(answer), answer.body).toEqual(refusal)
  return answer
}

/** Does what must change no approval, and nobody's right to ask for one. */
export async function expectNoChange<Result>(service: TestService, attack: () => Promise<Result>): Promise<Result> {
  const before = await readApprovals(service)
  const result = await attack()
  expect(await readApprovals(service)).toEqual(before)
  return result
}

async function readApprovals({ db }: TestService): Promise<unknown[]> {
  return [
    await db.query(
      sql`SELECT r::text, w::text FROM request r LEFT JOIN request_grant w ON w.request_id = r.id ORDER BY r.id`,
    ),
    await db.query(sql`SELECT p::text FROM request_approver p ORDER BY request_id, asker_id`),
    await db.query(sql`SELECT a::text FROM asker a ORDER BY id`),
  ]
}

/** Waits until as many calls wait for a lock in the database. */
export async function untilWaiting({ db }: TestService, count: number): Promise<void> {
  const isWaiting = async () => {
    const waiting = await db.query(sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    return waiting.length >= count
  }
  while (!(await isWaiting()));
}
