import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestProblem } from '../../platform/problem.ts'
import type { Service } from '../../platform/service.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import {
  findFile,
  MISSING_PAGE,
  readPageLanguage,
  readWebFile,
  sendBuilt,
  VARY,
  type WantedFile as Wanted,
  WEB_POLICY,
  type WebFile,
} from './documents.ts'
import { sendApprovePage, sendCheckPage } from './request-page.ts'

/** The pages of apps/web, by the names of their folders. */
const PAGES = [
  'join',
  'scan',
  'node',
  'network',
  'verify',
  'receipts',
  'agents',
  'research',
  'admin',
  'setup',
  'developers',
  'waitlist',
  'confirm',
]

// Its name stays when its content changes, so sites get a new one within minutes.
const FOR_MINUTES = 'public, max-age=300'
// Files that other systems ask for by a fixed name: home screens and social networks.
const FOR_OTHERS = [
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable.png',
  'touch-icon.png',
  'card.png',
]
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Registers the routes of the web app: a document for each page, check.js, the service worker, and the built files. Also registers the "not
 * found" page for all unknown addresses.
 */
export function serveWeb(app: FastifyInstance, service: Service): void {
  const { settings } = service
  const { webDir: folder } = settings
  for (const name of ['', ...PAGES])
    app.get(`/${name}`, (request, reply) => sendPage(request, reply, { settings, name: name || 'home' }))
  for (const name of PAGES) app.get(`/${name}/`, sendWithoutSlash)
  app.get<{ Params: { id: string } }>('/check/:id', (request, reply) =>
    sendCheckPage(service, reply, { id: request.params.id, language: readPageLanguage(request) }),
  )
  app.get<{ Params: { id: string } }>('/approve/:id', (request, reply) =>
    sendApprovePage(service, reply, { id: request.params.id, language: readPageLanguage(request) }),
  )
  // Not for search engines; the page reads id and key from its address by itself.
  app.get('/r/:id', (request, reply) =>
    sendPage(request, reply.header('x-robots-tag', 'noindex'), { settings, name: 'r' }),
  )
  app.get('/check.js', (request, reply) => sendCheckScript(request, reply, folder))
  app.get('/sw.js', (request, reply) => sendWorkerScript(request, reply, folder))
  for (const name of FOR_OTHERS) app.get(`/${name}`, (request, reply) => sendNamed(request, reply, { folder, name }))
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const wanted = { folder: join(folder, 'assets'), name: request.params.name }
    const file = await findFile(wanted, request.headers['accept-encoding'])
    if (!file) throw new RequestProblem('NOT_FOUND', 'There is no such file.')
    return sendFile(reply.header('cache-control', FOREVER), file)
  })
  // A person who mistyped an address gets the app, which says so and leads on.
  app.setNotFoundHandler((request, reply) => sendPage(request, reply.code(404), { settings, name: 'missing' }))
}

function sendWithoutSlash({ url }: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(url.replace(/\/(?=\?|$)/, ''), 308)
}

/**
 * Sends the document of a page in the reader's language, or index.html if the page has none. If the web app isn't built, sends a page that says
 * so.
 */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { settings, name }: { settings: Settings; name: string },
): Promise<FastifyReply> {
  for (const path of [`pages/${readPageLanguage(request)}/${name}.html`, 'index.html'])
    if (await sendBuilt(request, reply, { settings, path, vary: VARY })) return reply
  reply.header('content-security-policy', WEB_POLICY).header('cache-control', 'no-cache')
  return reply.type('text/html; charset=utf-8').send(MISSING_PAGE)
}

/** Sends check.js, which sites of any origin may load. */
async function sendCheckScript(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const file = await findFile({ folder, name: 'check.js' }, request.headers['accept-encoding'])
  if (!file) throw new RequestProblem('NOT_FOUND', 'The pages of this service are not built.')
  reply.header('cache-control', FOR_MINUTES)
  reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin')
  return sendTagged(request, reply, file)
}

/** Sends the service worker. Its path is at the top level, because a worker controls only pages below its path. */
async function sendWorkerScript(request: FastifyRequest, reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const file = await findFile({ folder, name: 'sw.js' }, request.headers['accept-encoding'])
  if (!file) throw new RequestProblem('NOT_FOUND', 'The pages of this service are not built.')
  return sendTagged(request, reply.header('cache-control', 'no-cache'), file)
}

async function sendNamed(request: FastifyRequest, reply: FastifyReply, wanted: Wanted): Promise<FastifyReply> {
  const file = await findFile(wanted, request.headers['accept-encoding'])
  if (!file) throw new RequestProblem('NOT_FOUND', 'The pages of this service are not built.')
  return sendTagged(request, reply.header('cache-control', FOR_MINUTES), file)
}

/** Sends a file with an ETag, or 304 if the browser has it. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const etag = `W/"${file.modifiedMs.toString(36)}-${file.bytes.toString(36)}-${file.encoding}"`
  reply.header('etag', etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) {
    return reply.header('vary', 'accept-encoding').code(304).send()
  }
  return sendFile(reply, file)
}

function sendFile(reply: FastifyReply, file: WebFile): FastifyReply {
  reply.header('vary', 'accept-encoding').header('content-length', file.bytes).type(file.type)
  // A worker takes its policy from its own answer, so the files carry it too.
  reply.header('content-security-policy', WEB_POLICY)
  if (file.encoding !== 'identity') reply.header('content-encoding', file.encoding)
  return reply.send(readWebFile(file))
}
