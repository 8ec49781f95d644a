import type { Configuration, Provider } from 'oidc-provider'
import { createPost } from '../../platform/outbox/post.ts'
import type { Reach } from '../../platform/public-address.ts'
import type { SeenRequest } from './request.ts'

// The person waits for it on the way out.
const TIMEOUT_MS = 2500

/**
 * What the provider calls others with: it tells sites of a logout as webhooks are sent, and refuses all else. It throws in words of its
 * own, since those of the provider quote the whole address.
 */
export function createLogoutFetch(reach: Reach): NonNullable<Configuration['fetch']> {
  const post = createPost(reach, { timeoutMs: TIMEOUT_MS })
  return async (url, { method, body } = {}) => {
    const isLogout = method === 'POST' && body instanceof URLSearchParams && body.has('logout_token')
    if (!isLogout || typeof url !== 'string') throw new Error('the provider calls others for logouts only')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const posted = await post({ url, headers, body: body.toString() })
    if (posted.outcome === 'failed') throw new Error(posted.problem)
    if (posted.status !== 200 && posted.status !== 204) throw new Error(`answered ${posted.status}`)
    return new Response(null, { status: posted.status })
  }
}

/** Logs which site could not be told of a logout, and why; for the person the logout goes on. */
export function logUntoldSites(provider: Provider): void {
  provider.on('backchannel.error', ({ req }, { message }, { clientId }) =>
    (req as SeenRequest).log.warn({ site: clientId, problem: message }, 'a site could not be told of a logout'),
  )
}
