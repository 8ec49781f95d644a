import { createHash } from 'node:crypto'
import type { AgentRecord } from '@stillhere/contract'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '../html.ts'
import type { Service } from '../service.ts'
import { readRecord } from './record.ts'

// An agent that was revoked must not look registered for long.
const CACHE = 'public, max-age=300'
const POLICY = "default-src 'none'"

/** GET /agents/ID/badge.svg: a picture for pages that introduce an agent; on a page of any origin, without a script or a style. */
export function badgeRoute(app: FastifyInstance, { db }: Service): void {
  app.get<{ Params: { id: string } }>('/agents/:id/badge.svg', async ({ params, headers }, reply) => {
    const picture = drawBadge(await readRecord(db, params.id))
    const etag = `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`
    reply.header('cache-control', CACHE).header('etag', etag).header('content-security-policy', POLICY)
    reply.header('cross-origin-resource-policy', 'cross-origin')
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('image/svg+xml; charset=utf-8').send(picture)
  })
}

const STATES: Readonly<Record<AgentRecord['state'], { words: string; color: string }>> = {
  declared: { words: 'registered, key not proved', color: '#6b5a10' },
  verified: { words: 'registered', color: '#1f5c3a' },
  revoked: { words: 'revoked', color: '#8c2318' },
}

const CHARACTER_PX = 7
const PADDING_PX = 10

/** What a badge says: the name, whether it is registered here, and who answers for it. Never that it can be trusted. */
export function writeBadge({ agent_handle: handle, state, operator }: AgentRecord): { name: string; says: string } {
  const answers = operator === null ? 'nobody answers for it' : `${operator.node_handle} answers for it`
  const { words } = STATES[state]
  return { name: `agent ${handle}`, says: state === 'revoked' ? words : `${words}, ${answers}` }
}

/** The badge as SVG. Each text is told how wide to be, so that no font makes it leave its box. */
export function drawBadge(record: AgentRecord): string {
  const { name, says } = writeBadge(record)
  const [left, right] = [measure(name), measure(says)]
  const title = escapeHtml(`${name}: ${says}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="24" viewBox="0 0 ${left + right} 24" role="img" aria-label="${title}">
<title>${title}</title>
<rect width="${left}" height="24" fill="#1f1d1a"/>
<rect x="${left}" width="${right}" height="24" fill="${STATES[record.state].color}"/>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="12">
${drawText(name, PADDING_PX, left)}
${drawText(says, left + PADDING_PX, right)}
</g>
</svg>
`
}

function measure(text: string): number {
  return Array.from(text).length * CHARACTER_PX + 2 * PADDING_PX
}

function drawText(text: string, x: number, width: number): string {
  return `<text x="${x}" y="16" textLength="${width - 2 * PADDING_PX}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`
}
