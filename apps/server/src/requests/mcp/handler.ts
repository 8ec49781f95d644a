import { createMcpHandler } from '@modelcontextprotocol/server'
import { createLinkState } from './ask.ts'
import type { Backend } from './backend.ts'
import { createToolServer } from './tools.ts'

type Posted = {
  backend: Backend
  callerId: string
  stateKey: Uint8Array
  request: Request
  parsedBody: unknown
  report: (error: unknown) => void
}

/** Answers one message of a client over HTTP, of the protocol of 2026 or of those before it. */
export function answerMessage({ backend, callerId, stateKey, request, parsedBody, report }: Posted): Promise<Response> {
  const state = createLinkState(stateKey, callerId)
  const handler = createMcpHandler(({ era }) => createToolServer({ backend, state, era, report }), {
    // Nothing here changes that somebody could subscribe to.
    maxSubscriptions: 0,
  })
  return handler.fetch(request, { parsedBody })
}
