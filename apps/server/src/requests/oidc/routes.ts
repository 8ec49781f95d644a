import { CHECK_SECONDS } from '@stillhere/contract'
import { readPresencePolicy, type Receipt } from '@stillhere/receipt'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { spendAddressBudget, spendSiteBudget } from '../../platform/limits/budgets.ts'
import type { Transport } from '../../platform/outbox/deliver.ts'
import { type Post, toOutcome } from '../../platform/outbox/post.ts'
import type { Outcome } from '../../platform/outbox/rules.ts'
import type { Delivery } from '../../platform/outbox/store.ts'
import type { Service } from '../../platform/service.ts'
import { listMethods } from '../../scan/receipts/issuer.ts'
import { addCheck, createSignInCheck } from '../request/create.ts'
import { type EndedCheck, redeemCheckForService } from '../request/redeem.ts'
import { findAskingSite, type SiteRow } from '../sites/store.ts'
import { settleBackchannel } from './backchannel.ts'
import { selectLevel, findHighestLevel, library, readDemand, computeAcr, toAccountId } from './policy.ts'
import {
  toProviderRequest,
  requireIssuer,
  type FindProvider,
  FORM_POLICY,
  createProviders,
  renderErrorPage,
} from './provider.ts'

/** The endpoints that the OpenID provider serves itself; its discovery document lists them. */
const PROVIDED: readonly { method: 'GET' | 'POST'; url: string; isForm?: true }[] = [
  { method: 'GET', url: '/oidc/.well-known/openid-configuration' },
  { method: 'GET', url: '/.well-known/oauth-authorization-server/oidc' },
  { method: 'GET', url: '/oidc/jwks' },
  { method: 'GET', url: '/oidc/auth' },
  { method: 'GET', url: '/oidc/auth/:uid' },
  { method: 'POST', url: '/oidc/request' },
  { method: 'POST', url: '/oidc/backchannel' },
  { method: 'POST', url: '/oidc/token' },
  { method: 'POST', url: '/oidc/token/introspection' },
  { method: 'POST', url: '/oidc/token/revocation' },
  { method: 'GET', url: '/oidc/me' },
  { method: 'POST', url: '/oidc/me' },
  { method: 'GET', url: '/oidc/session/end', isForm: true },
  { method: 'POST', url: '/oidc/session/end/confirm' },
  { method: 'GET', url: '/oidc/session/end/success' },
]

// HEAD must not spend the check or the sign-in.
const NO_HEAD = { exposeHeadRoute: false }

/**
 * Serves OpenID Connect: the provider's endpoints under /oidc, and the two addresses of a sign-in that lead to the page of a check and back
 * from it.
 */
export function serveOidc(app: FastifyInstance, service: Service): void {
  const findByIssuer = createProviders(service)
  const findProvider: FindRequestProvider = (request) => findByIssuer(requireIssuer(service, request))
  for (const { method, url, isForm } of PROVIDED)
    app.route({
      method,
      url,
      config: { keepsForm: true },
      ...NO_HEAD,
      handler: async (request, reply) => {
        if (isForm) reply.header('content-security-policy', FORM_POLICY)
        // Anyone may begin to sign in, and each attempt is stored.
        if (url === '/oidc/auth') await spendAddressBudget(service, 'check.address', request)
        const provider = await findProvider(request)
        if (url === '/oidc/token') await updatePolled(service, provider, request)
        await sendToProvider(provider, request, reply)
      },
    })
  serveInteractions(app, service, findProvider)
}

type FindRequestProvider = (request: FastifyRequest) => Promise<Provider>

/** Passes the outcome of a backchannel request's approval to the provider before it answers the token request that polls for it. */
async function updatePolled(service: Service, provider: Provider, { body }: FastifyRequest): Promise<void> {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('latin1') : '')
  const id = form.get('auth_req_id')
  if (id !== null) await settleBackchannel(service, provider, id)
}

async function sendToProvider(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  await provider.callback()(toProviderRequest(request, provider.issuer), reply.raw)
}

/** Serves the two addresses of a sign-in: one leads to the page of a check, the other back from it. */
function serveInteractions(app: FastifyInstance, service: Service, findProvider: FindRequestProvider): void {
  const findStep = async (request: FastifyRequest, reply: FastifyReply): Promise<Step> => {
    const { uid } = request.params as { uid: string }
    return { provider: await findProvider(request), request, reply, uid }
  }

  app.get('/oidc/interaction/:uid', NO_HEAD, async (request, reply) => {
    await spendAddressBudget(service, 'check.address', request)
    return redirectToProvider(reply, await startSignInCheck(service, await findStep(request, reply)))
  })

  app.get('/oidc/interaction/:uid/done', NO_HEAD, async (request, reply) => {
    const { check, code } = request.query as Record<string, unknown>
    const brought = { check: String(check), code: String(code) }
    return redirectToProvider(reply, await completeSignInCheck(service, await findStep(request, reply), brought))
  })
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** One step of an interaction: its provider, its id, and the request of the browser. */
type Step = { provider: Provider; request: FastifyRequest; reply: FastifyReply; uid: string }

/** Creates and stores the check that a sign-in needs, and returns the address of its page; undefined if this browser did not begin the sign-in. */
async function startSignInCheck(service: Service, step: Step): Promise<string | undefined> {
  const begun = await findBegun(service, step)
  if (!begun) return undefined
  const { interaction, site } = begun
  const level = selectLevel(readDemand(interaction.params), await findHighestLevel(service))
  // The policy has refused what cannot be reached.
  if (level === undefined) return undefined
  await spendSiteBudget(service, 'check.oidc.site', site.siteKey)
  const check = createSignInCheck(service, site, {
    assurance: level,
    nonce: bindTo(service, step.uid),
    returnUrl: `${step.provider.issuer}/interaction/${step.uid}/done`,
    seconds: CHECK_SECONDS.usual,
  })
  return service.db.transaction(async (tx) => (await addCheck(tx, service, { check, request: step.request })).url)
}

type Brought = { check: string; code: string }

/**
 * Redeems the check of a sign-in, once, and returns the address where the browser goes on; undefined if the check belongs to another sign-in
 * or was redeemed before.
 */
async function completeSignInCheck(service: Service, step: Step, brought: Brought): Promise<string | undefined> {
  const begun = await findBegun(service, step)
  if (!begun) return undefined
  const { interaction, site } = begun
  const ended = await redeemCheckForService(service, { ...brought, siteId: site.id, nonce: bindTo(service, step.uid) })
  if (!ended) return undefined
  const result = ended.status === 'passed' ? describeLogin(interaction, site, ended) : describeRefusal(ended)
  if (result.login) await closeOtherSession(step.provider, interaction, result.login.accountId)
  const { request, reply, provider } = step
  return provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })
}

/** Returns the interaction that this browser has begun, found by its cookie, and the site that asks; undefined if there is none. */
async function findBegun(
  { db }: Service,
  { provider, request, reply, uid }: Step,
): Promise<{ interaction: Interaction; site: SiteRow } | undefined> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    const site = await findAskingSite(db, String(interaction.params['client_id']))
    return site && interaction.uid === uid ? { interaction, site } : undefined
  } catch (error) {
    if (error instanceof library.errors.SessionNotFound) return undefined
    throw error
  }
}

/** Returns the nonce for the check of an interaction, which keeps the check from completing any other interaction. */
function bindTo({ secrets }: Service, uid: string): string {
  return secrets.hash('oidc-interaction', uid).toString('base64url')
}

function describeLogin(
  { params }: Interaction,
  site: SiteRow,
  { subject, reached, settledAt, receipt }: Extract<EndedCheck, { status: 'passed' }>,
): InteractionResults {
  return {
    login: {
      accountId: toAccountId(site.siteKey, subject),
      acr: computeAcr(readDemand(params), reached),
      amr: listMethods(readPresencePolicy(receipt as Receipt) ?? { device: 'none' }),
      ts: Math.floor(settledAt.getTime() / 1000),
    },
    consent: {},
  }
}

function describeRefusal({ status, reason }: Exclude<EndedCheck, { status: 'passed' }>): InteractionResults {
  const description = status === 'expired' ? 'the check has expired' : `the check has failed: ${reason}`
  return { error: 'access_denied', error_description: description }
}

/** Deletes the earlier session if it belongs to another person or another site: a session is of one person at one site. */
async function closeOtherSession(provider: Provider, interaction: Interaction, accountId: string): Promise<void> {
  const { session } = interaction
  if (!session || session.accountId === accountId) return
  await (await provider.Session.findByUid(session.uid))?.destroy()
  delete interaction.session
  await interaction.persist()
}

const NOT_YOURS = 'This sign-in has ended, or was begun in another browser.'

function redirectToProvider(reply: FastifyReply, url: string | undefined): FastifyReply {
  if (url !== undefined) return reply.redirect(url, 303)
  return reply.code(400).type('text/html; charset=utf-8').send(renderErrorPage(NOT_YOURS))
}

/**
 * Creates the outbox transport that pings sites when their backchannel requests (CIBA) have ended. Only the statuses 200 and 204 count as
 * delivered.
 */
export function createPingTransport(service: Service, post: Post): Transport {
  const findProvider = createProviders(service)
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
