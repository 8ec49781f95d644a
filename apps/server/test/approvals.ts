import type { AnswerOf, BodyOf, createApproval, Enrollment, Verification } from '@stillhere/contract'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { sendSignedGet, sendSignedPost, type TestAgent } from '../src/requests/agents/testing.ts'
import { addGrant } from '../src/requests/request/decision-store.ts'
import { findRequest } from '../src/requests/request/store.ts'
import { sealOutcome } from '../src/scan/receipts/issue.ts'
import { type Authenticator, newAuthenticator } from './authenticator.ts'
import { beginLiveScan, challengePasskey, liveBody, type LiveScan, makeSteps } from './live-person.ts'
import { addNode, bearerFor, renewSignIn } from './nodes.ts'
import { addPasskey } from './passkeys.ts'
import { ADA, enrollPerson, forgetMotion } from './people.ts'
import type { TestService } from './service.ts'

/** Somebody who can approve: a node with a token, a passkey and an enrollment. */
export type Approver = {
  email: string
  handle: string
  person: number
  headers: { authorization: string }
  authenticator: Authenticator
  enrollment: Enrollment
}

/** Registers somebody who can approve at level 2. */
export async function addApprover(
  service: TestService,
  { email = 'ada@example.org', person = ADA }: { email?: string; person?: number } = {},
): Promise<Approver> {
  const nodeId = await addNode(service, { email })
  const headers = await bearerFor(service, nodeId)
  const authenticator = newAuthenticator()
  expect((await addPasskey(service, headers, { authenticator })).statusCode).toBe(201)
  const enrollment = await enrollPerson(service, person, { email, headers })
  const { node } = (await service.call('GET', '/api/node/export', { headers })).json()
  return { email, handle: node.node_handle, person, headers, authenticator, enrollment }
}

/** Lets a site, by its key, or an agent, by its id, ask a person who has just signed in. */
export async function allowAsker(
  service: TestService,
  { headers }: Pick<Approver, 'headers'>,
  asker: string,
  payload: object = {},
): Promise<LightMyRequestResponse> {
  await renewSignIn(service, headers)
  return service.call('PUT', `/api/node/askers/${encodeURIComponent(asker)}`, { headers, payload })
}

export const DEPLOY = { type: 'deploy', summary: 'Deploy shop 1.4.2 to production', details: { commit: '9f2c1e7' } }

type Asked = Partial<BodyOf<typeof createApproval>>
export type Asking = AnswerOf<typeof createApproval>

/** Has an agent ask somebody. */
export function askAsAgent(
  service: TestService,
  { key }: Pick<TestAgent, 'key'>,
  { handle }: Pick<Approver, 'handle'>,
  changes: Asked = {},
): Promise<LightMyRequestResponse> {
  const body = { approver: handle, action: DEPLOY, ...changes }
  return sendSignedPost(service, '/api/approvals', { key, body })
}

/** Asks for the receipt of an approval as an agent. */
export function redeemAsAgent(
  service: TestService,
  { key }: Pick<TestAgent, 'key'>,
  { id, digest }: Pick<Asking, 'id' | 'digest'>,
): Promise<LightMyRequestResponse> {
  return sendSignedPost(service, `/api/approvals/${id}/redeem`, { key, body: { digest } })
}

/** What an agent is told of its approval. */
export function lookAsAgent(
  service: TestService,
  { key }: Pick<TestAgent, 'key'>,
  id: string,
): Promise<LightMyRequestResponse> {
  return sendSignedGet(service, `/api/approvals/${id}`, { key })
}

/** Moves for an approval, stroke by stroke. */
export async function moveFor(
  service: TestService,
  { person, email, headers }: Approver,
  asked: { approval: string; approval_digest?: string; assurance?: 1 | 2 | 3 },
): Promise<LiveScan> {
  await forgetMotion(service)
  const scan = await beginLiveScan(service, person, { email, ...asked }, headers)
  await makeSteps(service, scan.asked.challenge_id, scan.steps)
  return scan
}

/** The answer to a scan, signed by a passkey. */
export function signScan({ enrollment, authenticator }: Approver, scan: LiveScan): Record<string, unknown> {
  return { ...liveBody(scan, enrollment), passkey: authenticator.sign(challengePasskey(scan)) }
}

/** Sends the answer to a scan. */
export async function verifyScan(
  service: TestService,
  { headers }: Pick<Approver, 'headers'>,
  payload: object,
): Promise<Verification> {
  const answer = await service.call('POST', '/api/verify', { payload, headers })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** Approves at level 2, as a person does: reads, moves, and signs with a passkey. */
export async function grant(
  service: TestService,
  approver: Approver,
  { id, digest }: Pick<Asking, 'id' | 'digest'>,
): Promise<Verification> {
  const scan = await moveFor(service, approver, { approval: id, approval_digest: digest })
  return verifyScan(service, approver, signScan(approver, scan))
}

/** Grants an approval as a scan would, without one. */
export async function grantUnmoved(
  service: TestService,
  id: string,
  { reached = 2 }: { reached?: 1 | 2 | 3 } = {},
): Promise<void> {
  const sealed = sealOutcome(service, { receipt: { stands: 'for one' }, token: 'a-token' })
  const askerId = await findAskerOf(service, id)
  await service.db.transaction((tx) => addGrant(tx, id, { askerId, subject: 'sha256:ada', reached, sealed }, tx.now))
}

/** The right by which an approval asks a person: its only one, or that of this handle. */
export async function findAskerOf({ db }: Pick<TestService, 'db'>, id: string, handle?: string): Promise<number> {
  const approval = await findRequest(db, 'approval', id)
  const person = approval?.approvers.find((one) => handle === undefined || one.handle === handle)
  if (person === undefined) throw new Error('this approval asks no such person')
  return person.askerId
}
