import type { Assurance, Receipt } from '@stillhere/receipt'
import type { RemoteIssuer } from './remote-issuer.ts'

/** The requirements that a receipt must meet before a handler runs. Issuer, age and audience have no defaults, because no default is safe. */
export type ReceiptPolicy = {
  /** The trusted issuer, whose keys and revocations are fetched. Set this or `trustedIssuers`. */
  issuer?: RemoteIssuer | undefined
  /** Trusted public keys, 64 hex digits each. A list is copied; a Set is read for each request, so that a host can rotate keys. */
  trustedIssuers?: readonly string[] | ReadonlySet<string> | undefined
  /** The greatest age of the scan. */
  maxAgeMs: number
  /** The audience that the receipt must name. */
  audience: string
  /** The engines whose evidence is required; EE-001 (presence) and EE-003 (challenge) by default. */
  evidence?: readonly string[] | undefined
  /** The lowest assurance level, 1 by default. 0 also accepts receipts without a level, such as receipts that a page signs itself. */
  minAssurance?: Assurance | undefined
  /** Accepts only receipts of registered nodes. */
  registered?: boolean | undefined
  /** Also accepts receipts with a one-time subject, which doesn't identify the person. */
  allowOnce?: boolean | undefined
  /** Also accepts receipts made for tests. */
  allowTest?: boolean | undefined
  /** Returns true if a receipt is revoked. An exception or any other value refuses the request. */
  revoked?: ((receipt: Receipt, receiptHash: string) => boolean | Promise<boolean>) | undefined
  /**
   * Returns true the first time it sees a receipt and false afterwards, so that a captured receipt can't be reused. Decide in one atomic step
   * (`INSERT … ON CONFLICT DO NOTHING`, `SET NX`). The hash can be deleted after `goodUntil`.
   */
  remember?: ((receiptHash: string, goodUntil: Date) => boolean | Promise<boolean>) | undefined
  /**
   * Returns the purpose that this request's scan must have: the action and nonce of the challenge, or the digest of the approved action. It
   * must return at least one of the three; anything else refuses. `request` is the framework's own request.
   */
  expect?(request: unknown): ExpectedBinding | Promise<ExpectedBinding>
  /** The host's final decision, for example about the subject. Anything but true refuses. */
  accept?: ((receipt: Receipt) => boolean | Promise<boolean>) | undefined
  /** The header that contains the receipt; Stillhere-Receipt by default. */
  header?: string | undefined
  /** A field of an HTML form that may contain the receipt instead. None by default, because any site can send a form. */
  field?: string | undefined
  /** The clock, in milliseconds since 1970. */
  now?: (() => number) | undefined
}

/** The action, nonce or digest that a scan must have been made for. Members that are left out are not compared. */
export type ExpectedBinding = {
  action?: string | undefined
  nonce?: string | undefined
  /** SHA-256 of the RFC 8785 text of the action, as `computePayloadDigest` returns it. */
  actionDigest?: string | undefined
}

export type TrustedKeys = NonNullable<ReceiptPolicy['trustedIssuers']>

/** A checked policy with all defaults. */
export type CheckedPolicy = Required<Pick<ReceiptPolicy, 'maxAgeMs' | 'audience'>> &
  Pick<ReceiptPolicy, 'revoked' | 'remember' | 'accept'> & {
    /** Null if keys are pinned. */
    issuer: RemoteIssuer | null
    /** Empty if there is an issuer. */
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

/** Checks the options of a guard and returns them with all defaults. Throws a TypeError that names the first invalid option. */
export function checkPolicy(policy: ReceiptPolicy): CheckedPolicy {
  // Reads only own members, so that a polluted Object.prototype can't add an issuer.
  const own: Partial<ReceiptPolicy> = Object.assign(Object.create(null), policy)
  for (const name of Object.keys(own)) requireOption(OPTIONS.has(name), `${name} is not an option`)
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
  requireOption(trustedIssuers === undefined, 'give issuer or trustedIssuers, not both')
  // A JavaScript program may pass an address here.
  const { findSigner, isRevoked } = (issuer ?? {}) as Partial<RemoteIssuer>
  const isMade = typeof findSigner === 'function' && typeof isRevoked === 'function'
  requireOption(isMade, 'issuer must be what remoteIssuer returns')
  return issuer
}

function checkKeys(given: unknown): TrustedKeys {
  const isList = Array.isArray(given) || given instanceof Set
  requireOption(isList, 'trustedIssuers must be a list or a Set of public keys')
  const keys: unknown[] = [...given]
  requireOption(keys.length > 0, 'trustedIssuers is empty, so no receipt could ever pass')
  const isKey = (key: unknown) => typeof key === 'string' && /^[0-9a-f]{64}$/.test(key)
  requireOption(keys.every(isKey), 'trustedIssuers must hold public keys of 64 lower-case hex digits, no names')
  return given instanceof Set ? given : (keys as string[])
}

function checkAge(given: unknown): number {
  requireOption(Number.isFinite(given) && (given as number) > 0, 'maxAgeMs must be a number of milliseconds above 0')
  return given as number
}

function checkText(given: unknown, name: string): string {
  const isText = typeof given === 'string' && given !== '' && given.length <= MAX_TEXT_LENGTH
  requireOption(isText, `${name} must be text of 1 to ${MAX_TEXT_LENGTH} characters`)
  return given
}

function checkEvidence(given: unknown): string[] {
  requireOption(Array.isArray(given), 'evidence must be a list of engine ids')
  return given.map((id) => checkText(id, 'an engine id in evidence'))
}

function checkAssurance(given: unknown): Assurance {
  requireOption([0, 1, 2, 3].includes(given as number), 'minAssurance must be 0, 1, 2 or 3')
  return given as Assurance
}

function checkBoolean(given: unknown, name: string): boolean {
  requireOption(typeof given === 'boolean', `${name} must be true or false`)
  return given
}

function checkHeader(given: unknown): string {
  // RFC 9110 section 5.6.2: a token.
  requireOption(typeof given === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(given), 'header must be the name of a header')
  return given.toLowerCase()
}

function checkFunction<Given>(given: Given, name: string): Given {
  requireOption(given === undefined || typeof given === 'function', `${name} must be a function`)
  return given
}

function requireOption(condition: boolean, message: string): asserts condition {
  if (!condition) throw new TypeError(`requireReceipt: ${message}`)
}
