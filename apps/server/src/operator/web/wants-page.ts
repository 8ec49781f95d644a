import type { FastifyRequest } from 'fastify'

/** Whether somebody looks for a page with a browser; programs, and everything under /api, get a problem document. */
export function wantsPage({ method, raw, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && !/^\/(?:api|assets)(?:[/?]|$)/.test(raw.url ?? '') && headers.accept?.includes('text/html') === true
}
