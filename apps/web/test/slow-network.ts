import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a service on which one call is held up. */
export type SlowNetwork = {
  address: string
  /** Resolves when the call is under way, to what lets it arrive. It does not arrive where its browser has given it up by then. */
  held: Promise<() => void>
  stop: () => void
}

/** Starts a way to a service on which all arrives at once, but for the call that begins like this: `DELETE /api/session`. */
export async function startSlowNetwork(service: string, beginning: string): Promise<SlowNetwork> {
  const { hostname, port } = new URL(service)
  const { promise: held, resolve } = Promise.withResolvers<() => void>()
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => socket.destroy()))
    near.on('close', () => far.destroy())
    near.on('data', (bytes) => {
      if (bytes.toString('latin1').startsWith(beginning)) resolve(() => far.write(bytes))
      else far.write(bytes)
    })
    far.pipe(near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, held, stop }
}
