import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, NAMED_SCHEMAS, openApi } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import type { Service } from '../service.ts'
import type { Settings } from '../settings/settings.ts'
import { docsPage } from './page.ts'

/** Own script and style, and nothing else from anywhere. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The version of the contract. */
export const API_VERSION = '1.0.0'
const FIVE_MINUTES = 'public, max-age=300'

/** GET /openapi.json for programs and GET /docs for people; both are written once, when somebody first asks. */
export function docsRoutes(app: FastifyInstance, { settings }: Service): void {
  const serverUrl = settings.publicUrl ?? '/'
  const documentOnce = once(() => openApi(ENDPOINTS, { version: API_VERSION, serverUrl, schemas: NAMED_SCHEMAS }))
  const serveBytes = (url: string, type: string, write: () => string) => {
    const bytesOnce = once(() => Buffer.from(write()))
    const headers = { 'cache-control': FIVE_MINUTES, 'content-security-policy': PAGE_POLICY }
    app.get(url, async (_request, reply) => reply.headers(headers).type(`${type}; charset=utf-8`).send(bytesOnce()))
  }
  serveBytes('/openapi.json', 'application/json', () => JSON.stringify(documentOnce()))
  serveBytes('/docs', 'text/html', () => docsPage(documentOnce(), computeBase(settings)))
  // Read at the start, so that an incomplete installation says so at once.
  const [script, style] = [read('viewer.js'), read('viewer.css')]
  serveBytes('/docs/viewer.js', 'text/javascript', () => script)
  serveBytes('/docs/viewer.css', 'text/css', () => style)
}

function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => (made ??= { value: make() }).value
}

function computeBase({ publicUrl, tls, host, port }: Settings): string {
  return publicUrl ?? `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
