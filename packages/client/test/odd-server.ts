import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
export type Behavior = (response: ServerResponse, request: IncomingMessage) => void
export type OddServer = { baseUrl: string; seen: Seen[]; stop: () => Promise<void> }

/** A server that behaves as told: the first request gets the first behavior, and so on; the last one stays. */
export async function oddServer(...behaviors: Behavior[]): Promise<OddServer> {
  const seen: Seen[] = []
  const behave = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request
    seen.push({ method, url, headers, body: await text(request) })
    behaviors[Math.min(seen.length, behaviors.length) - 1]?.(response, request)
  }
  const server = createServer((request, response) => {
    // A request that breaks off in the middle is nobody's concern here.
    behave(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { baseUrl: `http://127.0.0.1:${port}`, seen, stop }
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Behavior {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

export function page(status: number, html: string): Behavior {
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end(html)
}

/** A problem document as the service writes it. */
export function problem(status: number, error: string, headers: Record<string, string> = {}): Behavior {
  const content = { type: 'about:blank', title: 'Title', status, detail: 'Detail.', instance: '/', error }
  return answer(status, content, { 'content-type': 'application/problem+json', ...headers })
}

export const hangUp: Behavior = (response) => response.destroy()

export const saysNothing: Behavior = () => undefined

/** Promises more than it sends. */
export const breaksOff: Behavior = (response, request) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"total":', () => request.socket.destroy())
}

/** Sends a beginning and then waits for ever. */
export const stalls: Behavior = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
}

/** Sends more and more, as fast as it is read. */
export const neverEnds: Behavior = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const block = Buffer.alloc(1024 * 1024, ' ')
  const send = () => {
    while (!response.destroyed && response.write(block));
  }
  response.on('drain', send)
  send()
}
