import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, OptionalDateTime } from './fields.ts'

const Text = Type.String()
const OptionalText = Type.Union([Text, Type.Null()])
const NoReason = Type.Union([Text, Type.Null()], { examples: [null] })
const Outcome = Type.Enum(['PASS', 'FAIL', 'SKIPPED'])
const Issuer = Type.Object({ id: Text, publicKey: Text })

/** The verdict on a receipt; `kind` is the first kind that applies. */
const ReceiptVerdict = Type.Object({
  kind: Type.Enum(
    [
      'tampered',
      'revoked',
      'compromised_key',
      'unknown_issuer',
      'other_audience',
      'other_action',
      'other_approver',
      'test',
      'expired',
      'fresh',
    ],
    { examples: ['fresh'] },
  ),
  sentence: Text,
  advice: Text,
})

/** The answer of packages/receipt: every check, the caller's demands, and the first failure as the reason. */
export const ReceiptReport = Type.Object({
  status: Type.Enum(['VALID', 'INVALID']),
  reason: NoReason,
  detail: NoReason,
  verdict: ReceiptVerdict,
  checks: Type.Object({
    V1: Outcome,
    V2: Outcome,
    V3: Outcome,
    V4: Outcome,
    V5: Outcome,
    V6: Outcome,
    V7: Outcome,
    V8: Outcome,
  }),
  policy: Type.Object({ issuer: Outcome, revocation: Outcome, age: Outcome, audience: Outcome }),
  failures: Type.Array(Type.Object({ check: Text, code: Text, detail: Text }), { examples: [[]] }),
  coverage: Type.Enum(['full', 'partial']),
  receipt_hash: OptionalText,
  judged_at: DateTime,
})
export type ReceiptReport = Static<typeof ReceiptReport>

export const OpenReceipt = Type.Unknown({ description: 'A CPS-0001 receipt as JSON' })
export const OpenPredecessor = Type.Optional(
  Type.Unknown({ description: 'The receipt before this one; null when it cannot be found' }),
)

export const verifyReceipt = endpoint({
  area: 'receipts',
  method: 'POST',
  path: '/api/verify-receipt',
  summary: 'Verifies a receipt of this service: whether it is authentic, fresh and not revoked',
  access: 'public',
  repeatable: true,
  body: Type.Object({
    receipt: OpenReceipt,
    audience: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    max_age_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 315_360_000_000 })),
    predecessor: OpenPredecessor,
    /** Also takes receipts of a sandbox, which prove nothing. */
    allow_test: Type.Optional(Type.Boolean({ default: false })),
  }),
  // Twice what fits into a header, for a receipt and its predecessor.
  maxBodyBytes: 131_072,
  countsCpu: true,
  example: { receipt: {}, max_age_ms: 60_000 },
  responses: { 200: ReceiptReport },
  problems: [],
})

/** A key that signed receipts of this service, and between which times it may have done so. */
export const IssuerKey = Type.Object({
  id: Text,
  publicKey: Text,
  /** A key for tests vouches for nothing. */
  use: Type.Enum(['production', 'test']),
  status: Type.Enum(['active', 'retired', 'compromised']),
  from: DateTime,
  until: OptionalDateTime,
  statusList: Text,
  /** The status list names every revoked receipt that expired after this moment; null for a compromised key, which has no list. */
  listedSince: OptionalDateTime,
})

export const getIssuer = endpoint({
  area: 'receipts',
  method: 'GET',
  path: '/.well-known/continuity-issuer.json',
  summary: 'Lists the current and earlier keys that sign receipts here, with their status lists',
  access: 'public',
  responses: {
    200: Type.Object({
      protocolVersion: Text,
      issuer: Issuer,
      statusList: Text,
      keys: Type.Array(IssuerKey),
    }),
  },
  problems: [],
})

export const getStatusList = endpoint({
  area: 'receipts',
  method: 'GET',
  path: '/.well-known/continuity-status.json',
  summary: 'Returns the revoked receipts of a key, signed with it; by default the active key',
  access: 'public',
  query: Type.Object({
    issuer: Type.Optional(Type.String({ pattern: '^[0-9a-f]{16}$', description: '16 lowercase hex digits' })),
  }),
  responses: {
    200: Type.Object({
      protocolVersion: Text,
      issuer: Issuer,
      issuedAt: DateTime,
      nextUpdate: DateTime,
      revoked: Type.Array(Text),
      signature: Type.Object({ algorithm: Text, canonicalization: Text, value: Text }),
    }),
  },
  problems: ['NOT_FOUND'],
})

/** A public key as RFC 8037 writes it; `kid` is its thumbprint (RFC 7638). */
const JsonWebKey = Type.Object({
  kty: Type.Enum(['OKP']),
  crv: Type.Enum(['Ed25519']),
  x: Text,
  kid: Text,
  use: Type.Enum(['sig']),
  alg: Type.Enum(['EdDSA']),
})

export const getJwks = endpoint({
  area: 'receipts',
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Returns the keys for verifying presence tokens, as a JSON Web Key Set',
  access: 'public',
  query: Type.Object({
    /** `test` also returns keys for tests, whose signatures prove nothing. All keys of a sandbox are for tests. */
    use: Type.Optional(Type.Enum(['production', 'test'])),
  }),
  responses: { 200: Type.Object({ keys: Type.Array(JsonWebKey) }) },
  problems: [],
})

/** The data that the service stores about an issued receipt; its evidence isn't stored. */
export const IssuedReceipt = Type.Object({
  receipt_id: Text,
  receipt_hash: Text,
  subject: Text,
  audience: OptionalText,
  issuer: Text,
  issued_at: DateTime,
  interval: Type.Object({ start: DateTime, end: DateTime }),
  expires_at: DateTime,
  revoked_at: OptionalDateTime,
  revoke_reason: OptionalText,
})
export type IssuedReceipt = Static<typeof IssuedReceipt>

export const listReceipts = endpoint({
  area: 'receipts',
  method: 'GET',
  path: '/api/node/receipts',
  summary: 'Lists the receipts issued to the caller’s node, newest first',
  access: 'token',
  scope: 'read',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: {
    200: Type.Object({ receipts: Type.Array(IssuedReceipt), nextCursor: OptionalText }),
  },
  problems: ['UNAUTHORIZED'],
})

const ReceiptId = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Reason = Type.Object({ reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) })
const Revoked = Type.Object({ success: Type.Boolean(), receipt_id: Text, revoked_at: DateTime })

export const revokeOwnReceipt = endpoint({
  area: 'receipts',
  method: 'POST',
  path: '/api/node/receipts/:id/revoke',
  summary: 'Revokes a receipt of the caller’s node; a second time has no effect',
  access: 'token',
  params: ReceiptId,
  body: Reason,
  bodyIsOptional: true,
  example: { reason: 'my phone was stolen' },
  responses: { 200: Revoked },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const revokeReceipt = endpoint({
  area: 'receipts',
  method: 'POST',
  path: '/api/admin/receipts/:id/revoke',
  summary: 'Revokes any receipt of this service; a second time has no effect',
  access: 'admin',
  params: ReceiptId,
  body: Reason,
  bodyIsOptional: true,
  example: { reason: 'issued by mistake' },
  responses: { 200: Revoked },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const rotateIssuer = endpoint({
  area: 'receipts',
  method: 'POST',
  path: '/api/admin/issuer/rotate',
  summary: 'Rotates the signing key; receipts of earlier keys stay valid unless a key is marked as compromised',
  access: 'admin',
  freshFor: 'Changing the key',
  body: Type.Object({ compromised: Type.Optional(Type.Boolean({ default: false })) }),
  bodyIsOptional: true,
  example: { compromised: false },
  responses: { 201: Type.Object({ success: Type.Boolean(), issuer: Issuer }) },
  problems: ['UNAUTHORIZED'],
})
