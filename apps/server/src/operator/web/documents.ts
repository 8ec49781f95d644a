import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../platform/settings/settings.ts'
import { escapeHtml } from '../../platform/visible-text.ts'
import { takesEncoding } from './files.ts'
import { WEB_POLICY } from './policy.ts'

/** A built document, filled in for this service, in the forms in which it goes out. */
type Document = { modifiedMs: number; text: string; etag: string; br: Buffer; gzip: Buffer }

/** `vary` names what else than the encoding an answer depends on. */
type Wanted = { settings: Settings; path: string; vary?: string }

// A service has a few hundred documents of a few kilobytes each.
const kept = new Map<string, Document>()
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Answers with a built document, 304 to a browser that has it. Returns whether it was built: a reply is a promise of its own, and
 * whoever awaits one gets nothing.
 */
export async function sendBuilt(request: FastifyRequest, reply: FastifyReply, wanted: Wanted): Promise<boolean> {
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

/** The text of a built document, filled in for this service, or undefined where it was not built. */
export async function readBuilt(wanted: Wanted): Promise<string | undefined> {
  return (await readDocument(wanted))?.text
}

function sendSmallest(reply: FastifyReply, { text, br, gzip: gzipped }: Document, accepted = ''): void {
  if (takesEncoding(accepted, 'br')) void reply.header('content-encoding', 'br').send(br)
  else if (takesEncoding(accepted, 'gzip')) void reply.header('content-encoding', 'gzip').send(gzipped)
  else void reply.send(text)
}

async function readDocument({ settings, path }: Wanted): Promise<Document | undefined> {
  const { webDir, sandbox, publicUrl = '' } = settings
  const file = join(webDir, path)
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const key = [sandbox, publicUrl, file].join(' ')
  const earlier = kept.get(key)
  if (earlier?.modifiedMs === found.mtimeMs) return earlier
  const document = await prepare(fillIn(await readFile(file, 'utf8'), settings), found.mtimeMs)
  kept.set(key, document)
  return document
}

/** Cards of social networks need whole addresses, and the pages of a sandbox read there what they are. */
function fillIn(text: string, { sandbox, publicUrl = '' }: Settings): string {
  const filled = text.replaceAll('{{origin}}', () => escapeHtml(publicUrl))
  return sandbox ? filled.replace('<html', '<html data-sandbox') : filled
}

async function prepare(text: string, modifiedMs: number): Promise<Document> {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(text, QUALITY), promisify(gzip)(text)])
  return { modifiedMs, text, etag, br, gzip: gzipped }
}
