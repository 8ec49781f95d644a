import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Nothing may be loaded, run, framed or sent from an answer of the API. */
const API_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Motion and camera are what our own pages measure presence with; nothing here needs the rest.
const PERMISSIONS = [
  'accelerometer=(self)',
  'gyroscope=(self)',
  'magnetometer=(self)',
  'camera=(self)',
  'screen-wake-lock=(self)',
  ...['microphone', 'geolocation', 'payment', 'usb', 'serial', 'midi', 'display-capture'].map((name) => `${name}=()`),
].join(', ')

/** For answers below the framework, too. */
export const SECURITY_HEADERS = {
  'content-security-policy': API_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const ONE_YEAR_SECONDS = 31_536_000

/** Gives every answer the strictest headers; a page then allows what it needs. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply)
    done()
  })
}

/** For answers that no hook sees. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS).header('x-request-id', request.id)
  // Browsers ignore it over plain HTTP, and an address on the local network may never have a certificate.
  if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${ONE_YEAR_SECONDS}`)
}
