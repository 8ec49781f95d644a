import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, NAMED_SCHEMAS, openApi } from '@stillhere/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readBuilt, sendBuilt, sendFramed, isPageWanted, WEB_POLICY } from '../web/documents.ts'
import { describeApi } from './page.ts'

/** The version of the contract. */
const API_VERSION = '1.0.0'
const FIVE_MINUTES = 'public, max-age=300'

/**
 * Registers GET /openapi.json and the API reference at /docs/api, both generated on the first request, and the pages of the docs below /docs,
 * which the web build contains. Without a web build, /docs shows the API reference.
 */
export function serveDocs(app: FastifyInstance, { settings }: Service): void {
  const serverUrl = settings.publicUrl ?? '/'
  const documentOnce = loadOnce(() => openApi(ENDPOINTS, { version: API_VERSION, serverUrl, schemas: NAMED_SCHEMAS }))
  const pageOnce = loadOnce(() => describeApi(documentOnce(), computeBase(settings)))
  const serveBytes = (url: string, type: string, write: () => string) => {
    const bytesOnce = loadOnce(() => Buffer.from(write()))
    const headers = { 'cache-control': FIVE_MINUTES, 'content-security-policy': WEB_POLICY }
    app.get(url, async (_request, reply) => reply.headers(headers).type(`${type}; charset=utf-8`).send(bytesOnce()))
  }
  serveBytes('/openapi.json', 'application/json', () => JSON.stringify(documentOnce()))
  // Read at the start, so that an incomplete installation says so at once.
  const [script, style] = [read('viewer.js'), read('viewer.css')]
  serveBytes('/docs/viewer.js', 'text/javascript', () => script)
  serveBytes('/docs/viewer.css', 'text/css', () => style)
  const sendApi = (reply: FastifyReply) => sendFramed(reply.header('cache-control', 'no-cache'), settings, pageOnce())
  app.get('/docs/api', (_request, reply) => sendApi(reply))
  // Without built pages the API is all the docs there are.
  app.get('/docs', async (request, reply) => {
    const isSent = await sendBuilt(request, reply, { settings, path: 'docs/index.html' })
    return isSent ? reply : sendApi(reply)
  })
  app.get<{ Params: { '*': string } }>('/docs/*', async (request, reply) => {
    const path = findGuide(request.params['*'])
    if (path && (await sendBuilt(request, reply, { settings, path }))) return reply
    // Pages about internals once had addresses directly under /docs.
    const internal = findGuide(`internals/${request.params['*']}`)
    if (internal && (await readBuilt({ settings, path: internal })))
      return reply.redirect(`/${internal.replace(/\.html$/, '')}`, 301)
    if (!isPageWanted(request)) throw new RequestProblem('NOT_FOUND', 'There is no such page.')
    return reply.callNotFound()
  })
}

/**
 * Returns the file of a docs page by its address below /docs. Returns undefined for hidden files, paths that lead upward, and the frames that the
 * service fills in.
 */
function findGuide(address: string): string | undefined {
  const steps = address.replace(/\/$/, '').split('/')
  const isSafe = steps.every((step) => /^[\w-][\w.-]*$/.test(step)) && !address.startsWith('frame-')
  return isSafe ? `docs/${steps.join('/')}.html` : undefined
}

function loadOnce<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => (made ??= { value: make() }).value
}

function computeBase({ publicUrl, tls, host, port }: Settings): string {
  return publicUrl ?? `${tls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function read(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8')
}
