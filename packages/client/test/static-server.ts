import { createReadStream, existsSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  // A bundle may keep the name of its source.
  '.ts': 'text/javascript',
  '.wasm': 'application/wasm',
}

export type StaticServer = { address: string; stop: () => void }

/** Serves a folder as it lies there, with these headers on every answer. */
export async function serveFolder(folder: string, headers: Record<string, string> = {}): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(folder, normalize(pathname === '/' ? '/index.html' : pathname))
    const isThere = existsSync(file) && statSync(file).isFile()
    response.writeHead(isThere ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain', ...headers })
    if (isThere) createReadStream(file).pipe(response)
    else response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `http://127.0.0.1:${port}/`, stop }
}
