import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedEvent = { path: string; headers: IncomingHttpHeaders; body: string }

/** What a receiver answers; `never` leaves the sender waiting. */
export type ReceiverAnswer = { status: number; headers?: Record<string, string> } | 'never'

export type WebhookReceiver = {
  url: string
  port: number
  received: ReceivedEvent[]
  /** Answers from now on. */
  answer: (decide: (event: ReceivedEvent) => ReceiverAnswer) => void
  stop: () => Promise<void>
}

/** A site's server on this machine that takes events. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = []
  let decide: (event: ReceivedEvent) => ReceiverAnswer = () => ({ status: 204 })
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const event = { path: request.url ?? '', headers: request.headers, body: await text(request) }
    received.push(event)
    const answer = decide(event)
    if (answer !== 'never') response.writeHead(answer.status, answer.headers).end('a body that nobody keeps')
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/stillhere`,
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
