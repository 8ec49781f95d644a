import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Count, DateTime, OptionalDateTime, Success } from './fields.ts'
import { SignedIn } from './sessions.ts'

/** Maximum number of passkeys of one node; two are recommended. */
export const MOST_PASSKEYS = 10
export const RECOMMENDED_PASSKEYS = 2

const EXAMPLE_BYTES = 'q83vEjRWeJCrze8SNFZ4kA'
const EXAMPLE_ID = '3f2c8a4e-5b1d-4c6f-9a7e-2d8b0c1e4f5a'

const bytes = (maxLength: number) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description: 'base64url', examples: [EXAMPLE_BYTES] })

const PasskeyName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'one line, not blank',
  examples: ['Phone'],
})

const Transports = Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$', examples: ['internal'] }), { maxItems: 8 })

/** Thumbprint of a public key (RFC 7638, SHA-256). */
export const Thumbprint = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  examples: ['NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'],
})

/** A passkey as its node's owner sees it. Attested: its device proved itself by a certificate that leads to a root that the service accepts now. */
export const Passkey = Type.Object({
  id: Type.String({ examples: [EXAMPLE_ID] }),
  name: PasskeyName,
  created_at: DateTime,
  last_used_at: Type.Union([DateTime, Type.Null()], { description: 'To the hour' }),
  device: Type.Enum(['passkey', 'attested']),
  thumbprint: Type.Union([Thumbprint, Type.Null()], {
    description:
      'Thumbprint of the public key (RFC 7638), which identifies it to askers. Null for passkeys created before it was stored',
  }),
  only_for: Type.Union([Type.String({ examples: ['agent:deployer@example.org'] }), Type.Null()], {
    description: 'The only asker for which it signs approvals; null if it signs for all askers and for scans',
  }),
  backed_up: Type.Boolean({ description: 'Whether its vendor synchronizes copies of it' }),
  transports: Transports,
  suspected_clone: Type.Boolean({
    description: 'Its counter did not increase, so there may be a copy of it. It can no longer sign; remove it',
  }),
})
export type Passkey = Static<typeof Passkey>

/** A passkey in an export: everything that is stored about it. The private key stays on its device. */
export const ExportedPasskey = Type.Object({
  ...Passkey.properties,
  credential_id: Type.String({ examples: [EXAMPLE_BYTES] }),
  public_key: Type.String({ description: 'COSE, base64url', examples: [EXAMPLE_BYTES] }),
  counter: Count,
  aaguid: Type.String({ examples: ['00000000-0000-0000-0000-000000000000'] }),
  format: Type.String({ examples: ['none'] }),
  attested_root: Type.Union([Type.String({ examples: ['0'.repeat(64)] }), Type.Null()], {
    description: 'SHA-256 of the certificate that vouched for its device',
  }),
  suspected_at: OptionalDateTime,
})

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn. */
const CreationOptions = Type.Object({
  rp: Type.Object({ id: Type.String({ examples: ['localhost'] }), name: Type.String({ examples: ['Stillhere'] }) }),
  user: Type.Object({
    id: Type.String({
      description: 'A keyed hash; neither the e-mail address nor a number of the node',
      examples: [EXAMPLE_BYTES],
    }),
    name: Type.String({ examples: ['quiet-river-7f3k'] }),
    displayName: Type.String({ examples: ['quiet-river-7f3k'] }),
  }),
  challenge: Type.String({ examples: [EXAMPLE_BYTES] }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer({ examples: [-7] }), type: Type.Enum(['public-key']) })),
  timeout: Type.Integer({ examples: [120_000] }),
  attestation: Type.Enum(['none', 'direct']),
  excludeCredentials: Type.Array(
    Type.Object({
      id: Type.String({ examples: [EXAMPLE_BYTES] }),
      type: Type.Enum(['public-key']),
      transports: Transports,
    }),
  ),
  authenticatorSelection: Type.Object({
    residentKey: Type.Enum(['required']),
    requireResidentKey: Type.Boolean(),
    userVerification: Type.Enum(['required']),
    authenticatorAttachment: Type.Optional(Type.Enum(['cross-platform'])),
  }),
  hints: Type.Optional(Type.Array(Type.Enum(['security-key']))),
})

export const startPasskey = endpoint({
  area: 'passkeys',
  method: 'POST',
  path: '/api/node/passkeys/options',
  summary: 'Returns what a browser needs to create a passkey for the caller’s node',
  access: 'token',
  freshFor: 'Making a passkey',
  repeatable: true,
  body: Type.Object({
    security_key: Type.Optional(
      Type.Boolean({
        description: 'A key of its own hardware, which is plugged in or held to the phone',
        default: false,
      }),
    ),
    asker: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: 'An asker that may ask the caller’s node: the passkey then signs approvals for this asker only',
        examples: ['agent:deployer@example.org'],
      }),
    ),
  }),
  bodyIsOptional: true,
  example: {},
  responses: {
    200: Type.Object({
      token: Type.String({
        description: 'Send it back with what the browser created; valid for one passkey',
        examples: [EXAMPLE_BYTES],
      }),
      options: CreationOptions,
      expires_at: DateTime,
    }),
  },
  problems: ['UNAUTHORIZED', 'NOT_FOUND', 'PASSKEYS_UNAVAILABLE'],
})

/** RegistrationResponseJSON of WebAuthn. */
const RegistrationResponse = Type.Object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Enum(['public-key']),
  response: Type.Object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(49_152),
    transports: Type.Optional(Transports),
  }),
})

export const addPasskey = endpoint({
  area: 'passkeys',
  method: 'POST',
  path: '/api/node/passkeys',
  summary: 'Adds a passkey to the caller’s node',
  access: 'token',
  freshFor: 'Adding a passkey',
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 2048 }),
    response: RegistrationResponse,
    name: Type.Optional(PasskeyName),
  }),
  example: {
    token: EXAMPLE_BYTES,
    response: {
      id: EXAMPLE_BYTES,
      rawId: EXAMPLE_BYTES,
      type: 'public-key',
      response: { clientDataJSON: EXAMPLE_BYTES, attestationObject: EXAMPLE_BYTES },
    },
    name: 'Phone',
  },
  responses: { 201: Passkey },
  problems: ['UNAUTHORIZED', 'PASSKEY_REFUSED', 'PASSKEY_TAKEN', 'PASSKEY_LIMIT_REACHED', 'PASSKEYS_UNAVAILABLE'],
})

export const listPasskeys = endpoint({
  area: 'passkeys',
  method: 'GET',
  path: '/api/node/passkeys',
  summary: 'Lists the passkeys of the caller’s node, oldest first',
  access: 'token',
  scope: 'read',
  responses: {
    200: Type.Object({
      passkeys: Type.Array(Passkey),
      recommended: Type.Integer({
        description: 'Minimum number, so that losing a device does not lock a person out',
        examples: [RECOMMENDED_PASSKEYS],
      }),
      most: Type.Integer({ examples: [MOST_PASSKEYS] }),
      accepts_attested: Type.Boolean({
        description: 'Whether a passkey of certified hardware counts as attested here, which level 3 needs',
      }),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

const PasskeyId = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const renamePasskey = endpoint({
  area: 'passkeys',
  method: 'PATCH',
  path: '/api/node/passkeys/:id',
  summary: 'Renames one of the caller’s passkeys',
  access: 'token',
  freshFor: 'Renaming a passkey',
  params: PasskeyId,
  body: Type.Object({ name: PasskeyName }),
  example: { name: 'Phone' },
  responses: { 200: Passkey },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

export const removePasskey = endpoint({
  area: 'passkeys',
  method: 'DELETE',
  path: '/api/node/passkeys/:id',
  summary: 'Removes one of the caller’s passkeys, which can no longer sign',
  access: 'token',
  freshFor: 'Removing a passkey',
  params: PasskeyId,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})

/** AuthenticationResponseJSON of WebAuthn: what a passkey signed. */
export const PasskeyAssertion = Type.Object({
  id: bytes(1400),
  rawId: bytes(1400),
  type: Type.Enum(['public-key']),
  response: Type.Object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(2048),
  }),
})
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

export const startPasskeySignIn = endpoint({
  area: 'passkeys',
  method: 'POST',
  path: '/api/auth/passkey/options',
  summary: 'Returns what a browser needs to sign in with any passkey',
  access: 'public',
  repeatable: true,
  responses: {
    200: Type.Object({
      token: Type.String({ description: 'Send it back with the passkey’s signature', examples: [EXAMPLE_BYTES] }),
      options: Type.Object({
        challenge: Type.String({ examples: [EXAMPLE_BYTES] }),
        rpId: Type.String({ examples: ['localhost'] }),
        timeout: Type.Integer({ examples: [120_000] }),
        userVerification: Type.Enum(['required']),
      }),
      expires_at: DateTime,
    }),
  },
  problems: ['PASSKEYS_UNAVAILABLE'],
})

export const signInWithPasskey = endpoint({
  area: 'passkeys',
  method: 'POST',
  path: '/api/auth/passkey',
  summary: 'Signs in with a passkey of a node and returns a token',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 2048 }), response: PasskeyAssertion }),
  example: {
    token: EXAMPLE_BYTES,
    response: {
      id: EXAMPLE_BYTES,
      rawId: EXAMPLE_BYTES,
      type: 'public-key',
      response: { clientDataJSON: EXAMPLE_BYTES, authenticatorData: EXAMPLE_BYTES, signature: EXAMPLE_BYTES },
    },
  },
  responses: { 200: SignedIn },
  problems: ['PASSKEY_REFUSED', 'PASSKEYS_UNAVAILABLE'],
})
