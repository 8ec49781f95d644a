import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import { declareAgent, type Endpoint } from '@stillhere/contract'
import { verifyEd25519 } from '@stillhere/receipt'
import type { FastifyInstance, FastifyRequest, RequestPayload } from 'fastify'
import * as structured from 'structured-headers'
import type { BareItem, InnerList, Item } from 'structured-headers'
import { findOwnAddress, type ServiceAddress } from '../../platform/http/origin.ts'
import { toBudgetOwner, refuseTooMany } from '../../platform/limits/budgets.ts'
import { createFlood } from '../../platform/limits/flood.ts'
import type { Service } from '../../platform/service.ts'
import { type ProvableKey, readProvedKey } from './rules.ts'
import {
  refuseRevoked,
  refuseUsedNonce,
  refuseUnknownName,
  readDeclaredKey,
  refuseSignature,
  toSingleUseKey,
} from './statements.ts'
import { findKeyHolder, type KeyHolder, type Nonce, useNonce } from './store.ts'

/** The verified agent that signed a request. `thumbprint`: of the key that it signed with. */
export type CallingAgent = Pick<KeyHolder, 'id' | 'agentId' | 'handle' | 'type' | 'origin'> & { thumbprint: string }

/** The key that signed its own declaration, and the signature's nonce, to be marked as used once the agent has a row. */
export type DeclaredKey = { key: ProvableKey; nonce: Nonce }

declare module 'fastify' {
  interface FastifyRequest {
    /** The agent that signed the request; null without a signature, and at endpoints that don't verify signatures. */
    agent: CallingAgent | null
    /** The signer of a declaration: a key that was never proved, or the agent that declares itself again. */
    declaredKey: DeclaredKey | null
    /** A signature that was verified for all of the request but its body, which was not read yet. */
    signedHead: SignedHead | null
    bodyDigests: BodyDigests | null
  }
}

/**
 * Registers hooks that verify signed requests (RFC 9421, profile Web Bot Auth) to these endpoints, and set `request.agent` or, for a
 * declaration, `request.declaredKey`. A bad signature gets 401; an unsigned request goes on with both null, and its handler decides.
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
    const spent = flood.take(toBudgetOwner('agent.address', request.ip), service.now().getTime())
    if (!spent.ok) throw refuseTooMany(spent.retryAfterSeconds)
    // Who signed a declaration stands in its body.
    if (isSigned(request) && !isDeclaration(request)) request.signedHead = await verifyHead(service, request)
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
    done(null, hasBody && isOurs(request) && isSigned(request) ? createDigester(request, payload) : payload)
  })
  // Before validation, so that a stranger learns nothing of a body's rules, and before an Idempotency-Key is looked at.
  app.addHook('preValidation', async (request) => {
    if (!isOurs(request) || !isSigned(request)) return
    if (isDeclaration(request)) request.declaredKey = verifyDeclaration(service, request)
    else if (request.signedHead) request.agent = await verifyAgent(service, request.signedHead, request.bodyDigests)
  })
}

/** Returns the agent that signed the request; throws 401 if the request isn't signed. */
export function requireAgent({ agent }: FastifyRequest): CallingAgent {
  if (agent) return agent
  throw refuseSignature('the request must be signed', {
    // RFC 9421, section 5.1.
    'accept-signature': 'sig1=("@authority");created;expires;nonce;keyid;tag="web-bot-auth"',
  })
}

/** Returns the name under which responses with an Idempotency-Key are stored for the signer of a request; undefined if the request isn't signed. */
export function toSignerKey({ agent, declaredKey }: FastifyRequest): string | undefined {
  // The number of its row, since an agent_id that was freed may be another agent's.
  if (agent) return `agent:${agent.id}`
  return declaredKey ? `key:${declaredKey.key.thumbprint}` : undefined
}

function isDeclaration({ routeOptions: { config } }: FastifyRequest): boolean {
  return config.endpoint === declareAgent
}

/** Returns whether a request has signature headers; doesn't verify them. */
export function isSigned({ headers }: FastifyRequest): boolean {
  return headers['signature-input'] !== undefined || headers['signature'] !== undefined
}

// The digest is one of the bytes as they came, which the parsed body no longer has.
function createDigester(request: FastifyRequest, payload: RequestPayload): RequestPayload {
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

type SignedHead = ReadSignature & { holder: KeyHolder }

// Before the body is read: whose signature is wrong need not send one.
async function verifyHead(service: Service, request: FastifyRequest): Promise<SignedHead> {
  const read = readSignature(service, request)
  const holder = await findHolder(service, read.found)
  checkSignature(read, readProvedKey(holder.publicKey)?.hex ?? '')
  return { ...read, holder }
}

async function verifyAgent(service: Service, head: SignedHead, digests: BodyDigests | null): Promise<CallingAgent> {
  const { found, holder } = head
  checkDigest(head, digests)
  if (!(await useNonce(service.db, holder.id, toNonce(found)))) throw refuseUsedNonce()
  const { id, agentId, handle, type, origin } = holder
  return { id, agentId, handle, type, origin, thumbprint: found.keyid }
}

// Its nonce is used where the agent gets its row, in the same transaction: before that there is no agent to use it.
function verifyDeclaration(service: Service, request: FastifyRequest): DeclaredKey {
  const { found, message } = readSignature(service, request)
  const key = readDeclaredKey(request.body, found.keyid)
  checkSignature({ found, message }, key.hex)
  checkDigest({ found, message }, request.bodyDigests)
  return { key, nonce: toNonce(found) }
}

type ReadSignature = { found: MessageSignature; message: SignedMessage }

/** Reads the signature of a request, and throws unless it covers enough and is valid now. Doesn't find its key or verify it. */
function readSignature(service: Service, request: FastifyRequest): ReadSignature {
  const message = readMessage(service, request)
  if (message.authority === '') throw refuseUnknownName()
  const found = readMessageSignature(message.fields)
  if ('refused' in found) throw refuseSignature(found.refused)
  const problem = findCoverageProblem(found, message) ?? findTimeProblem(found, service.now())
  if (problem) throw refuseSignature(problem)
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
  if (!holder) throw refuseSignature('no agent here has proved the key that keyid names')
  if (holder.state === 'revoked') throw refuseRevoked()
  if (holder.endedAt) throw refuseSignature('the agent has another key now')
  return holder
}

function checkSignature({ found, message }: ReadSignature, key: string): void {
  const base = createSignatureBase(message, found.input)
  if (typeof base !== 'string') throw refuseSignature(base.refused)
  if (!verifyEd25519(found.signature.toString('hex'), Buffer.from(base, 'latin1'), key))
    throw refuseSignature('it does not fit the request and the key')
}

function checkDigest({ found, message }: ReadSignature, digests: BodyDigests | null): void {
  const digest = message.fields.get('content-digest')
  if (found.covered.has('content-digest') && !hasDigest(digest ?? '', digests ?? createBodyDigests()))
    throw refuseSignature('Content-Digest does not fit the body')
}

function toNonce({ nonce, expires }: MessageSignature): Nonce {
  return { hash: toSingleUseKey('nonce', nonce), expiresAt: new Date(expires * 1000) }
}

/**
 * Returns the service's own scheme and authority (host and port), which agents sign. If the service doesn't know them, the authority is empty,
 * which no signature matches.
 */
export function readOwnAddress({ settings }: Pick<Service, 'settings'>, request: FastifyRequest): ServiceAddress {
  return findOwnAddress(settings, request) ?? { scheme: request.protocol, authority: '' }
}

/** Digests of a body, computed while it arrives. */
type BodyDigests = { update: (chunk: Uint8Array) => void; get: (algorithm: string) => Buffer | undefined }

const HASHES = { 'sha-256': 'sha256', 'sha-512': 'sha512' }

/**
 * Creates the SHA-256 and SHA-512 digests of a body: `update` adds a chunk; `get` returns the digest so far, or undefined for every other
 * algorithm.
 */
export function createBodyDigests(): BodyDigests {
  const hashes = new Map<string, Hash>(Object.entries(HASHES).map(([name, hash]) => [name, createHash(hash)]))
  return {
    update: (chunk) => {
      for (const hash of hashes.values()) hash.update(chunk)
    },
    get: (algorithm) => hashes.get(algorithm)?.copy().digest(),
  }
}

/**
 * Returns whether a Content-Digest field (RFC 9530) fits the body: it names at least one of the supported algorithms, and all of those digests
 * match. Never throws.
 */
export function hasDigest(field: string, digests: BodyDigests): boolean {
  const members = [...(parseDictionary(field) ?? [])].map(([algorithm, member]) => {
    const computed = digests.get(algorithm)
    return computed && isItem(member) && isSame(member[0], computed)
  })
  const known = members.filter((fits) => fits !== undefined)
  return known.length > 0 && known.every(Boolean)
}

function isSame(given: unknown, computed: Buffer): boolean {
  return (
    given instanceof ArrayBuffer &&
    given.byteLength === computed.length &&
    timingSafeEqual(new Uint8Array(given), computed)
  )
}

/** How far a signer's clock may be ahead, and how long a signature may be valid. */
const CLOCK_SKEW_SECONDS = 30
const MAX_LIFETIME_SECONDS = 3600

type CoveringSignature = Pick<MessageSignature, 'covered'>

/**
 * Returns what a signature lacks: it must cover the authority, Signature-Agent if it is sent, and for a request that changes something also
 * method, path and body. Otherwise a signature could be moved to another request.
 */
function findCoverageProblem({ covered }: CoveringSignature, { method, fields }: SignedMessage): string | undefined {
  if (!isCovered(covered, ['@authority', '@target-uri'])) return 'it must cover @authority or @target-uri'
  const signer = fields.get('signature-agent')
  if (signer !== undefined && !covered.has('signature-agent')) return 'it must cover signature-agent'
  if (signer !== undefined && !isSignatureAgent(signer)) return 'Signature-Agent must be text or a dictionary of texts'
  if (method === 'GET' || method === 'HEAD') return undefined
  if (!covered.has('@method')) return 'it must cover @method'
  if (!isCovered(covered, ['@path', '@target-uri', '@request-target'])) return 'it must cover @path or @target-uri'
  return covered.has('content-digest') ? undefined : 'it must cover content-digest'
}

function isCovered(covered: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.some((name) => covered.has(name))
}

// Text in the first drafts of Web Bot Auth, a dictionary of texts in the later ones.
function isSignatureAgent(field: string): boolean {
  const members = parseDictionary(field)?.values() ?? [parseItem(field)]
  return [...members].every(isText)
}

function isText(member: Member | null): boolean {
  return isItem(member) && typeof member[0] === 'string'
}

type Lifetime = Pick<MessageSignature, 'created' | 'expires'>

/** Returns what is wrong with the times of a signature at `now`, or undefined. */
function findTimeProblem({ created, expires }: Lifetime, now: Date): string | undefined {
  const nowSeconds = now.getTime() / 1000
  if (created > nowSeconds + CLOCK_SKEW_SECONDS) return 'created lies in the future'
  if (expires <= created) return 'expires must be after created'
  if (expires - created > MAX_LIFETIME_SECONDS) return `it may be good for ${MAX_LIFETIME_SECONDS} seconds at most`
  return expires <= nowSeconds ? 'it has expired' : undefined
}

/** An HTTP request as its signer saw it; field values of one name are joined by a comma and a space. */
export type SignedMessage = {
  method: string
  scheme: string
  authority: string
  /** Path and query as they were sent. */
  target: string
  fields: ReadonlyMap<string, string>
}

/** A signature of RFC 9421 with the tag web-bot-auth, read but not yet verified. */
type MessageSignature = {
  input: InnerList
  /** The names of the covered components, without parameters. */
  covered: ReadonlySet<string>
  created: number
  expires: number
  nonce: string
  keyid: string
  signature: Buffer
}

/** The reason for refusing a signature, as text for people. */
type Refusal = { refused: string }

const TAG = 'web-bot-auth'
const MAX_COVERED = 32
const NONCE = /^[\x21-\x7e]{8,256}$/

/**
 * Returns the signature with the tag web-bot-auth from a request's header fields, parsed but not verified, or the reason for refusing it.
 * `fields`: the joined values by lower-case name. Never throws.
 */
export function readMessageSignature(fields: ReadonlyMap<string, string>): MessageSignature | Refusal {
  const inputs = parseDictionary(fields.get('signature-input') ?? '')
  const signatures = parseDictionary(fields.get('signature') ?? '')
  if (!inputs || !signatures) return { refused: 'Signature-Input and Signature must be dictionaries (RFC 9651)' }
  const ours = [...inputs].filter(([, [, parameters]]) => readText(parameters.get('tag')) === TAG)
  const [label, input] = ours[0] ?? []
  if (label === undefined || !input || ours.length > 1) return { refused: `there must be one signature tagged ${TAG}` }
  const signature = signatures.get(label)
  if (isItem(input) || !isItem(signature)) return { refused: 'the signature is malformed' }
  return readParts(input, signature[0])
}

function readParts(input: InnerList, signature: BareItem): MessageSignature | Refusal {
  const parameters = readParameters(input)
  if ('refused' in parameters) return parameters
  if (!(signature instanceof ArrayBuffer) || signature.byteLength !== 64)
    return { refused: 'the signature must be a byte sequence of 64 bytes' }
  const covered = readNames(input[0])
  if (!covered) return { refused: `what is covered must be up to ${MAX_COVERED} names, each once` }
  return { input, covered, ...parameters, signature: Buffer.from(signature) }
}

type SignatureParameters = Pick<MessageSignature, 'created' | 'expires' | 'nonce' | 'keyid'>

function readParameters([, parameters]: InnerList): SignatureParameters | Refusal {
  const [created, expires] = [readSeconds(parameters.get('created')), readSeconds(parameters.get('expires'))]
  const [nonce, keyid] = [readText(parameters.get('nonce')), readText(parameters.get('keyid'))]
  if (created === undefined || expires === undefined) return { refused: 'created and expires must be whole seconds' }
  if (nonce === undefined || !NONCE.test(nonce)) return { refused: 'nonce must be 8 to 256 visible characters' }
  if (keyid === undefined) return { refused: 'keyid must be the thumbprint of the key (RFC 7638)' }
  if (parameters.has('alg') && readText(parameters.get('alg')) !== 'ed25519')
    return { refused: 'alg must be ed25519 where it is given' }
  return { created, expires, nonce, keyid }
}

function readText(item: BareItem | undefined): string | undefined {
  return typeof item === 'string' ? item : undefined
}

function readSeconds(item: BareItem | undefined): number | undefined {
  return Number.isInteger(item) && Number(item) >= 0 ? Number(item) : undefined
}

// Twice the same component would let a verifier and a signer mean different things (RFC 9421, section 2).
function readNames(list: readonly Item[]): Set<string> | null {
  const names = list.map(([item]) => readText(item))
  const identifiers = new Set(list.map(encodeComponents))
  if (list.length > MAX_COVERED || identifiers.size < list.length) return null
  return names.every((name) => name !== undefined && name === name.toLowerCase()) ? new Set(names as string[]) : null
}

/**
 * Returns the text that is signed (RFC 9421, section 2.5), or the reason why a covered component can't be written. `input`: the covered
 * components and the signature's parameters.
 */
export function createSignatureBase(message: SignedMessage, input: InnerList): string | Refusal {
  const lines: string[] = []
  for (const component of input[0]) {
    const value = readValue(message, component)
    const identifier = encodeComponents(component)
    if (value === undefined) return { refused: `${identifier} is covered but not there, or not supported here` }
    // A line end in a value would make two components of one.
    if (!/^[\t\x20-\x7e]*$/.test(value)) return { refused: `${identifier} holds more than visible ASCII` }
    lines.push(`${identifier}: ${value}`)
  }
  return [...lines, `"@signature-params": ${encodeComponents(input)}`].join('\n')
}

function readValue(message: SignedMessage, [item, parameters]: Item): string | undefined {
  const name = readText(item) ?? ''
  if (!name.startsWith('@')) return readField(message, name, parameters)
  return parameters.size === 0 ? computeComponents(message).get(name) : undefined
}

function computeComponents({ method, scheme, authority, target }: SignedMessage): Map<string, string> {
  const [path = '', ...query] = target.split('?')
  return new Map([
    ['@method', method],
    ['@scheme', scheme],
    ['@authority', authority],
    ['@path', path === '' ? '/' : path],
    ['@query', `?${query.join('?')}`],
    ['@request-target', target],
    ['@target-uri', `${scheme}://${authority}${target}`],
  ])
}

// Of parameters only `key` (a member of a dictionary) is known here; sf, bs, tr and req are not.
function readField({ fields }: SignedMessage, name: string, parameters: Item[1]): string | undefined {
  const value = fields.get(name)
  if (value === undefined || parameters.size === 0) return value
  const key = readText(parameters.get('key'))
  if (key === undefined || parameters.size > 1) return undefined
  const member = parseDictionary(value)?.get(key)
  return member && encodeComponents(member)
}

export type { InnerList } from 'structured-headers'
type Member = structured.Item | structured.InnerList

/** Parses a structured-field dictionary (RFC 9651); null if the text is malformed. Of several members with one name, the last counts. */
export function parseDictionary(text: string): structured.Dictionary | null {
  const dictionary = parse(() => structured.parseDictionary(text))
  return dictionary && [...dictionary.values()].every(isWritable) ? dictionary : null
}

/** Parses a structured-field item (RFC 9651); null if the text is malformed. */
export function parseItem(text: string): structured.Item | null {
  const item = parse(() => structured.parseItem(text))
  return item && isWritable(item) ? item : null
}

/** Returns the canonical text (RFC 9651) of an item or an inner list, as signature bases contain it. */
export function encodeComponents(member: Member): string {
  return structured.isInnerList(member) ? structured.serializeInnerList(member) : structured.serializeItem(member)
}

/** Returns whether a member is an item, not a list. */
function isItem(member: Member | null | undefined): member is structured.Item {
  return member !== null && member !== undefined && !structured.isInnerList(member)
}

function parse<Value>(read: () => Value): Value | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof structured.ParseError) return null
    throw error
  }
}

// A time that no `Date` holds would be written as the same text as every other one, so a signature would cover any of them.
function isWritable([value, parameters]: Member): boolean {
  const items = Array.isArray(value) ? value.flatMap(([item, own]) => [item, ...own.values()]) : [value]
  return [...items, ...parameters.values()].every((item) => !(item instanceof Date) || !Number.isNaN(item.getTime()))
}
