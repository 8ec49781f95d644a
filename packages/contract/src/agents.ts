import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'

export const declareAgent = endpoint({
  area: 'agents',
  method: 'POST',
  path: '/api/agent/declare',
  summary: 'Declares an AI agent by its handle, type, origin and public key',
  access: 'public',
  body: Type.Object({
    agent_handle: Type.String({ minLength: 1, maxLength: 100 }),
    agent_type: Type.String({ minLength: 1, maxLength: 50 }),
    origin: Type.String({ minLength: 1, maxLength: 253 }),
    public_key: Type.String({ minLength: 1, maxLength: 2048 }),
  }),
  example: {
    agent_handle: 'indexer-1',
    agent_type: 'bot',
    origin: 'example.org',
    public_key: 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  },
  responses: {
    200: Type.Object({
      success: Type.Boolean(),
      agent_id: Type.String(),
      alreadyDeclared: Type.Boolean(),
      message: Type.String(),
    }),
  },
  problems: ['AGENT_KEY_MISMATCH', 'AGENT_HANDLE_TAKEN'],
})
