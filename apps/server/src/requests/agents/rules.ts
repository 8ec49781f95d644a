import { ed25519 } from '@noble/curves/ed25519.js'
import type { AgentRecord, BodyOf, declareAgent } from '@stillhere/contract'
import { parseJson } from '@stillhere/receipt'
import type { FieldProblem } from '../../platform/problem.ts'
import { computeThumbprint } from '../../platform/thumbprint.ts'
import { computeSkeleton, findNameProblem, toCaseKey } from '../../platform/visible-text.ts'

/** An agent as it declares itself. `handleKey` and `skeleton` are the forms in which handles are compared: by letters and by looks. */
export type Declaration = {
  handle: string
  handleKey: string
  skeleton: string
  type: string
  origin: string
  publicKey: string
}

// A key in PEM form has lines.
const KEY = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+(?:(?:\r?\n|\t)+[^\p{Cc}\p{Cf}\p{Co}\p{Cn}]+)*$/u

/** Reads an agent's declaration from the body of a request; returns the problems of its fields if it is invalid. */
export function readDeclaration(body: BodyOf<typeof declareAgent>): Declaration | FieldProblem[] {
  const handle = readName(body.agent_handle)
  const type = readName(body.agent_type)
  const origin = readName(body.origin)
  const publicKey = body.public_key.trim()
  const problems = [
    ...findNameProblems('/agent_handle', handle),
    ...findNameProblems('/agent_type', type),
    ...findNameProblems('/origin', origin),
    ...findKeyProblem(publicKey),
  ]
  if (problems.length > 0) return problems
  return { handle, handleKey: toCaseKey(handle), skeleton: computeSkeleton(handle), type, origin, publicKey }
}

/**
 * Returns the problem of a public key's text, in a list: it contains a private key, or is blank or has invisible characters. The list is empty
 * for all other text, also for a key that can't be proved.
 */
export function findKeyProblem(publicKey: string): FieldProblem[] {
  if (hasPrivateKey(publicKey))
    return [{ pointer: '/public_key', message: 'holds a private key, which no one else may see' }]
  if (KEY.test(publicKey)) return []
  return [{ pointer: '/public_key', message: 'must not be blank and must hold only characters that can be seen' }]
}

/** Returns the public id of an agent: `agent:HANDLE@ORIGIN`. */
export function createAgentId({ handle, origin }: Pick<Declaration, 'handle' | 'origin'>): string {
  return `agent:${handle}@${origin}`
}

export type DeclarationComparison = 'same' | 'other key' | 'other origin' | 'other handle'

/**
 * Compares a declaration with the stored agent that has its handle or one that looks the same: `same`, or the first thing that differs
 * (handle, origin, key).
 */
export function compare(
  declaration: Pick<Declaration, 'handleKey' | 'origin' | 'publicKey'>,
  declared: Pick<Declaration, 'handleKey' | 'origin' | 'publicKey'>,
): DeclarationComparison {
  if (declaration.handleKey !== declared.handleKey) return 'other handle'
  if (toCaseKey(declaration.origin) !== toCaseKey(declared.origin)) return 'other origin'
  return isSameKey(declaration.publicKey, declared.publicKey) ? 'same' : 'other key'
}

/** Returns the case-folded origin of an agent, under which its declarations count against the budget of the origin. */
export function toOriginKey({ origin }: Pick<Declaration, 'origin'>): string {
  return toCaseKey(origin)
}

/** Returns the public record of an agent with its keys and its operator; `operator` is null if there is none. */
export function toRecord(agent: StoredAgent, keys: readonly StoredKey[], operator?: StoredOperator): AgentRecord {
  return {
    ...describeAgent(agent),
    keys: keys.map(describeKey),
    operator: operator
      ? { node_handle: operator.handle, receipt_id: operator.receiptId, since: operator.since.toISOString() }
      : null,
  }
}

/** Returns the public record of an agent without its keys and its operator. */
export function describeAgent(agent: StoredAgent): Omit<AgentRecord, 'keys' | 'operator'> {
  return {
    agent_id: agent.agentId,
    agent_handle: agent.handle,
    agent_type: agent.type,
    origin: agent.origin,
    state: agent.state,
    declared_at: agent.declaredAt.toISOString(),
    verified_at: formatMoment(agent.verifiedAt),
    revoked_at: formatMoment(agent.revokedAt),
    revoked_by: agent.revokedBy,
  }
}

function describeKey({ version, publicKey, addedAt, provedAt, endedAt }: StoredKey): AgentRecord['keys'][number] {
  const provable = provedAt ? readProvedKey(publicKey) : readKey(publicKey)
  return {
    version,
    public_key: publicKey,
    jwk: provable && toJwk(provable),
    added_at: addedAt.toISOString(),
    proved_at: formatMoment(provedAt),
    ended_at: formatMoment(endedAt),
  }
}

function formatMoment(moment: Date | null): string | null {
  return moment?.toISOString() ?? null
}

// The same 32 bytes are the same key, in any form.
function isSameKey(one: string, other: string): boolean {
  return one === other || (readKey(one)?.hex ?? one) === readKey(other)?.hex
}

function readName(text: string): string {
  return text.trim().normalize('NFC')
}

function findNameProblems(pointer: string, name: string): FieldProblem[] {
  const message = findNameProblem(name)
  return message === undefined ? [] : [{ pointer, message }]
}

/** An Ed25519 public key: its 32 bytes as hex and as base64url (`x`), and its RFC 7638 thumbprint. */
export type ProvableKey = { hex: string; x: string; thumbprint: string }

/** Parses an Ed25519 public key that is written as hex, base64url, JWK or did:key; null for all other text and for weak keys. Never throws. */
export function readKey(text: string): ProvableKey | null {
  const bytes = readForm(text)
  return bytes && isStrong(bytes) ? describe(bytes) : null
}

/** Parses a public key that was proved before; null if it isn't one. Skips the test for weak keys, which takes as long as verifying a signature. */
export function readProvedKey(text: string): ProvableKey | null {
  const bytes = readForm(text)
  return bytes && describe(bytes)
}

/** Returns whether text that should be a public key holds a private one, which must not be stored or published. */
export function hasPrivateKey(text: string): boolean {
  return /PRIVATE KEY/.test(text) || readMembers(text)?.['d'] !== undefined
}

/** Returns the key as a public JSON Web Key (RFC 8037); `kid` is its thumbprint. */
export function toJwk({ x, thumbprint }: ProvableKey): { kty: string; crv: string; x: string; kid: string } {
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint }
}

function readForm(text: string): Buffer | null {
  return readHex(text) ?? readBase64url(text) ?? readJwk(text) ?? readDidKey(text)
}

function describe(bytes: Buffer): ProvableKey {
  const x = bytes.toString('base64url')
  return { hex: bytes.toString('hex'), x, thumbprint: computeThumbprint(x) }
}

// Only the one encoding of a point, on the curve, and of large order: under a small one, one signature fits many messages.
function isStrong(bytes: Buffer): boolean {
  try {
    return !ed25519.Point.fromBytes(bytes).isSmallOrder()
  } catch {
    return false
  }
}

function readHex(text: string): Buffer | null {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null
}

// 43 characters carry two bits more than 32 bytes; only the encoding in which they are zero counts.
function readBase64url(text: string): Buffer | null {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : null
}

function readJwk(text: string): Buffer | null {
  const { kty, crv, x, alg = 'EdDSA', use = 'sig' } = readMembers(text) ?? {}
  const isForSigning = (alg === 'EdDSA' || alg === 'Ed25519') && use === 'sig'
  return kty === 'OKP' && crv === 'Ed25519' && isForSigning && typeof x === 'string' ? readBase64url(x) : null
}

function readMembers(text: string): Record<string, unknown> | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    return parseJson(text) as Record<string, unknown>
  } catch {
    return undefined
  }
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

// did:key, multibase z (base58btc), multicodec 0xed 0x01. Such a key always begins with z6Mk and has 48 characters.
function readDidKey(text: string): Buffer | null {
  const digits = /^did:key:z(6Mk[1-9A-HJ-NP-Za-km-z]{44})$/.exec(text)?.[1]
  if (digits === undefined) return null
  let value = 0n
  for (const digit of digits) value = value * 58n + BigInt(BASE58.indexOf(digit))
  const hex = value.toString(16)
  return hex.length === 68 && hex.startsWith('ed01') ? Buffer.from(hex.slice(4), 'hex') : null
}

export type AgentState = 'declared' | 'verified' | 'revoked'

export type StoredAgent = {
  id: number
  agentId: string
  handle: string
  handleKey: string
  type: string
  origin: string
  publicKey: string
  state: AgentState
  declaredAt: Date
  verifiedAt: Date | null
  revokedAt: Date | null
  revokedBy: RevokedBy | null
}

export type RevokedBy = 'agent' | 'operator' | 'admin'

export type StoredKey = {
  version: number
  publicKey: string
  addedAt: Date
  provedAt: Date | null
  endedAt: Date | null
}

export type StoredOperator = { nodeId: number; handle: string; receiptId: string; since: Date }
