import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type ReceivedMessage = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** `never` leaves the sender waiting. */
export type ReceiverAnswer = { status: number; headers?: Record<string, string> } | 'never'

export type Receiver = {
  origin: string
  url: string
  port: number
  received: ReceivedMessage[]
  /** Answers from now on. */
  answer: (decide: (message: ReceivedMessage) => ReceiverAnswer) => void
  stop: () => Promise<void>
}

/** A server on this machine that takes events of a site, or push messages (RFC 8030); it answers 204 with a body. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedMessage[] = []
  let decide: (message: ReceivedMessage) => ReceiverAnswer = () => ({ status: 204 })
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = { path: request.url ?? '', headers: request.headers, body: await buffer(request) }
    received.push(message)
    const answer = decide(message)
    if (answer !== 'never') response.writeHead(answer.status, answer.headers).end('a body that the sender ignores')
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    url: `${origin}/stillhere`,
    port,
    received,
    answer: (next) => (decide = next),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
