import type { Assurance, Receipt } from '@stillhere/receipt'
import type { RemoteIssuer } from './remote-issuer.ts'

/** What a host demands of a receipt before a handler runs. An issuer, an age and an audience have no defaults: nobody can guess them safely. */
export type ReceiptPolicy = {
  /** Whose receipts count: an issuer that is followed, with its keys and revoked receipts. Give this or `trustedIssuers`. */
  issuer?: RemoteIssuer | undefined
  /** Public keys, 64 hex digits each. A list is copied; a Set is asked anew each time, so that a host can follow rotations. */
  trustedIssuers?: readonly string[] | ReadonlySet<string> | undefined
  /** How long ago the scan may have ended. */
  maxAgeMs: number
  /** For whom the receipt must have been issued. */
  audience: string
  /** The engines whose evidence must be there; EE-001 (presence) and EE-003 (challenge) by default. */
  evidence?: readonly string[] | undefined
  /** The least assurance, 1 by default. 0 also lets receipts through that state none, such as those that a page signs for itself. */
  minAssurance?: Assurance | undefined
  /** Lets only receipts through that have a registered node behind them. */
  registered?: boolean | undefined
  /** Also lets receipts through whose subject was drawn for them alone: nothing tells who moved. */
  allowOnce?: boolean | undefined
  /** Also lets receipts through that were made for tests. */
  allowTest?: boolean | undefined
  /** Returns true for a revoked receipt and false for any other; a mistake or anything else refuses. */
  revoked?: ((receipt: Receipt, receiptHash: string) => boolean | Promise<boolean>) | undefined
  /**
   * Returns true once for each receipt and false ever after, so that a captured receipt cannot be used again. The host
   * decides in one step (`INSERT … ON CONFLICT DO NOTHING`, `SET NX`) and may forget the hash at `goodUntil`.
   */
  remember?: ((receiptHash: string, goodUntil: Date) => boolean | Promise<boolean>) | undefined
  /**
   * What this very request must have been scanned for: the action and the nonce that the challenge was asked for with, or the digest of the
   * action that was approved. At least one of them; anything else refuses. It gets the request as the framework has it; give it that type.
   */
  expect?(request: unknown): ExpectedBinding | Promise<ExpectedBinding>
  /** The host's own last word, for example about the subject. Anything but true refuses. */
  accept?: ((receipt: Receipt) => boolean | Promise<boolean>) | undefined
  /** The header that carries the receipt; Stillhere-Receipt by default. */
  header?: string | undefined
  /** A field of an HTML form in which the receipt may come instead; none by default, because any site can send a form. */
  field?: string | undefined
  /** The clock, in milliseconds since 1970. */
  now?: (() => number) | undefined
}

/** What a scan was for. A member that is not given is not looked at. */
export type ExpectedBinding = {
  action?: string | undefined
  nonce?: string | undefined
  /** SHA-256 of the RFC 8785 text of the action, as `computePayloadDigest` returns it. */
  actionDigest?: string | undefined
}

export type TrustedKeys = NonNullable<ReceiptPolicy['trustedIssuers']>

/** A policy that has been read: own members only, with every default in its place. */
export type CheckedPolicy = Required<Pick<ReceiptPolicy, 'maxAgeMs' | 'audience'>> &
  Pick<ReceiptPolicy, 'revoked' | 'remember' | 'accept'> & {
    /** Null where keys are pinned. */
    issuer: RemoteIssuer | null
    /** Empty where an issuer is followed. */
    trustedIssuers: TrustedKeys
    expect: ((request: unknown) => ExpectedBinding | Promise<ExpectedBinding>) | undefined
    evidence: readonly string[]
    minAssurance: Assurance
    registered: boolean
    allowOnce: boolean
    allowTest: boolean
    header: string
    field: string | null
    now: () => number
  }

/** Reads a policy, or throws a TypeError that names what is missing: a guard that cannot guard is never built. */
export function checkPolicy(policy: ReceiptPolicy): CheckedPolicy {
  // Only own members count: a polluted Object.prototype must not add an issuer.
  const own: Partial<ReceiptPolicy> = Object.assign(Object.create(null), policy)
  for (const name of Object.keys(own)) demand(OPTIONS.has(name), `${name} is not an option`)
  return {
    issuer: checkIssuer(own),
    trustedIssuers: own.issuer === undefined ? checkKeys(own.trustedIssuers) : [],
    maxAgeMs: checkAge(own.maxAgeMs),
    audience: checkText(own.audience, 'audience'),
    evidence: checkEvidence(own.evidence ?? DEFAULT_EVIDENCE),
    minAssurance: checkAssurance(own.minAssurance ?? 1),
    registered: checkBoolean(own.registered ?? false, 'registered'),
    allowOnce: checkBoolean(own.allowOnce ?? false, 'allowOnce'),
    allowTest: checkBoolean(own.allowTest ?? false, 'allowTest'),
    revoked: checkFunction(own.revoked, 'revoked'),
    remember: checkFunction(own.remember, 'remember'),
    expect: checkFunction(own.expect, 'expect'),
    accept: checkFunction(own.accept, 'accept'),
    header: checkHeader(own.header ?? 'Stillhere-Receipt'),
    field: own.field === undefined ? null : checkText(own.field, 'field'),
    now: checkFunction(own.now, 'now') ?? Date.now,
  }
}

const DEFAULT_EVIDENCE = ['EE-001', 'EE-003']
const MAX_TEXT_LENGTH = 1024
const OPTIONS: ReadonlySet<string> = new Set([
  'issuer',
  'trustedIssuers',
  'maxAgeMs',
  'audience',
  'evidence',
  'minAssurance',
  'registered',
  'allowOnce',
  'allowTest',
  'revoked',
  'remember',
  'expect',
  'accept',
  'header',
  'field',
  'now',
])

function checkIssuer({ issuer, trustedIssuers }: Partial<ReceiptPolicy>): RemoteIssuer | null {
  if (issuer === undefined) return null
  demand(trustedIssuers === undefined, 'give issuer or trustedIssuers, not both')
  // Typed as it should be, but a program in JavaScript may give an address here.
  const { findSigner, isRevoked } = (issuer ?? {}) as Partial<RemoteIssuer>
  const isMade = typeof findSigner === 'function' && typeof isRevoked === 'function'
  demand(isMade, 'issuer must be what remoteIssuer returns')
  return issuer
}

function checkKeys(given: unknown): TrustedKeys {
  const isList = Array.isArray(given) || given instanceof Set
  demand(isList, 'trustedIssuers must be a list or a Set of public keys')
  const keys: unknown[] = [...given]
  demand(keys.length > 0, 'trustedIssuers is empty, so no receipt could ever pass')
  const isKey = (key: unknown) => typeof key === 'string' && /^[0-9a-f]{64}$/.test(key)
  demand(keys.every(isKey), 'trustedIssuers must hold public keys of 64 lower-case hex digits, no names')
  return given instanceof Set ? given : (keys as string[])
}

function checkAge(given: unknown): number {
  demand(Number.isFinite(given) && (given as number) > 0, 'maxAgeMs must be a number of milliseconds above 0')
  return given as number
}

function checkText(given: unknown, name: string): string {
  const isText = typeof given === 'string' && given !== '' && given.length <= MAX_TEXT_LENGTH
  demand(isText, `${name} must be text of 1 to ${MAX_TEXT_LENGTH} characters`)
  return given
}

function checkEvidence(given: unknown): string[] {
  demand(Array.isArray(given), 'evidence must be a list of engine ids')
  return given.map((id) => checkText(id, 'an engine id in evidence'))
}

function checkAssurance(given: unknown): Assurance {
  demand([0, 1, 2, 3].includes(given as number), 'minAssurance must be 0, 1, 2 or 3')
  return given as Assurance
}

function checkBoolean(given: unknown, name: string): boolean {
  demand(typeof given === 'boolean', `${name} must be true or false`)
  return given
}

function checkHeader(given: unknown): string {
  // RFC 9110 section 5.6.2: a token.
  demand(typeof given === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(given), 'header must be the name of a header')
  return given.toLowerCase()
}

function checkFunction<Given>(given: Given, name: string): Given {
  demand(given === undefined || typeof given === 'function', `${name} must be a function`)
  return given
}

function demand(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(`requireReceipt: ${message}`)
}
