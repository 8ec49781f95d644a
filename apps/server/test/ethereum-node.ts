import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Call = { method: string; params: unknown[]; headers: IncomingMessage['headers'] }
type Reply = (call: Call, response: ServerResponse) => void

/** A JSON-RPC server that answers as a test tells it, and remembers what it was asked. */
export type EthereumNode = { url: string; calls: Call[]; answerWith: (reply: Reply) => void; stop: () => void }

export async function startEthereumNode(): Promise<EthereumNode> {
  const calls: Call[] = []
  let reply: Reply = (_, response) => response.end()
  const server = createServer((request, response) => {
    const answer = async () => {
      const call = { ...((await json(request)) as Pick<Call, 'method' | 'params'>), headers: request.headers }
      calls.push(call)
      reply(call, response)
    }
    void answer()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/key`,
    calls,
    answerWith: (next) => {
      calls.length = 0
      reply = next
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Answers as a node of a chain whose contracts answer all calls alike. */
export function chainOf(chainId: string, called: object): Reply {
  return ({ method }, response) => {
    const answer = method === 'eth_chainId' ? { result: chainId } : called
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }))
  }
}
