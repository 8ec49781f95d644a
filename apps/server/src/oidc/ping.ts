import type { Provider } from 'oidc-provider'
import { createPost, type Post } from '../outbox/post.ts'
import type { Service } from '../service.ts'
import { findAskingSite } from '../sites/store.ts'
import { claimPings, endPings, type StoredBackchannel } from './backchannel-store.ts'
import { settleBackchannel } from './backchannel.ts'
import { keepProviders } from './provider.ts'

/** How often the worker looks for decisions that sites wait for. */
export const LOOK_FOR_PINGS_MS = 1000

type SendPings = (log: (line: string) => void) => Promise<void>

/** Tells sites with a ping address that their backchannel requests were decided: up to five times, a minute apart, until they answer 200 or 204. */
export function createPings(service: Service): SendPings {
  const [findProvider, post] = [keepProviders(service), createPost(service.settings)]
  return async (log) => {
    for (const claimed of await claimPings(service.db, service.now())) {
      const { authReqId, issuer } = openRequest(service, claimed)
      const problem = await ping(service, { provider: await findProvider(issuer), post, authReqId })
      if (problem === undefined) await endPings(service.db, claimed.requestHash)
      else log(`a site could not be told of a decision: ${problem}`)
    }
  }
}

function openRequest({ secrets }: Service, { sealed }: StoredBackchannel): { authReqId: string; issuer: string } {
  return JSON.parse(secrets.open('backchannel', sealed))
}

type Pinged = { provider: Provider; post: Post; authReqId: string }

/** Pings, and returns what went wrong; whoever has fetched the tokens, or has no address any more, need not be told. */
async function ping(service: Service, { provider, post, authReqId }: Pinged): Promise<string | undefined> {
  await settleBackchannel(service, provider, authReqId)
  const request = await provider.BackchannelAuthenticationRequest.find(authReqId, { ignoreExpiration: true })
  const site = request ? await findAskingSite(service.db, request.clientId ?? '') : undefined
  if (!request || !site?.pingUrl) return undefined
  const authorization = `Bearer ${String(request.params?.['client_notification_token'])}`
  const headers = { 'content-type': 'application/json', authorization }
  const posted = await post({ url: site.pingUrl, headers, body: JSON.stringify({ auth_req_id: authReqId }) })
  if (posted.outcome === 'failed') return posted.problem
  return posted.status === 200 || posted.status === 204 ? undefined : `answered ${posted.status}`
}
