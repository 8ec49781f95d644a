import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { DateTime, Success } from './fields.ts'

/** Maximum number of kept receipts of one node. */
export const MOST_KEPT_RECEIPTS = 100

/** The most bytes of an encrypted receipt: 12 of the nonce, the ciphertext, 16 of the tag. */
export const MOST_KEPT_BYTES = 32_768

const EXAMPLE_ID = 'q83vEjRWeJCrze8SNFZ4kA'
const EXAMPLE_CIPHERTEXT = 'T2Jb0cSgqKfdG3VQm0f8cXy1uQW7H0n9vJ2rZpL5s8w'

/** An encrypted receipt as base64url. */
const Ciphertext = Type.String({
  minLength: 39,
  maxLength: Math.ceil((MOST_KEPT_BYTES * 4) / 3),
  pattern: '^[A-Za-z0-9_-]*$',
  description: 'A nonce of 12 bytes, the receipt encrypted by AES-256-GCM, and the tag of 16, as base64url',
  examples: [EXAMPLE_CIPHERTEXT],
})

const KeptId = Type.String({ description: '22 characters of the link', examples: [EXAMPLE_ID] })
const KeptPath = Type.Object({ id: Type.String({ maxLength: 64, examples: [EXAMPLE_ID] }) })

/** A kept receipt as the service knows it: without its content and without its key. */
export const KeptReceipt = Type.Object({
  id: KeptId,
  bytes: Type.Integer({ minimum: 0, examples: [3400] }),
  created_at: DateTime,
})
export type KeptReceipt = Static<typeof KeptReceipt>

/** A kept receipt with its ciphertext, for an export. */
export const ExportedKeptReceipt = Type.Object({ id: KeptId, ciphertext: Ciphertext, created_at: DateTime })
export type ExportedKeptReceipt = Static<typeof ExportedKeptReceipt>

export const keepReceipt = endpoint({
  area: 'kept-receipts',
  method: 'POST',
  path: '/api/kept-receipts',
  summary: 'Stores a receipt that the caller has encrypted; the service never gets the key',
  access: 'token',
  body: Type.Object({ ciphertext: Ciphertext }),
  example: { ciphertext: EXAMPLE_CIPHERTEXT },
  responses: { 201: KeptReceipt },
  problems: ['UNAUTHORIZED', 'KEPT_RECEIPTS_LIMIT_REACHED'],
})

export const listKeptReceipts = endpoint({
  area: 'kept-receipts',
  method: 'GET',
  path: '/api/kept-receipts',
  summary: 'Lists the encrypted receipts of the caller’s node, newest first',
  access: 'token',
  scope: 'read',
  responses: {
    200: Type.Object({
      kept: Type.Array(KeptReceipt),
      most: Type.Integer({ minimum: 0, examples: [MOST_KEPT_RECEIPTS] }),
    }),
  },
  problems: ['UNAUTHORIZED'],
})

export const getKeptReceipt = endpoint({
  area: 'kept-receipts',
  method: 'GET',
  path: '/api/kept-receipts/:id',
  summary: 'Returns an encrypted receipt to anyone with its link',
  access: 'public',
  params: KeptPath,
  responses: { 200: Type.Object({ id: KeptId, ciphertext: Ciphertext }) },
  problems: ['NOT_FOUND'],
})

export const removeKeptReceipt = endpoint({
  area: 'kept-receipts',
  method: 'DELETE',
  path: '/api/kept-receipts/:id',
  summary: 'Deletes an encrypted receipt of the caller’s node; its link stops working',
  access: 'token',
  params: KeptPath,
  responses: { 200: Success },
  problems: ['UNAUTHORIZED', 'NOT_FOUND'],
})
