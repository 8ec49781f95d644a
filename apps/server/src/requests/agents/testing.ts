import { createHash, createPrivateKey, randomUUID, sign } from 'node:crypto'
import type { AgentProof } from '@stillhere/contract'
import { generateKeyPair, secretKeyToPkcs8 } from '@stillhere/receipt'
import type { LightMyRequestResponse } from 'fastify'
import { createSigner, httpbis } from 'http-message-signatures'
import { expect } from 'vitest'
import type { TestService } from '../../../test/service.ts'
import { readKey } from './rules.ts'
import { type Statement, encodeStatement } from './statements.ts'

/** A key of an agent in a test, with its secret half. */
export type TestKey = { publicKey: string; thumbprint: string; secret: ReturnType<typeof createPrivateKey> }

export function newKey(): TestKey {
  const { publicKey, secretKey } = generateKeyPair()
  const der = Buffer.from(secretKeyToPkcs8(secretKey))
  const thumbprint = readKey(publicKey)?.thumbprint ?? ''
  return { publicKey, thumbprint, secret: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
}

/** Signs a statement as an agent would. */
export function prove({ secret }: TestKey, statement: Statement, signedAt: Date | string): AgentProof {
  const signed_at = typeof signedAt === 'string' ? signedAt : signedAt.toISOString()
  return { signed_at, signature: sign(null, encodeStatement(statement, signed_at), secret).toString('hex') }
}

export type SigningChoice = {
  key: TestKey
  method?: string
  url: string
  body?: string
  headers?: Record<string, string>
  /** Instead of what the profile asks for. */
  fields?: string[]
  /** Parameters beside the usual ones, or in their place; undefined leaves one out. */
  params?: Record<string, string | Date | undefined>
  now: Date
}

/** The header fields of a request signed by the library http-message-signatures, which knows nothing of ours. */
export async function signRequest(choice: SigningChoice): Promise<Record<string, string>> {
  const { key, method = 'GET', url, body, headers = {}, params = {}, now } = choice
  const all = {
    ...headers,
    ...(body === undefined ? {} : { ...computeDigest(body), 'content-type': 'application/json' }),
  }
  const usual = ['@authority', ...(body === undefined ? [] : ['@method', '@path', 'content-digest'])]
  const values = {
    created: now,
    expires: new Date(now.getTime() + 300_000),
    nonce: randomUUID(),
    keyid: key.thumbprint,
    tag: 'web-bot-auth',
    ...params,
  }
  const names = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const fields = choice.fields ?? [...usual, ...('signature-agent' in headers ? ['signature-agent'] : [])]
  const paramValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const signed = await httpbis.signMessage(
    { key: createSigner(key.secret, 'ed25519', key.thumbprint), name: 'sig1', fields, params: names, paramValues },
    { method, url, headers: all },
  )
  return signed.headers
}

export function computeDigest(body: string): { 'content-digest': string } {
  return { 'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:` }
}

/** What a test service calls itself when requests are injected. */
export const AUDIENCE = 'localhost'
const SITE = `http://${AUDIENCE}`

export type TestAgent = { key: TestKey; agentId: string }

let made = 0

/** Declares an agent with a key of its own, proved unless told otherwise. */
export async function addAgent(
  service: TestService,
  { proved = true, key = newKey() }: { proved?: boolean; key?: TestKey } = {},
): Promise<TestAgent> {
  const agent_handle = `agent-${++made}`
  const declared = { agent_handle, agent_type: 'ai', origin: 'example.org', public_key: key.publicKey }
  const statement = { action: 'declare', audience: AUDIENCE, ...declared } as const
  const proof = proved ? { proof: prove(key, statement, service.now()) } : {}
  const answer = await service.call('POST', '/api/agent/declare', { payload: { ...declared, ...proof } })
  expect(answer.statusCode, answer.body).toBe(200)
  return { key, agentId: answer.json().agent_id }
}

export type Choice = Omit<SigningChoice, 'url' | 'now' | 'body'> & { now?: Date; headers?: Record<string, string> }

/** Sends a signed GET. */
export async function sendSignedGet(
  service: TestService,
  path: string,
  choice: Choice,
): Promise<LightMyRequestResponse> {
  const headers = await signRequest({ url: SITE + path, now: service.now(), ...choice })
  return service.call('GET', path, { headers })
}

/** Sends a signed POST. */
export async function sendSignedPost(
  service: TestService,
  path: string,
  { body, ...choice }: Choice & { body: object },
): Promise<LightMyRequestResponse> {
  const payload = JSON.stringify(body)
  const headers = await signRequest({ url: SITE + path, now: service.now(), method: 'POST', body: payload, ...choice })
  return service.call('POST', path, { headers, payload })
}

/** The body that gives an agent a new key. */
export function rotation(
  { agentId }: Pick<TestAgent, 'agentId'>,
  next: TestKey,
  { now, audience = AUDIENCE, publicKey = next.publicKey }: { now: Date; audience?: string; publicKey?: string },
): { public_key: string; proof: AgentProof } {
  const statement = { action: 'rotate', audience, agent_id: agentId, public_key: publicKey } as const
  return { public_key: publicKey, proof: prove(next, statement, now) }
}

/** The statuses of answers, in ascending order. */
export function sortStatuses(answers: readonly { statusCode: number }[]): number[] {
  return answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)
}
