import { Transform, pipeline } from 'node:stream'
import { declareAgent, type Endpoint } from '@stillhere/contract'
import { verifyEd25519 } from '@stillhere/receipt'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import { type ServiceAddress, findOwnAddress } from '../../platform/http/origin.ts'
import { budgetOwner, tooMany } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import type { Service } from '../../platform/service.ts'
import { type BodyDigests, createBodyDigests, fitsDigest } from './content-digest.ts'
import { type ProvableKey, readProvedKey } from './keys.ts'
import { type MessageSignature, type SignedMessage, readMessageSignature, signatureBase } from './message-signature.ts'
import { findCoverageProblem, findTimeProblem } from './profile.ts'
import { agentRevoked, nonceUsed, ownNameUnknown, signatureRefused } from './refusals.ts'
import { readDeclaredKey } from './signed-declarations.ts'
import { singleUseKey } from './statements.ts'
import { type KeyHolder, type Nonce, findKeyHolder, useNonce } from './store.ts'

/** The declared and proved agent that signed a request, and the key it signed with. */
export type CallingAgent = Pick<KeyHolder, 'id' | 'agentId' | 'handle' | 'type' | 'origin'> & { thumbprint: string }

/** The key that signed its own declaration, and the nonce to be used up in the name of the agent that it declares. */
export type DeclaredKey = { key: ProvableKey; nonce: Nonce }

declare module 'fastify' {
  interface FastifyRequest {
    /** Who signed the request; null without a signature, and at endpoints that look at none. */
    agent: CallingAgent | null
    /** What signed a declaration: nobody has proved the key before, or the agent that declares itself again. */
    declaredKey: DeclaredKey | null
    /** A signature that fits all of a request but its body, which was not read yet. */
    signedHead: SignedHead | null
    bodyDigests: BodyDigests | null
  }
}

/**
 * Verifies requests to these endpoints that are signed by RFC 9421 in the profile of Web Bot Auth, and tells their handlers which
 * agent is calling. A bad signature is refused; a request without one goes on, and its handler decides.
 */
export function readSignedRequests(app: FastifyInstance, service: Service, endpoints: readonly Endpoint[]): void {
  const flood = createFlood(service.settings.limits['agent.address'])
  const isOurs = ({ routeOptions: { config } }: FastifyRequest) =>
    config.takesSignatures === true || endpoints.some((one) => one === config.endpoint)
  app.decorateRequest('agent', null)
  app.decorateRequest('declaredKey', null)
  app.decorateRequest('signedHead', null)
  app.decorateRequest('bodyDigests', null)
  app.addHook('onRequest', async (request) => {
    // A declaration without a signature has a budget of its own.
    if (!isOurs(request) || (isDeclaration(request) && !isSigned(request))) return
    const spent = flood.take(budgetOwner('agent.address', request.ip), service.now().getTime())
    if (!spent.ok) throw tooMany(spent.retryAfterSeconds)
    // Who signed a declaration stands in its body.
    if (isSigned(request) && !isDeclaration(request)) request.signedHead = await verifyHead(service, request)
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    done(null, hasBody && isOurs(request) && isSigned(request) ? digesting(request, payload) : payload)
  })
  // Before validation, so that a stranger learns nothing of a body's rules, and before an Idempotency-Key is looked at.
  app.addHook('preValidation', async (request) => {
    if (!isOurs(request) || !isSigned(request)) return
    if (isDeclaration(request)) request.declaredKey = verifyDeclaration(service, request)
    else if (request.signedHead) request.agent = await acceptAgent(service, request.signedHead, request.bodyDigests)
  })
}

/** The agent that signed a request; 401 without a signature. */
export function demandAgent({ agent }: FastifyRequest): CallingAgent {
  if (agent) return agent
  throw signatureRefused('the request must be signed', {
    // RFC 9421, section 5.1.
    'accept-signature': 'sig1=("@authority");created;expires;nonce;keyid;tag="web-bot-auth"',
  })
}

/** Under which name answers are kept for whoever signed a request; undefined where nobody did. */
export function nameSigner({ agent, declaredKey }: FastifyRequest): string | undefined {
  // The number of its row, since an agent_id that was freed may be another agent's.
  if (agent) return `agent:${agent.id}`
  return declaredKey ? `key:${declaredKey.key.thumbprint}` : undefined
}

function isDeclaration({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.endpoint === declareAgent
}

/** Whether a request claims to be signed. */
export function isSigned({ headers }: FastifyRequest): boolean {
  return headers['signature-input'] !== undefined || headers['signature'] !== undefined
}

// The digest is one of the bytes as they came, which the parsed body no longer has.
function digesting(request: FastifyRequest, payload: RequestPayload): RequestPayload {
  const digests = createBodyDigests()
  request.bodyDigests = digests
  const tap = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      digests.update(chunk)
      done(null, chunk)
    },
  })
  // An error reaches the reader through the tap itself.
  return pipeline(payload, tap, () => undefined)
}

type SignedHead = Read & { holder: KeyHolder }

// Before the body is read: whose signature is wrong need not send one.
async function verifyHead(service: Service, request: FastifyRequest): Promise<SignedHead> {
  const read = readSignature(service, request)
  const holder = await findHolder(service, read.found)
  checkSignature(read, readProvedKey(holder.publicKey)?.hex ?? '')
  return { ...read, holder }
}

async function acceptAgent(service: Service, head: SignedHead, digests: BodyDigests | null): Promise<CallingAgent> {
  const { found, holder } = head
  checkDigest(head, digests)
  if (!(await useNonce(service.db, holder.id, toNonce(found)))) throw nonceUsed()
  const { id, agentId, handle, type, origin } = holder
  return { id, agentId, handle, type, origin, thumbprint: found.keyid }
}

// Its nonce is used where the agent gets its row, in the same transaction: before that there is nobody to use it.
function verifyDeclaration(service: Service, request: FastifyRequest): DeclaredKey {
  const { found, message } = readSignature(service, request)
  const key = readDeclaredKey(request.body, found.keyid)
  checkSignature({ found, message }, key.hex)
  checkDigest({ found, message }, request.bodyDigests)
  return { key, nonce: toNonce(found) }
}

type Read = { found: MessageSignature; message: SignedMessage }

/** The signature of a request, which covers enough and is good now; whose it is, is not known yet. */
function readSignature(service: Service, request: FastifyRequest): Read {
  const message = readMessage(service, request)
  if (message.authority === '') throw ownNameUnknown()
  const found = readMessageSignature(message.fields)
  if ('refused' in found) throw signatureRefused(found.refused)
  const problem = findCoverageProblem(found, message) ?? findTimeProblem(found, service.now())
  if (problem) throw signatureRefused(problem)
  return { found, message }
}

function readMessage(service: Service, request: FastifyRequest): SignedMessage {
  const { method, url = '' } = request.raw
  return {
    ...readOwnAddress(service, request),
    method: method ?? '',
    target: url,
    fields: readFields(request.raw.rawHeaders),
  }
}

// From the raw list: Node drops the second of some fields that come twice.
function readFields(rawHeaders: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name, value] = [String(rawHeaders[index]).toLowerCase(), String(rawHeaders[index + 1]).trim()]
    const before = fields.get(name)
    fields.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return fields
}

async function findHolder({ db }: Service, { keyid }: MessageSignature): Promise<KeyHolder> {
  const holder = await findKeyHolder(db, keyid)
  if (!holder) throw signatureRefused('no agent here has proved the key that keyid names')
  if (holder.state === 'revoked') throw agentRevoked()
  if (holder.endedAt) throw signatureRefused('the agent has another key now')
  return holder
}

function checkSignature({ found, message }: Read, key: string): void {
  const base = signatureBase(message, found.input)
  if (typeof base !== 'string') throw signatureRefused(base.refused)
  if (!verifyEd25519(found.signature.toString('hex'), Buffer.from(base, 'latin1'), key))
    throw signatureRefused('it does not fit the request and the key')
}

function checkDigest({ found, message }: Read, digests: BodyDigests | null): void {
  const digest = message.fields.get('content-digest')
  if (found.covered.has('content-digest') && !fitsDigest(digest ?? '', digests ?? createBodyDigests()))
    throw signatureRefused('Content-Digest does not fit the body')
}

function toNonce({ nonce, expires }: MessageSignature): Nonce {
  return { hash: singleUseKey('nonce', nonce), expiresAt: new Date(expires * 1000) }
}

/** The service's own name as agents write it into what they sign; blank, which fits no signature, where nobody can say. */
export function readOwnAddress({ settings }: Pick<Service, 'settings'>, request: FastifyRequest): ServiceAddress {
  return findOwnAddress(settings, request) ?? { scheme: request.protocol, authority: '' }
}
