import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Email, NodeStatus, Success } from './fields.ts'

const EXAMPLE_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const WalletAddress = Type.String({ description: 'With the checksum of EIP-55', examples: [EXAMPLE_ADDRESS] })

/** Provisional: the e-mail address was named and not proved. Proved: it was bound with the token of its node. */
export const Binding = Type.Enum(['provisional', 'proved'])

export const WalletSignIn = Type.Object({
  success: Type.Boolean(),
  address: WalletAddress,
  is_bound: Type.Boolean(),
  is_genesis: Type.Boolean(),
  status: Type.Enum([...NodeStatus.enum, 'NEW']),
  node_handle: Type.Union([Type.String(), Type.Null()]),
  skip_otp: Type.Boolean(),
  binding: Type.Optional(Binding),
  node_token: Type.Optional(Type.String({ description: 'Only for a wallet that was proved' })),
  email: Type.Optional(Type.String({ description: 'Of the node; only for a proved wallet' })),
})
export type WalletSignIn = Static<typeof WalletSignIn>

export const signInWithWallet = endpoint({
  area: 'wallet',
  method: 'POST',
  path: '/api/auth/siwe',
  countsCpu: true,
  summary:
    'Checks a signed EIP-4361 message, signs its wallet in and binds it to a node; the node’s token proves the binding',
  access: 'public',
  accepts: ['nothing', 'nodeToken', 'sessionCookie'],
  freshFor: 'Proving a new binding by the node’s token',
  body: Type.Object({
    message: Type.String({ maxLength: 8192 }),
    signature: Type.String({ minLength: 1, maxLength: 16_384 }),
    address: Type.String({ minLength: 1, maxLength: 64 }),
    email: Type.Optional(Email),
  }),
  example: {
    message: [
      'localhost wants you to sign in with your Ethereum account:',
      EXAMPLE_ADDRESS,
      '',
      '',
      'URI: http://localhost:8787',
      'Version: 1',
      'Chain ID: 1',
      'Nonce: 32891756',
      'Issued At: 2026-01-01T12:00:00.000Z',
    ].join('\n'),
    signature: `0x${'1b'.repeat(65)}`,
    address: EXAMPLE_ADDRESS,
    email: 'ada@example.org',
  },
  responses: { 200: WalletSignIn },
  problems: ['SIWE_MALFORMED', 'SIWE_REFUSED', 'UNAUTHORIZED', 'WALLET_TAKEN'],
})

export const getWalletNonce = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/api/auth/siwe/nonce',
  summary: 'Returns a fresh nonce for an EIP-4361 message',
  access: 'public',
  responses: {
    200: Type.Object({
      nonce: Type.String({ examples: ['69578a40c2b1f09a8e6d47313f5b9c02d8e4a617'] }),
      expires_in: Type.Integer({ minimum: 0, description: 'Seconds' }),
    }),
  },
  problems: [],
})

export const NodeWallet = Type.Object({ address: WalletAddress, binding: Binding, bound_at: DateTime })
export type NodeWallet = Static<typeof NodeWallet>

export const listWallets = endpoint({
  area: 'wallet',
  method: 'GET',
  path: '/api/node/wallets',
  summary: 'Lists the wallets of the caller’s node',
  access: 'token',
  scope: 'read',
  responses: { 200: Type.Object({ wallets: Type.Array(NodeWallet) }) },
  problems: ['UNAUTHORIZED'],
})

export const removeWallet = endpoint({
  area: 'wallet',
  method: 'DELETE',
  path: '/api/node/wallets/:address',
  summary: 'Removes a wallet from the caller’s node',
  access: 'token',
  params: Type.Object({ address: Type.String({ maxLength: 64 }) }),
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
