import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * How a connection fares: it works; all are cut and none is taken; bytes wait on their way; or the other side is gone and no one
 * says so, which for a connection of that time stays so for ever.
 */
type Mode = 'pass' | 'cut' | 'stall' | 'half-open'

/** Sees what passes, by the number of the connection; a chunk for which it returns false is swallowed. */
export type Tap = (direction: 'to database' | 'to service', chunk: Buffer, connection: number) => boolean

export type Proxy = { port: number; set: (mode: Mode) => void; close: () => Promise<void> }

type Pair = { client: Socket; database: Socket; isDead: boolean }

/** A TCP proxy on loopback in front of a unix socket or a port, whose connections can be broken. */
export async function startProxy(target: { path: string } | { port: number }, tap: Tap = () => true): Promise<Proxy> {
  let mode: Mode = 'pass'
  let count = 0
  const pairs = new Set<Pair>()
  const server = createServer((client) => {
    if (mode === 'cut') {
      client.destroy()
      return
    }
    const pair = { client, database: connect(target), isDead: mode === 'half-open' }
    pairs.add(pair)
    const number = count++
    pass(pair, client, pair.database, (chunk) => tap('to database', chunk, number))
    pass(pair, pair.database, client, (chunk) => tap('to service', chunk, number))
    client.on('close', () => pairs.delete(pair))
    if (mode === 'stall') hold(pair)
    if (pair.isDead) pair.database.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const set = (next: Mode) => {
    mode = next
    for (const pair of pairs) change(pair, next)
  }
  const close = async () => {
    set('cut')
    server.close()
    await once(server, 'close')
  }
  return { port: (server.address() as AddressInfo).port, set, close }
}

function pass(pair: Pair, from: Socket, to: Socket, allows: (chunk: Buffer) => boolean): void {
  from.on('data', (chunk) => {
    if (!pair.isDead && allows(chunk)) to.write(chunk)
  })
  from.on('close', () => {
    if (!pair.isDead) to.destroy()
  })
  // A connection that breaks is what this is for.
  from.on('error', () => {})
}

function change(pair: Pair, mode: Mode): void {
  if (mode === 'cut') {
    pair.client.resetAndDestroy()
    pair.database.destroy()
  } else if (mode === 'stall') hold(pair)
  else if (mode === 'half-open') {
    pair.isDead = true
    pair.database.destroy()
  } else for (const socket of [pair.client, pair.database]) socket.resume()
}

function hold({ client, database }: Pair): void {
  client.pause()
  database.pause()
}
