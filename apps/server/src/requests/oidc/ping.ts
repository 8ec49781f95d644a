import type { Transport } from '../../platform/outbox/deliver.ts'
import { type Post, toOutcome } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { Delivery } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { findAskingSite } from '../sites/store.ts'
import { settleBackchannel } from './backchannel.ts'
import { type FindProvider, keepProviders } from './provider.ts'

/** Tells sites with a ping address that their backchannel requests have ended, until they answer 200 or 204. */
export function createPingTransport(service: Service, post: Post): Transport {
  const findProvider = keepProviders(service)
  return { channel: 'ping', send: (ping) => sendPing(service, { findProvider, post }, ping) }
}

async function sendPing(
  service: Service,
  { findProvider, post }: { findProvider: FindProvider; post: Post },
  { payload, claimedAt }: Delivery,
): Promise<Outcome> {
  const { authReqId, issuer } = JSON.parse(service.secrets.open('backchannel', payload)) as {
    authReqId: string
    issuer: string
  }
  const provider = await findProvider(issuer)
  await settleBackchannel(service, provider, authReqId)
  const request = await provider.BackchannelAuthenticationRequest.find(authReqId, { ignoreExpiration: true })
  const site = request ? await findAskingSite(service.db, request.clientId ?? '') : undefined
  // The site has fetched its tokens, or has no address any more.
  if (!request || !site?.pingUrl) return { outcome: 'sent' }
  const authorization = `Bearer ${String(request.params?.['client_notification_token'])}`
  const headers = { 'content-type': 'application/json', authorization }
  const outcome = toOutcome(
    await post({ url: site.pingUrl, headers, body: JSON.stringify({ auth_req_id: authReqId }) }),
    claimedAt,
  )
  // CIBA Core, section 10.2, knows no other success.
  if (outcome.outcome !== 'sent' || outcome.status === 200 || outcome.status === 204) return outcome
  return { ...outcome, outcome: 'failed', problem: `answered ${outcome.status}` }
}
