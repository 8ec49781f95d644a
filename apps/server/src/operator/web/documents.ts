import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { findLanguage, type Language } from '@stillhere/messages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readLanguage } from '../../platform/http/origin.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { encodeHtml } from '../../platform/visible-text.ts'

/** A page that the service renders itself and shows in the frame of the docs. `head` and `main` are markup. */
export type FramedPage = { name: 'api' | 'status'; title: string; description: string; head: string; main: string }

/** Sends a page that the service renders itself, in the frame of the docs. If the web app isn't built, sends it in a plain document. */
export async function sendFramed(reply: FastifyReply, settings: Settings, page: FramedPage): Promise<FastifyReply> {
  const frame = (await readBuilt({ settings, path: `docs/frame-${page.name}.html` })) ?? PLAIN_FRAME
  const places: Record<string, string> = {
    title: encodeHtml(page.title),
    description: encodeHtml(page.description),
    head: page.head,
    main: page.main,
  }
  reply.header('content-security-policy', WEB_POLICY).type('text/html; charset=utf-8')
  return reply.send(frame.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => places[name] ?? whole))
}

const PLAIN_FRAME = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{title}} · Stillhere</title>
{{head}}</head>
<body>
<main>
{{main}}
</main>
</body>
</html>
`

/** An HTML document of the web build, with this service's address filled in, as text and compressed. */
type Document = { modifiedMs: number; text: string; etag: string; br: Buffer; gzip: Buffer }

/** A document of the web build by its path. `vary` names the request headers, besides accept-encoding, that the response depends on. */
type WantedDocument = { settings: Settings; path: string; vary?: string }

// A service has a few hundred documents of a few kilobytes each.
const kept = new Map<string, Document>()
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Sends an HTML document of the web build, or 304 if the browser has it. Resolves to false, without sending anything, if the build has no such
 * document.
 */
export async function sendBuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  wanted: WantedDocument,
): Promise<boolean> {
  const document = await readDocument(wanted)
  if (!document) return false
  reply.header('content-security-policy', WEB_POLICY).header('cache-control', 'no-cache')
  reply
    .header('etag', document.etag)
    .header('vary', ['accept-encoding', ...(wanted.vary ? [wanted.vary] : [])].join(', '))
  if (reply.statusCode === 200 && request.headers['if-none-match'] === document.etag) void reply.code(304).send()
  else sendSmallest(reply.type('text/html; charset=utf-8'), document, request.headers['accept-encoding'])
  return true
}

/**
 * Returns the text of an HTML document of the web build, with the service's address and the mark of a sandbox filled in. Returns undefined if the
 * build has no such document.
 */
export async function readBuilt(wanted: WantedDocument): Promise<string | undefined> {
  return (await readDocument(wanted))?.text
}

function sendSmallest(reply: FastifyReply, { text, br, gzip: gzipped }: Document, accepted = ''): void {
  if (isEncodingAccepted(accepted, 'br')) void reply.header('content-encoding', 'br').send(br)
  else if (isEncodingAccepted(accepted, 'gzip')) void reply.header('content-encoding', 'gzip').send(gzipped)
  else void reply.send(text)
}

async function readDocument({ settings, path }: WantedDocument): Promise<Document | undefined> {
  const { webDir, sandbox, publicUrl = '' } = settings
  const file = join(webDir, path)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const key = [sandbox, publicUrl, file].join(' ')
  const earlier = kept.get(key)
  if (earlier?.modifiedMs === found.mtimeMs) return earlier
  const document = await createDocument(renderDocument(await readFile(file, 'utf8'), settings), found.mtimeMs)
  kept.set(key, document)
  return document
}

/** Fills the service's address into a document, for link previews, and marks the document of a sandbox. */
function renderDocument(text: string, { sandbox, publicUrl = '' }: Settings): string {
  const filled = text.replaceAll('{{origin}}', () => encodeHtml(publicUrl))
  return sandbox ? filled.replace('<html', '<html data-sandbox') : filled
}

async function createDocument(text: string, modifiedMs: number): Promise<Document> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(text, QUALITY), promisify(gzip)(text)])
  return { modifiedMs, text, etag, br, gzip: gzipped }
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.task': 'application/octet-stream',
  '.tflite': 'application/octet-stream',
  '.binarypb': 'application/octet-stream',
  '.data': 'application/octet-stream',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}
const SAFE_NAME = /^[\w-][\w.-]*$/
const ENCODINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
  { encoding: 'identity', ending: '' },
]

/** A file of the web build in the encoding to send, with its size and media type. */
export type WebFile = { path: string; bytes: number; modifiedMs: number; type: string; encoding: string }

/** A file to send: a folder, and the file's name from the request. */
export type WantedFile = { folder: string; name: string }

/**
 * Finds a file of the web build in the smallest encoding that the caller accepts (Brotli, gzip or none). Returns undefined if there is no such
 * file, its type is unknown, or `name` isn't a plain file name.
 */
export async function findFile({ folder, name }: WantedFile, acceptEncoding = ''): Promise<WebFile | undefined> {
  const type = TYPES[extname(name)]
  // A name is one step in one folder: no way up, nothing hidden.
  if (type === undefined || !SAFE_NAME.test(name)) return undefined
  for (const { encoding, ending } of ENCODINGS) {
    if (!isEncodingAccepted(acceptEncoding, encoding)) continue
    const path = join(folder, name + ending)
    const found = await stat(path).catch(() => undefined)
    if (found?.isFile()) return { path, bytes: found.size, modifiedMs: found.mtimeMs, type, encoding }
  }
  return undefined
}

/** Opens a file of the web build as a stream. The content is still encoded as `encoding` of the file says. */
export function readWebFile({ path }: WebFile): ReadStream {
  return createReadStream(path)
}

/** Returns true if an Accept-Encoding header allows an encoding. */
function isEncodingAccepted(acceptEncoding: string, encoding: string): boolean {
  if (encoding === 'identity') return true
  return acceptEncoding
    .toLowerCase()
    .split(',')
    .some((one) => new RegExp(`^\\s*${encoding}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*$).*)?$`).test(one))
}

/**
 * What the pages may do: own code, styles, models and calls, and nothing of others. The engine and the camera's model
 * are WebAssembly; pictures and clips of one's own camera are blobs.
 */
export const WEB_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The request headers that the content of a page depends on, for caches. */
export const VARY = 'accept-language, cookie'

/**
 * Returns the language in which to send a page: the one chosen in the page footer, from its cookie, or else the best match of Accept-Language.
 * The web app's script selects in the same way.
 */
export function readPageLanguage(request: Pick<FastifyRequest, 'headers'>): Language {
  const chosen = /(?:^|;\s*)stillhere-language=(\w+)/.exec(request.headers.cookie ?? '')?.[1]
  return findLanguage([chosen ?? '']) ?? readLanguage(request)
}

/** The page to send if the web app isn't built. It tells the operator how to build it. */
export const MISSING_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Stillhere</title>
</head>
<body>
<main>
<h1>Stillhere</h1>
<p>The service runs, but its pages are not built. Its operator builds them with <code>npm run build</code>.</p>
<p><a href="/status">State of the service</a> · <a href="/docs/api">API</a></p>
</main>
</body>
</html>
`

/**
 * Returns true if a request expects an HTML page: a GET or HEAD request that accepts HTML, and isn't below /api or /assets. Other requests get a
 * problem document on failure.
 */
export function isPageWanted({ method, raw, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/(?:api|assets)(?:[/?]|$)/.test(raw.url ?? '') && headers.accept?.includes('text/html') === true
}
