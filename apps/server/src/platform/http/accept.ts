import type { Endpoint } from '@stillhere/contract'
import type { onSendAsyncHookHandler } from 'fastify'

/**
 * Sends one text of an answer alone to whoever prefers its media type. An answer without that text, a problem for example, stays what it is:
 * the content type tells. It runs after the answer was kept for its Idempotency-Key, so a repetition may ask for another form.
 */
export function sendMemberAlone({ mediaType, member }: NonNullable<Endpoint['alone']>): onSendAsyncHookHandler {
  return async (request, reply, payload) => {
    reply.header('vary', [reply.getHeader('vary'), 'Accept'].filter(Boolean).join(', '))
    if (!prefers(request.headers.accept, mediaType) || reply.statusCode >= 300 || typeof payload !== 'string')
      return payload
    const alone: unknown = JSON.parse(payload)[member]
    if (typeof alone !== 'string') return payload
    reply.type(mediaType)
    return alone
  }
}

/** Whether Accept names a media type, and JSON not before it (RFC 9110, section 12.5.1); wildcards mean JSON. */
export function prefers(accept = '', mediaType: string): boolean {
  const weight = findWeight(accept, mediaType)
  return weight > 0 && weight >= findWeight(accept, 'application/json')
}

function findWeight(accept: string, mediaType: string): number {
  const ranges = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()))
  const named = ranges.find(([range]) => range === mediaType)
  if (!named) return 0
  const weight = named.find((part) => part.startsWith('q='))?.slice(2)
  return weight === undefined ? 1 : Number(weight) || 0
}
