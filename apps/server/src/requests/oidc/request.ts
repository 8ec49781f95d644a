import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

/** A request as the provider sees it. */
export type SeenRequest = IncomingMessage & { originalUrl: string; log: FastifyBaseLogger }

/**
 * A request as the provider is to see it: under the issuer's own address, whatever proxies and callers say, with a path that begins
 * behind the issuer's, and with the body that Fastify has read.
 */
export function asSeenByProvider({ raw, body, log }: FastifyRequest, issuer: string): SeenRequest {
  const { protocol, host, pathname } = new URL(issuer)
  // RFC 8414, section 3.1, puts the path of the issuer behind the well-known one.
  const url = (raw.url ?? '').replace(/^\/oidc|(?<=^\/\.well-known\/oauth-authorization-server)\/oidc/, '')
  const seen = {
    url,
    originalUrl: `${pathname}${url}`,
    headers: {
      ...withoutForwarding(raw.headers),
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
    },
    readable: true,
    iterator: () => Readable.from(body instanceof Uint8Array ? [body] : []),
    log,
  }
  return Object.create(raw, toProperties(seen)) as SeenRequest
}

function withoutForwarding(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-forwarded-')))
}

function toProperties(values: object): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, writable: true, enumerable: true }]),
  )
}
