import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { encodeHtml } from '../../platform/visible-text.ts'

/** For pages with a form: the provider adds the digest of its script behind script-src. */
export const FORM_POLICY =
  "default-src 'none'; script-src 'report-sample'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** Lets the form of a page lead on to the site that the person came from: browsers look at where a form is redirected to, too. */
export async function allowReturn(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const policy = ctx.response.get('content-security-policy')
  const uris = (ctx.oidc as KoaContextWithOIDC['oidc'] | undefined)?.client?.postLogoutRedirectUris ?? []
  if (!policy.includes("form-action 'self'") || uris.length === 0) return
  const origins = [...new Set(uris.map((uri) => new URL(uri).origin))]
  ctx.set('content-security-policy', policy.replace("form-action 'self'", `form-action 'self' ${origins.join(' ')}`))
}

/** What a browser shows where a request cannot be answered to the site. */
export function showError(ctx: KoaContextWithOIDC, { error, error_description: description = '' }: Failure): void {
  ctx.type = 'html'
  ctx.body = writeErrorPage(description === '' ? error : `${error}: ${description}`)
}

type Failure = { error: string; error_description?: string | undefined }

export function writeErrorPage(reason: string): string {
  return writePage('You could not be signed in', [
    '<p>Go back to the site that you came from, and start again.</p>',
    `<p>${encodeHtml(reason)}</p>`,
  ])
}

/** Asks whether to sign out; the form is the provider's. */
export function showLogout(ctx: KoaContextWithOIDC, form: string): void {
  ctx.body = writePage('Sign out?', [
    form,
    '<p><button autofocus type="submit" form="op.logoutForm" value="yes" name="logout">Sign out</button>',
    '<button type="submit" form="op.logoutForm">Stay signed in</button></p>',
  ])
}

export function showLogoutDone(ctx: KoaContextWithOIDC): void {
  ctx.type = 'html'
  ctx.body = writePage('You’re signed out', ['<p>You can close this page.</p>'])
}

function writePage(title: string, lines: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${lines.join('\n')}
</main>
</body>
</html>
`
}

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
